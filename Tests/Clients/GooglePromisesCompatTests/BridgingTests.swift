// Converting to and from promises of AsyncPromises, and tracking in tests and diagnostics.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

private typealias Google = GooglePromisesCompat.Promise
private typealias Ours = AsyncPromises.Promise

@Suite("Bridging", .timeLimit(.minutes(10)))
struct BridgingTests {
  @Test(
    "a round trip keeps the outcome", arguments: Settlement.allCases, SettleTime.allCases)
  func outcomes(settlement: Settlement, time: SettleTime) async {
    let end = time.observe(settlement) { Google($0.then { $0 }.asyncPromise.map { $0 }) }
    #expect(await end.settled() == settlement.outcome)
  }

  @Test("cancelling either side reaches the other")
  func cancellation() async throws {
    let source = Google<Int>.pending()
    let google = source.then { $0 }
    google.asyncPromise.cancel()
    #expect(await google.settled() == .abandoned)
    let (ours, resolver) = Ours<Int>.pending()
    let cancelled = Gate()
    resolver.onCancel { cancelled.open() }
    Google(ours).then { $0 }.cancel()
    try await cancelled.pass()
    withExtendedLifetime(resolver) {}
  }

  @Test("errors keep their identity")
  func identity() async {
    final class ObjectError: Error {}
    let object = ObjectError()
    let google = Google<Int>.pending()
    google.reject(object)
    #expect(await Google(google.asyncPromise).failure() as? ObjectError === object)
  }

  @Test("awaitPromise blocks until there is an outcome", arguments: Settlement.allCases)
  func waiting(settlement: Settlement) async throws {
    let promise = SettleTime.elsewhere.observe(settlement) { $0.then(on: .global()) { $0 } }
    let seen = try await onFreshThread {
      do { return Outcome.fulfilled(try awaitPromise(promise)) } catch { return Outcome(error) }
    }
    #expect(seen == settlement.outcome)
  }
}

@Suite("Tracking of GooglePromisesCompat", .needsTracking, .timeLimit(.minutes(10)))
struct TrackingTests {
  @Test("a scope waits for promises, handlers and work on queues")
  func settle() async throws {
    try await withPromiseScope { scope in
      let log = Journal<Int>()
      Google<Int> { fulfill, _ in DispatchQueue.global().async { fulfill(1) } }
        .delay(0.001)
        .then { value -> Google<Int> in
          Google(on: .global()) { value + 1 }.then { log.write($0) }
        }
        .always { log.write(0) }
      retry(delay: 0.001) { () -> Google<Int> in throw TestError.first }.catch { _ in log.write(9) }
      try await scope.settle(within: .seconds(500))
      #expect(log.entries.sorted() == [0, 2, 9])
    }
  }

  @Test("a failed wait names the operators and their lines in this file")
  func report() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = #line
      let pending = Google<Int>.pending()
      let then = pending.then { $0 }
      let always = then.always {}
      let reduced = always.reduce(1) { value, _ in Google(value) }
      let timed = reduced.timeout(1_000_000)
      let group = all([timed])
      let some = any([timed])
      let error = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .zero)
      }
      let report = error?.report ?? ""
      let names = ["pending", "then", "always", "reduce", "timeout", "all", "any"]
      for (offset, name) in names.enumerated() {
        #expect(report.contains("\(name) at \(#fileID):\(line + 1 + offset)"), "\(report)")
      }
      withExtendedLifetime((pending, group, some)) {}
    }
  }

  private func unhandled(_ body: () -> Void) async throws -> [String] {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      body()
      try await scope.settle(within: .seconds(500))
      // A handler's block releases its promise when the handler has ended.
      await withCheckedContinuation { end in DispatchQueue.main.async { end.resume() } }
      try await scope.settle(within: .seconds(500))
      return scope.events.compactMap { event in
        guard case .unhandledRejection(_, let trace) = event else { return nil }
        return trace
      }
    }
  }

  @Test("an unhandled rejection is reported once, a handled one never")
  func reports() async throws {
    func rejected() -> Google<Int> { Google<Int>(TestError.first) }
    func timedOut() {
      let source = Google<Int>.pending()
      source.timeout(1_000_000)
      source.reject(TestError.first)
    }
    let left: [(String, () -> Void)] = [
      ("rejected", { _ = rejected() }),
      ("then", { rejected().then { $0 } }),
      ("always", { rejected().always {} }),
      ("validate", { Google(1).validate { _ in false } }),
      ("timeout", { timedOut() }),
      ("all", { _ = all([rejected(), Google(1)]) }),
      ("any", { _ = any([rejected()]) }),
      ("retry", { _ = retry(attempts: 0) { rejected() } }),
      ("rejected", { _ = rejected().isRejected }),
      ("rejected", { _ = rejected().isFulfilled }),
    ]
    for (name, body) in left {
      let reports = try await unhandled(body)
      #expect(reports.count == 1, "\(name): \(reports)")
      #expect(reports.first?.contains("\(name) at \(#fileID)") == true, "\(name): \(reports)")
    }
    let none = try await unhandled {
      rejected().catch { _ in }
      rejected().then { $0 }.catch { _ in }.always {}
      rejected().recover { _ in 1 }
      _ = rejected().error
      _ = any([rejected(), Google(1)])
      let source = Google<Int>.pending()
      source.then { $0 }.then { $0 }.cancel()
    }
    #expect(none == [])
  }

  // MARK: Scope

  @Test("T2: what the calls of a retry make belongs to the scope of the call")
  func scopeOfRetry() async throws {
    func makeRejected() { Google<Int>(TestError.first).validate { _ in true } }
    let reports = try await unhandled {
      retry(on: .global(), attempts: 2, delay: 0.001) { _, _ in
        makeRejected()
        return true
      } _: { () -> Google<Int> in
        makeRejected()
        throw TestError.first
      }.catch { _ in }
    }
    // Three calls of the work, and two of the condition.
    #expect(reports.count == 5)
  }

  // MARK: Order

  @MainActor
  @Test("B3: on the main actor, async() returns after the handlers that were added earlier")
  func order() async throws {
    let (log, value) = (Journal<Int>(), Google(1))
    value.then { log.write($0) }
    #expect(try await value.async() == 1)
    #expect(log.entries == [1])
  }
}
