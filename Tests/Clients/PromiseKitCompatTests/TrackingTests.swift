// How AsyncPromisesTesting and PromiseDiagnostics track the facade's promises.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import Foundation
import PromiseKitCompat
import TestSupport
import Testing

private typealias Kit = PromiseKitCompat.Promise

@Suite("Tracking", .needsTracking, .timeLimit(.minutes(10)))
struct TrackingTests {
  private let long = Duration.seconds(500)

  /// A line of this file, as reports write it.
  private func here(_ line: Int) -> String { "\(#fileID):\(line)" }

  @Test("a scope waits for promises and their handlers", arguments: Route.allCases)
  func settle(route: Route) async throws {
    try await withPromiseScope { scope in
      let seen = Journal<Int>()
      let (promise, resolver) = Kit<Int>.pending()
      promise.map(on: route.queue) { $0 + 1 }.done { seen.write($0) }.catch { _ in }
        .finally { seen.write(0) }
      DispatchQueue.global().async { resolver.fulfill(1) }
      try await scope.settle(within: long)
      #expect(seen.entries == [2, 0])
    }
  }

  @Test("a scope waits for promises made by handlers, for timers and for blocks")
  func madeByHandlers() async throws {
    try await withPromiseScope { scope in
      let seen = Journal<String>()
      Guarantee.value(1).done(on: .global()) { _ in
        after(.milliseconds(5)).done { seen.write("timer") }
      }
      DispatchQueue.global().async(.promise) { 1 }.done { _ in
        _ = Kit.value(2).done { _ in seen.write("inner") }
      }
      try await scope.settle(within: long)
      #expect(seen.entries.sorted() == ["inner", "timer"])
    }
  }

