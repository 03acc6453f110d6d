// Promises whose consumers leave: which work is stopped, and what later consumers hear.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

private typealias Google = GooglePromisesCompat.Promise

@Suite("Leaving", .timeLimit(.minutes(10)))
struct LeavingTests {
  /// A promise with work, whose gate opens when the work is stopped.
  private struct Work {
    let promise: Google<Int>
    let resolver: AsyncPromises.Resolver<Int>
    let stopped = Gate()

    init() {
      let (ours, resolver) = AsyncPromises.Promise<Int>.pending()
      resolver.onCancel { [stopped] in stopped.open() }
      (promise, self.resolver) = (Google(ours), resolver)
    }
  }

  /// A call whose handler returns a promise, which the promise of the call follows.
  enum Call: CaseIterable, Sendable {
    case then, recover, reduce, `do`, retry

    fileprivate func callAsFunction(on queue: DispatchQueue, returning inner: Google<Int>)
      -> Google<Int>
    {
      switch self {
      case .then: Google(1).then(on: queue) { _ in inner }
      case .recover: Google(TestError.first).recover(on: queue) { _ in inner }
      case .reduce: Google(1).reduce(on: queue, [0]) { _, _ in inner }
      case .do: Google(on: queue) { inner }
      case .retry: GooglePromisesCompat.retry(on: queue) { inner }
      }
    }
  }

  /// How the only consumer of a promise leaves.
  enum Leave: CaseIterable, Sendable {
    case cancel, get

    fileprivate func callAsFunction(_ promise: Google<Int>) async {
      switch self {
      case .cancel: promise.cancel()
      case .get: await cancelWait { _ = try await promise.asyncPromise.get() }
      }
    }
  }

  @Test(
    "E2: leaving a chain stops the work of the promise that a handler has returned",
    arguments: Call.allCases, Leave.allCases)
  func inner(call: Call, leave: Leave) async throws {
    let (work, queue) = (Work(), DispatchQueue(label: "own"))
    let outer = call(on: queue, returning: work.promise)
    try await onQueue(queue) {}
    await leave(outer)
    try await work.stopped.pass()
  }

  @Test(
    "E2: a promise that a handler has returned goes on for its other consumers",
    arguments: Call.allCases, Leave.allCases)
  func sharedInner(call: Call, leave: Leave) async throws {
    let (work, queue) = (Work(), DispatchQueue(label: "own"))
    let other = work.promise.then(on: queue) { $0 }
    let outer = call(on: queue, returning: work.promise)
    try await onQueue(queue) {}
    await leave(outer)
    work.resolver.fulfill(1)
    #expect(await other.settled() == .fulfilled(1))
    #expect(!work.stopped.isOpen)
  }

  @Test("E4: chains that leave a shared promise leave memory flat")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let (inner, queue) = (Google<Int>.pending(), DispatchQueue(label: "own"))
      try await Memory.expectFlat { rounds in
        for _ in 0..<rounds {
          let outer = Google(1).then(on: queue) { _ in inner }
          queue.sync {}
          outer.cancel()
        }
      }
    }
  }

  // MARK: Shared promises

  @Test("E2 E3: a promise with nothing to stop stays pending for who comes later")
  func gate() async throws {
    let gate = Google<Int>.pending()
    await Leave.get(gate)
    #expect(gate.isPending)
    let later = gate.then { $0 + 1 }
    gate.fulfill(1)
    #expect(await later.settled() == .fulfilled(2))
  }

  @Test("E2 E3 H2: who comes when the work was stopped hears so, and is reported", .needsTracking)
  func abandoned() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      let (work, heard) = (Work(), Journal<Outcome>())
      await Leave.get(work.promise)
      try await work.stopped.pass()
      work.promise.then { _ in heard.write(.fulfilled(0)) }.catch { heard.write(Outcome($0)) }
      try await scope.settle(within: .seconds(500))
      #expect(heard.entries == [.abandoned])
      #expect(scope.events.contains { if case .abandonedPromise = $0 { true } else { false } })
    }
  }

  @Test(
    "E3: consumers of a shielded promise and tasks in async() come and go, and the work goes on",
    arguments: [true, false])
  func shielded(isShielded: Bool) async throws {
    let work = Work()
    if isShielded {
      let shared = work.promise.shielded()
      for leave in Leave.allCases { await leave(shared.then { $0 }) }
      await Leave.get(shared)
    } else {
      await cancelWait { _ = try await work.promise.async() }
    }
    let later = work.promise.then { $0 + 1 }
    work.resolver.fulfill(1)
    #expect(await later.settled() == .fulfilled(2))
    #expect(!work.stopped.isOpen)
  }
}
