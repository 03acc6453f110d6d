// Where handlers run, and in what order.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Queues", .timeLimit(.minutes(10)))
struct QueuesTests {
  @Test("handlers run on the main queue by default", arguments: SettleTime.allCases)
  func standard(time: SettleTime) async throws {
    let (value, resolver) = Promise<[Int]>.pending()
    let (error, errorResolver) = Promise<Void>.pending()
    let seen = Journal<Bool>()
    let ends = (0..<21).map { _ in Gate() }
    try await time.observe {
      func ran<R>(_ number: Int, _ result: R) -> R {
        seen.write(MainQueue.isCurrent)
        ends[number].open()
        return result
      }
      _ = value.map { _ in ran(0, 1) }
      _ = value.then { _ in ran(1, Promise.value(1)) }
      _ = value.compactMap { _ in ran(2, 1 as Int?) }
      _ = value.done { _ in ran(3, ()) }
      _ = value.get { _ in ran(4, ()) }
      _ = value.tap { _ in ran(5, ()) }
      _ = value.ensure { ran(6, ()) }
      _ = value.ensureThen { ran(7, Guarantee<Void>.value) }
      value.catch { _ in }.finally { ran(8, ()) }
      error.catch { _ in ran(9, ()) }
      _ = error.recover { _ in ran(10, Promise<Void>.value) }
      error.recover { _ -> Guarantee<Void> in ran(11, Guarantee<Void>.value) }
      error.recover { (_: any Error) -> Void in ran(12, ()) }
      _ = value.mapValues { _ in ran(13, 1) }
      _ = value.flatMapValues { _ in ran(14, [1]) }
      _ = value.compactMapValues { _ in ran(15, 1 as Int?) }
      _ = value.thenMap { _ in ran(16, Promise.value(1)) }
      _ = value.thenFlatMap { _ in ran(17, Promise.value([1])) }
      _ = value.filterValues { _ in ran(18, true) }
      _ = value.firstValue { _ in ran(19, true) }
      value.recover { _ in Guarantee.value([]) }.done { _ in ran(20, ()) }
    } settle: {
      resolver.fulfill([1])
      errorResolver.reject(TestError.first)
    }
    for end in ends { try await end.pass() }
    #expect(seen.entries == Array(repeating: true, count: ends.count))
  }

  @Test("a serial queue runs handlers and other blocks in order")
  func serial() async throws {
    let queue = DispatchQueue(label: "serial")
    queue.suspend()
    let (source, order) = (Promise.value(1), Journal<Int>())
    let first = (0..<20).map { number in source.get(on: queue) { _ in order.write(number) } }
    queue.async { order.write(20) }
    let last = first[0].done(on: queue) { _ in order.write(22) }
    queue.async { order.write(21) }
    queue.resume()
    try await last.async()
    #expect(order.entries == Array(0...22))
  }

  // One operator at a time, because each blocks a thread of the pool on which tests run.
  @Test("flags: a barrier on a concurrent queue")
  func barriers() async throws {
    for kind in PromiseOperator.allCases { try await expectBarrier(kind) }
  }

  private func expectBarrier(_ kind: PromiseOperator) async throws {
    let queue = DispatchQueue(label: "barrier", attributes: .concurrent)
    let settlement: Settlement = kind.runs(after: .fulfilled) ? .fulfilled : .rejected
    let (promise, resolver) = Promise<Int>.pending()
    let order = Journal<String>()
    let (began, goOn) = (Gate(), Gate())
    let derived = kind.derive(from: promise, on: queue, flags: .barrier) {
      order.write("handler")
    }
    queue.async {
      began.open()
      goOn.block()
      order.write("before")
    }
    try await began.pass()
    settlement.settle(resolver)
    queue.async { order.write("after") }
    goOn.open()
    #expect(await derived.settled() == kind.outcome(after: settlement), "\(kind)")
    try await onFreshThread { queue.sync(flags: .barrier) {} }
    #expect(order.entries == ["before", "handler", "after"], "\(kind)")
  }

  @Test(
    "an outcome that skips a handler passes through immediately, even if the queue is suspended",
    arguments: PromiseOperator.allCases, Settlement.allCases)
  func passing(kind: PromiseOperator, settlement: Settlement) async throws {
    let queue = DispatchQueue(label: "passing")
    queue.suspend()
    let (promise, resolver) = Promise<Int>.pending()
    let ran = Journal<Bool>()
    let early = kind.derive(from: promise, on: queue) { ran.write(true) }
    settlement.settle(resolver)
    let late = kind.derive(from: promise, on: queue) { ran.write(true) }
    let runs = kind.runs(after: settlement)
    #expect(early.outcome == (runs ? .pending : settlement.outcome))
    #expect(late.outcome == (runs ? .pending : settlement.outcome))
    queue.resume()
    #expect(await early.settled() == kind.outcome(after: settlement))
    #expect(await late.settled() == kind.outcome(after: settlement))
    #expect(ran.count == (runs ? 2 : 0))
  }

  @Test("an error that the app counts as a cancellation passes through when the queue runs")
  func ownCancellation() async throws {
    struct Left: CancellableError { let isCancelled = true }
    let queue = DispatchQueue(label: "own")
    queue.suspend()
    let ran = Journal<Bool>()
    let left = Promise<Int>(error: Left())
    let recovered = left.recover(on: queue) { _ in
      ran.write(true)
      return Promise.value(1)
    }
    #expect(recovered.isPending)
    queue.resume()
    try await onFreshThread { queue.sync {} }
    #expect(recovered.error is Left)
    #expect(ran.count == 0)
  }

  @Test(
    "B9: inline handlers see the task-locals of the settling call; handlers on queues don't",
    arguments: PromiseOperator.allCases, Settlement.allCases)
  func taskLocals(kind: PromiseOperator, settlement: Settlement) async throws {
    guard kind.runs(after: settlement) else { return }
    let (promise, resolver) = Promise<Int>.pending()
    let (seen, ran) = (Journal<String>(), Gate())
    _ = kind.derive(from: promise, on: nil) { seen.write("inline \(Self.request)") }
    _ = kind.derive(from: promise, on: .global()) {
      seen.write("queue \(Self.request)")
      ran.open()
    }
    Self.$request.withValue("settler") { settlement.settle(resolver) }
    try await ran.pass()
    #expect(Set(seen.entries) == ["inline settler", "queue none"])
  }

  @TaskLocal private static var request = "none"
}