  @Test("a failed wait names the operators and their lines in this file")
  func report() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = #line
      let (promise, resolver) = Kit<Int>.pending()
      let mapped = promise.map { $0 }
      let next = mapped.then { Kit.value($0) }
      let all = when(fulfilled: [next])
      all.done { _ in }.cauterize()
      let recovered = promise.recover { _ in Kit.value(1) }
      let ensured = recovered.ensure {}
      let won = race(ensured, promise)
      let error = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .zero)
      }
      let report = error?.report ?? ""
      for (offset, name) in ["pending", "map", "then", "when", "done", "recover", "ensure", "race"]
        .enumerated()
      {
        #expect(report.contains("\(name) at \(here(line + 1 + offset))"), "\(report)")
      }
      withExtendedLifetime((won, resolver)) {}
    }
  }

  @Test("a failed wait names groups of mixed thenables, and of any number of Void promises")
  func groupsReport() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let (promise, resolver) = Kit<Void>.pending()
      let mixed: [any Thenable] = [promise]
      let line = #line
      let some = when(fulfilled: mixed)
      let six = when(fulfilled: promise, promise, promise, promise, promise, promise)
      let three = when(fulfilled: promise, promise, promise)
      let error = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .zero)
      }
      let report = error?.report ?? ""
      for offset in 1...3 {
        #expect(report.contains("when at \(here(line + offset))"), "\(report)")
      }
      withExtendedLifetime((some, six, three, resolver)) {}
    }
  }

  @Test("leftovers are cancelled with the scope")
  func leftovers() async throws {
    let (promise, resolver) = try await withPromiseScope(leftovers: .cancel, reports: .ignore) {
      _ in
      Kit<Int>.pending()
    }
    #expect(promise.error?.isCancelled == true)
    withExtendedLifetime(resolver) {}
  }

  // MARK: Unhandled rejections

  /// The rejections that `body` leaves unhandled: the last step of each trace.
  private func unhandled(_ body: () -> Void) async throws -> [String] {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      body()
      try await scope.settle(within: long)
      return scope.events.compactMap { event in
        guard case .unhandledRejection(_, let trace) = event else { return nil }
        return trace.split(separator: " → ").last.map { String($0) }
      }
    }
  }

  private func rejected() -> Kit<Int> {
    let (promise, resolver) = Kit<Int>.pending()
    resolver.reject(TestError.first)
    return promise
  }

  @Test("a chain without a catch is reported once, for its last promise")
  func reported() async throws {
    let line = #line
    let ends: [(String, () -> Void)] = [
      ("map", { _ = rejected().map { $0 } }),
      ("then", { _ = rejected().then { Kit.value($0) } }),
      ("done", { _ = rejected().map { $0 }.done { _ in } }),
      ("ensure", { _ = rejected().ensure {} }),
      ("recover", { _ = rejected().recover { error -> Kit<Int> in throw error } }),
      ("map", { _ = Kit.value(1).map { _ -> Int in throw TestError.first } }),
      ("when", { _ = when(fulfilled: [rejected(), Kit.value(1)]) }),
      ("race", { _ = race(rejected(), Kit.value(1)) }),
    ]
    for (offset, (name, makeAndLetGo)) in ends.enumerated() {
      let reports = try await unhandled(makeAndLetGo)
      #expect(reports.count == 1, "\(name): \(reports)")
      #expect(reports.first?.hasPrefix("\(name) at \(here(line + 2 + offset))") == true)
    }
    #expect(try await unhandled { _ = rejected() }.count == 1)
  }

  @Test("when with an iterator has one line in a report, and its rejection is reported once")
  func concurrently() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let (promise, resolver) = Kit<Int>.pending()
      let all = when(fulfilled: [promise].makeIterator(), concurrently: 1)
      let line = #line - 1
      let report = scope.dumpPending().split(separator: "\n")
      let lines = report.filter { $0.contains("when at \(here(line)), ") }
      #expect(lines.count == 1)
      #expect(report.contains { $0.hasSuffix(": waits for its items") })
      withExtendedLifetime((all, resolver)) {}
    }
    let reports = try await unhandled {
      _ = when(fulfilled: [rejected()].makeIterator(), concurrently: 1)
    }
    #expect(reports.map { String($0.prefix(5)) } == ["when "])
  }

  @Test("checking the state or waiting in ensureThen doesn't handle a rejection")
  func questions() async throws {
    let questions: [() -> Void] = [
      { _ = rejected().isPending }, { _ = rejected().isResolved }, { _ = rejected().isFulfilled },
      { _ = rejected().isRejected }, { _ = rejected().isCancelled },
      { _ = rejected().ensureThen(on: nil) { Guarantee.value(()) } },
    ]
    for question in questions { #expect(try await unhandled(question).count == 1) }
  }

  @Test("a broken promise is reported once, even if ensureThen follows")
  func brokenOnce() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      _ = Kit<Int> { _ in }.ensureThen(on: nil) { Guarantee.value(()) }
      try await scope.settle(within: long)
      #expect(scope.events.count == 1)
    }
  }

  @Test("an error that leaves a guarantee pending is reported")
  func impossibleErrors() async throws {
    let reports = try await unhandled {
      _ = Guarantee.value([1]).thenFlatMap(on: nil) { _ in Kit<[Int]>(error: TestError.first) }
    }
    #expect(reports.count == 1)
    let none = try await unhandled {
      let nothing: Guarantee<Int> = race()
      #expect(nothing.isPending)
    }
    #expect(none.isEmpty)
  }

  @Test("handled rejections and cancellations aren't reported")
  func handled() async throws {
    let reports = try await unhandled {
      rejected().map { $0 }.done { _ in }.catch { _ in }
      rejected().catch { _ in }.finally {}
      rejected().cauterize()
      rejected().recover { _ in Guarantee.value(1) }.done { _ in }
      rejected().recover { _ in Kit.value(1) }.done { _ in }.cauterize()
      _ = when(resolved: rejected(), rejected())
      _ = rejected().error
      _ = Kit<Int>(error: PMKError.cancelled).map { $0 }
      rejected().pipe { _ in }
      let cancelled = Kit<Int>.pending()
      cancelled.promise.map { $0 }.cancel()
      withExtendedLifetime(cancelled.resolver) {}
    }
    #expect(reports == [])
  }

  // MARK: Scope

  /// Code of the user's that the module runs once a promise has settled, by the call that it is
  /// given to.
  private static let calls: [String: @Sendable (Kit<Int>, @escaping @Sendable () -> Void) -> Void] =
    [
      "async(.promise)": { _, body in
        _ = DispatchQueue.global().async(.promise) { () throws -> Void in body() }
      },
      "async(.promise) of a guarantee": { _, body in
        _ = DispatchQueue.global().async(.promise) { () -> Void in body() }
      },
      "map": { promise, body in promise.map(on: .global()) { _ in body() }.cauterize() },
      "map inline": { promise, body in promise.map(on: nil) { _ in body() }.cauterize() },
      "finally": { promise, body in promise.catch { _ in }.finally(on: .global()) { body() } },
      "pipe": { promise, body in promise.pipe { _ in body() } },
      "pipe of a guarantee": { promise, body in
        promise.recover(on: nil) { _ in .value(0) }.pipe { _ in body() }
      },
      "when of an iterator": { promise, body in
        var left = 2
        let items = AnyIterator<Kit<Int>> {
          defer { left -= 1 }
          if left == 1 { body() }
          return left > 0 ? promise : nil
        }
        when(fulfilled: items, concurrently: 1).cauterize()
      },
    ]

  @Test(
    "T1 T2: a call's closure, and what it makes, belong to the scope of the call", .serialized,
    arguments: calls.keys)
  func scope(call: String) async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let (promise, resolver) = Kit<Int>.pending()
      let (hasBegun, mayEnd) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
      Self.calls[call]?(promise) {
        hasBegun.continuation.yield()
        mayEnd.wait()
        _ = Kit<Int>(error: TestError.first).map(on: nil) { $0 }
      }
      // Code outside of the scope fulfills it.
      DispatchQueue.global().async { resolver.fulfill(1) }
      for await _ in hasBegun.stream { break }
      await #expect(throws: UnsettledPromises.self) { try await scope.settle(within: .zero) }
      mayEnd.signal()
      try await scope.settle(within: long)
      #expect(scope.events.count == 1)
    }
  }

  // MARK: Cancellations

  private struct Dismissed: CancellableError { let isCancelled: Bool }

  /// Errors, and whether they are cancellations.
  private static let errors: [(any Error, Bool)] = [
    (PMKError.cancelled, true), (CancellationError(), true), (Dismissed(isCancelled: true), true),
    (URLError(.cancelled), true), (CocoaError(.userCancelled), true), (PMKError.badInput, false),
    (Dismissed(isCancelled: false), false), (URLError(.timedOut), false),
  ]

  @Test("H1: all that counts as a cancellation is neither reported nor retried")
  func cancellations() async throws {
    for (error, isCancellation) in Self.errors {
      #expect(error.isCancelled == isCancellation)
      #expect(AsyncPromises.PromiseError.isCancellation(error) == isCancellation)
      let reports = try await unhandled { _ = Kit<Int>(error: error).map(on: nil) { $0 } }
      #expect(reports.isEmpty == isCancellation, "\(error)")
      let (calls, caught) = (Journal<Int>(), Journal<Bool>())
      _ = await AsyncPromises.Promise<Int>.retry(maxAttempts: 2, backoff: .none) { attempt in
        calls.write(attempt)
        throw error
      }.catch(except: CancellationError.self) { _ in caught.write(true) }.result
      #expect(calls.count == (isCancellation ? 1 : 2), "\(error)")
      #expect(caught.entries == (isCancellation ? [] : [true]), "\(error)")
    }
  }
}
