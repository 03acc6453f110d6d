// PromiseScope.swift: many concurrent scopes are independent.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Parallel scopes", .serialized, .needsTracking, .oneAtATime, .timeLimit(.minutes(10)))
struct ParallelScopesTests {
  /// One round finds a scope that waits for another's work; timing bugs need more rounds.
  private let rounds = isStressRun ? 30 : 1
  private let scopes = 1_000
  /// A scope whose index is a multiple of this hangs.
  private let hanging = 20

  @Test("T2 T3: each of a thousand concurrent scopes waits for and reports only its own work")
  func thousand() async throws {
    for round in 0..<rounds {
      try await withThrowingTaskGroup { group in
        for index in 0..<scopes {
          group.addTask { [hanging] in
            let name = "\(round)-\(index)"
            if index % hanging == 0 {
              try await hang(name)
            } else {
              try await work(name, index)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("T2: scopes settle while promises of other scopes stay pending")
  func besideHanging() async throws {
    try await withPromiseScope("hangs", leftovers: .cancel, reports: .ignore) { scope in
      let (promise, resolver) = Promise<Int>.pending(name: "hangs")
      await withTaskGroup { group in
        for index in 0..<100 {
          group.addTask {
            await Task.detached {
              await #expect(throws: Never.self) { try await work("\(index)", index) }
            }.value
          }
        }
      }
      #expect(promise.resultIfSettled == nil)
      #expect(Report(scope.dumpPending()).lines.count == 1)
      withExtendedLifetime(resolver) {}
    }
  }
}

/// A scope with promises that settle, and handlers and operations that create more.
private func work(_ name: String, _ number: Int) async throws {
  try await withPromiseScope(name, reports: .ignore) { scope in
    let log = Journal<Int>()
    let (pending, resolver) = Promise<Int>.pending(name: name)
    let first = pending.map { $0 + 1 }
    let second = first.then { value in
      Promise { value + 1 }.map { $0 + 1 }
    }
    let third = second.done { value in
      log.write(value)
      Promise { value + 1 }.done { log.write($0) }
    }
    let all = Promise.all([first, second, .fulfilled(0)]).map { $0.reduce(0, +) }
    let cancelled = Promise<Int>.pending().promise.map { $0 }
    cancelled.ignoreErrors()
    // A report examines every promise in the process, so only one scope in twenty makes one.
    if number % 20 == 1 { try expectOwn(scope.dumpPending(), name) }
    if number.isMultiple(of: 2) {
      resolver.fulfill(number)
    } else {
      Task.detached { resolver.fulfill(number) }
    }
    try await scope.settle(within: long)
    try #require(log.entries == [number + 3, number + 4])
    try #require(try first.resultIfSettled?.get() == number + 1)
    try #require(try second.resultIfSettled?.get() == number + 3)
    try #require(third.resultIfSettled != nil)
    try #require(try all.resultIfSettled?.get() == 2 * number + 4)
    if number % 20 == 1 { try #require(scope.dumpPending() == "Nothing is pending.") }
  }
}

/// A scope that hangs and reports only its own promises.
private func hang(_ name: String) async throws {
  try await withPromiseScope(name, leftovers: .cancel, reports: .ignore) { scope in
    let (pending, resolver) = Promise<Int>.pending(name: name)
    let derived = pending.map { $0 }
    let work = Promise { 1 }.then { value in Promise { @MainActor in value + 1 } }
    _ = try await work.value
    await ManualClock().advance(by: .zero)
    let failure = try await scope.failureToSettle(within: .milliseconds(20))
    try #require(failure.reason.contains("“\(name)”"))
    let lines = Report(failure.report).lines
    try #require(lines.count == 2, "\(failure)")
    try #require(lines[0].hasPrefix("#1 pending “\(name)” at "))
    try #require(lines[0].hasSuffix(": waits for its resolver; needed by #2"))
    try #require(lines[1].hasPrefix("  #2 map at "))
    try #require(derived.resultIfSettled == nil)
    withExtendedLifetime(resolver) {}
  }
}

/// Checks that all named promises in the report belong to the scope.
private func expectOwn(_ report: String, _ name: String) throws {
  let names = report.matches(of: /“([^”]*)”/).map { String($0.1) }
  try #require(names == [name], "\(report)")
}
