// A run whose tests fail, or don't, as a variable of the environment says.

import AsyncPromises
import AsyncPromisesSwiftTesting
import Foundation
import TestSupport
import Testing
import XCTest

/// What fails a test.
enum Failure: String, CaseIterable {
  case leftover, mistake, expectation, wait, innerScope
}

/// Where it happens.
enum FailurePlace: String, CaseIterable {
  case test, task, operation, handler, asyncHandler
}

struct RunCase {
  static let variable = "ASYNC_PROMISES_RUN_CASE"
  /// The case of this run; `nil` in a usual run.
  static let current = RunCase(ProcessInfo.processInfo.environment[variable] ?? "")

  let failure: Failure
  let place: FailurePlace

  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, let failure = Failure(rawValue: words[0]),
      let place = FailurePlace(rawValue: words[1])
    else { return nil }
    (self.failure, self.place) = (failure, place)
  }

  /// Fails the test.
  ///
  /// - Parameter expect: an expectation of the test's framework that isn't met.
  func happen(_ expect: @escaping @Sendable () -> Void) async throws {
    let failure = failure
    let fail = { @Sendable () async throws in
      switch failure {
      case .leftover: Kept.leftover()
      case .mistake: Mistake.secondSettle.make()
      case .expectation: expect()
      case .wait: try await eventually(within: .zero) { false }
      case .innerScope: try await withPromiseScope { _ in Mistake.secondSettle.make() }
      }
    }
    switch place {
    case .test: try await fail()
    case .task: try await Task { try await fail() }.value
    case .operation: try await Promise { try await fail() }.get()
    case .handler:
      try await Promise { 1 }.then { _ in Promise { try await fail() } }.get()
    case .asyncHandler: try await Promise { 1 }.map(.async) { _ in try await fail() }.get()
    }
  }
}

/// Resolvers that nobody calls.
private enum Kept {
  private static let resolvers = Journal<Resolver<Int>>()

  static func leftover() {
    resolvers.write(Promise<Int>.pending().resolver)
  }
}

/// Work that a test leaves, and that makes a mistake when the test is over.
enum LateMistake {
  private static let (testEnded, testEnds) = AsyncStream<Void>.makeStream()

  /// Leaves the work.
  static func isLeft() {
    Task {
      for await _ in testEnded {}
      Mistake.secondSettle.make()
    }
  }

  /// Waits until the mistake has been reported.
  static func isReported() async {
    let (reported, report) = AsyncStream<Void>.makeStream()
    PromiseDiagnostics.install { _ in report.finish() }
    testEnds.finish()
    for await _ in reported {}
  }
}

extension Trait where Self == ConditionTrait {
  fileprivate static var inItsOwnRun: Self {
    .enabled(if: ProcessInfo.processInfo.environment[RunCase.variable] != nil)
  }
}

@Suite(.inItsOwnRun) struct RunOfOneCase {
  @Test(.promiseScope) func inTrait() async throws {
    try await RunCase.current?.happen { #expect(Bool(false)) }
  }

  @Test func inScope() async throws {
    try await withPromiseScope { _ in
      try await RunCase.current?.happen { #expect(Bool(false)) }
    }
  }
}

final class RunOfOneXCTest: XCTestCase {
  func testInScope() async throws {
    guard let run = RunCase.current else { throw XCTSkip("It needs a run of its own.") }
    try await withPromiseScope { _ in try await run.happen { XCTFail("as intended") } }
  }
}

@Suite(.inItsOwnRun, .serialized) struct RunWithLateMistake {
  @Test(.promiseScope) func test() { LateMistake.isLeft() }
  @Test func afterIt() async { await LateMistake.isReported() }
}

@Suite(.inItsOwnRun, .serialized) struct RunWithIgnoredMistake {
  @Test(.promiseScope(reports: .ignore)) func test() { LateMistake.isLeft() }
  @Test func afterIt() async { await LateMistake.isReported() }
}

@Suite(.inItsOwnRun, .serialized) struct RunWithCancelledTest {
  @Test(.promiseScope) func test() throws {
    LateMistake.isLeft()
    try Test.cancel()
  }
  @Test func afterIt() async { await LateMistake.isReported() }
}
