// Promises whose consumers leave: which work is stopped, and what later consumers hear.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

private typealias Kit = PromiseKitCompat.Promise

@Suite("Leaving", .timeLimit(.minutes(10)))
struct LeavingTests {
  /// A promise with work, whose gate opens when the work is stopped.
  private struct Work {
    let promise: Kit<Int>
    let resolver: AsyncPromises.Resolver<Int>
    let stopped = Gate()

    init() {
      let (ours, resolver) = AsyncPromises.Promise<Int>.pending()
      resolver.onCancel { [stopped] in stopped.open() }
      (promise, self.resolver) = (Kit(ours), resolver)
    }
  }

  /// A call whose handler returns a promise, which the promise of the call follows.
  enum Call: CaseIterable, Sendable {
    case then, recover, ensureThen, iterator

    fileprivate func callAsFunction(on queue: DispatchQueue, returning inner: Kit<Int>) -> Kit<Int>
    {
      switch self {
      case .then: Kit.value(1).then(on: queue) { _ in inner }
      case .recover: Kit(error: TestError.first).recover(on: queue) { _ in inner }
      case .ensureThen:
        Kit.value(1).ensureThen(on: queue) {
          inner.map(on: nil) { _ in }.recover(on: nil) { (_: any Error) in }
        }
      case .iterator:
        PromiseKitCompat.when(fulfilled: AnyIterator([inner].makeIterator()), concurrently: 1).map {
          $0[0]
        }
      }
    }
  }

  /// How the only consumer of a promise leaves.
  enum Leave: CaseIterable, Sendable {
    case cancel, get

    fileprivate func callAsFunction(_ promise: Kit<Int>) async {
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
    let other = work.promise.map(on: queue) { $0 }
    let outer = call(on: queue, returning: work.promise)
    try await onQueue(queue) {}
    await leave(outer)
    work.resolver.fulfill(1)
    #expect(await other.settled() == .fulfilled(1))
    #expect(!work.stopped.isOpen)
  }

  // MARK: Shared promises

  @Test("E2 E3: a promise with nothing to stop stays pending for who comes later")
  func gate() async throws {
    let (gate, resolver) = Kit<Int>.pending()
    await Leave.get(gate)
    #expect(gate.isPending)
    let later = gate.map { $0 + 1 }
    resolver.fulfill(1)
    #expect(await later.settled() == .fulfilled(2))
  }

  @Test("E2 E3 H2: who comes when the work was stopped hears so, and is reported", .needsTracking)
  func abandoned() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      let (work, heard) = (Work(), Journal<Outcome>())
      await Leave.get(work.promise)
      try await work.stopped.pass()
      work.promise.done { _ in heard.write(.fulfilled(0)) }.catch { heard.write(Outcome($0)) }
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
      for leave in Leave.allCases { await leave(shared.map { $0 }) }
      await Leave.get(shared)
    } else {
      await cancelWait { _ = try await work.promise.async() }
    }
    let later = work.promise.map { $0 + 1 }
    work.resolver.fulfill(1)
    #expect(await later.settled() == .fulfilled(2))
    #expect(!work.stopped.isOpen)
  }

  // MARK: Iterators

  /// A `when` over an iterator, as a promise without the values.
  enum Form: CaseIterable, Sendable {
    case fulfilled, resolved

    fileprivate func callAsFunction(_ supply: AnyIterator<Kit<Int>>, _ limit: Int) -> Kit<Void> {
      switch self {
      case .fulfilled: when(fulfilled: supply, concurrently: limit).asVoid()
      case .resolved: when(resolved: supply, concurrently: limit).cancellize().asVoid()
      }
    }
  }

  @Test(
    "E2: when a `when` over an iterator is left, the promises under way are stopped",
    arguments: Form.allCases, [true, false])
  func left(form: Form, isByTask: Bool) async throws {
    let works = Journal<Work>()
    let all = form(
      AnyIterator {
        works.write(Work())
        return works.entries.last?.promise
      }, 2)
    if isByTask { await cancelWait { try await all.asyncPromise.get() } } else { all.cancel() }
    for work in works.entries { try await work.stopped.pass() }
    #expect(works.count == 2)
  }

  @Test(
    "A4: a `when` whose promises under way can't be settled anymore can't, either",
    arguments: Form.allCases, [1, 2])
  func lost(form: Form, limit: Int) async throws {
    let pulled = Journal<Int>()
    let all = form(
      AnyIterator {
        pulled.write(pulled.count)
        return Kit<Int>.pending().promise
      }, limit)
    await #expect(throws: AsyncPromises.PromiseError.self) { try await all.asyncPromise.value }
    #expect(pulled.count == limit)
  }

  @Test(
    "A4: a promise that can't be settled anymore keeps its place, and the others go on",
    arguments: Form.allCases)
  func oneLost(form: Form) async throws {
    let pulled = Journal<Int>()
    let all = form(
      AnyIterator {
        pulled.write(pulled.count)
        switch pulled.count {
        case 1: return Kit<Int>.pending().promise
        case 2...4: return .value(1)
        default: return nil
        }
      }, 2)
    await #expect(throws: AsyncPromises.PromiseError.self) { try await all.asyncPromise.value }
    #expect(pulled.count == 5)
  }
}
