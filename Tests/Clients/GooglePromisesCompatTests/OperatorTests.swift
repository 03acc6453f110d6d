// Behavior that all operators have in common.

import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("Operators", .timeLimit(.minutes(10)))
struct OperatorTests {
  private static let cases = Settlement.allCases.flatMap { settlement in
    SettleTime.allCases.map { (settlement, $0) }
  }

  @Test("a handler runs once or is skipped, and is released", arguments: cases)
  func passing(settlement: Settlement, time: SettleTime) async throws {
    for operation in Operation.allCases {
      let runs = Journal<Bool>()
      let (derived, freed) = time.observe(settlement) { promise in
        tracking { object in
          operation.derive(from: promise) {
            object.use()
            runs.write(MarkedQueue.main.isCurrent)
          }
        }
      }
      #expect(await derived.settled() == settlement.outcome, "\(operation)")
      try await freed.pass()
      #expect(runs.entries == (operation.runs(after: settlement) ? [true] : []), "\(operation)")
    }
  }

  @Test("a handler runs on the given queue", arguments: Operation.allCases)
  func queue(operation: Operation) async {
    let own = MarkedQueue(DispatchQueue(label: "own"))
    let runs = Journal<Bool>()
    for settlement in Settlement.allCases {
      let derived = SettleTime.after.observe(settlement) { promise in
        operation.derive(from: promise, on: own.queue) { runs.write(own.isCurrent) }
      }
      _ = await derived.settled()
    }
    #expect(!runs.entries.isEmpty)
    #expect(!runs.entries.contains(false))
  }

  @Test("handlers never run inline, even in a block on their queue", arguments: Operation.allCases)
  func neverInline(operation: Operation) async throws {
    for settlement in Settlement.allCases {
      let own = DispatchQueue(label: "own")
      let order = Journal<String>()
      let derived = try await onFreshThread {
        own.sync {
          let promises = [SettleTime.before, .after].map { time in
            time.observe(settlement) { promise in
              operation.derive(from: promise, on: own) { order.write("handler") }
            }
          }
          order.write("block")
          return promises
        }
      }
      for promise in derived { #expect(await promise.settled() == settlement.outcome) }
      let runs = operation.runs(after: settlement)
      #expect(order.entries == (runs ? ["block", "handler", "handler"] : ["block"]))
    }
  }

  @Test("an outcome waits for each link's queue, even if it skips the handler")
  func inTurn() async {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let derived = Operation.allCases.flatMap { operation in
      Settlement.allCases.map { settlement in
        let promise = SettleTime.after.observe(settlement) { promise in
          operation.derive(from: promise, on: queue) {}
        }
        return (promise, settlement)
      }
    }
    for (promise, _) in derived { #expect(promise.isPending) }
    queue.resume()
    for (promise, settlement) in derived {
      #expect(await promise.settled() == settlement.outcome)
    }
  }

  /// On the main actor, so that the main queue runs no handler before all of them are enqueued.
  @MainActor @Test("a promise's own handler runs before a handler further down a chain")
  func order() async {
    let failed = Promise<Int>.pending()
    let order = Journal<String>()
    let far = failed.then { $0 }.catch { _ in order.write("far") }
    let near = failed.catch { _ in order.write("near") }
    failed.reject(TestError.first)
    _ = (await far.settled(), await near.settled())
    #expect(order.entries == ["near", "far"])
  }

  @Test("handlers of one promise run in order of registration", arguments: cases)
  func order(settlement: Settlement, time: SettleTime) async {
    let order = Journal<Int>()
    let derived = time.observe(settlement) { promise in
      (0..<50).map { number in promise.always { order.write(number) } }
    }
    for promise in derived { _ = await promise.settled() }
    #expect(order.entries == Array(0..<50))
  }

  @Test("E2: cancelling the derived promise skips the handler; a source with no work stays pending")
  func cancelled() async throws {
    for operation in Operation.allCases where operation != .always {
      let source = Promise<Int>.pending()
      let runs = Journal<Bool>()
      let (derived, freed) = tracking { object in
        operation.derive(from: source) {
          object.use()
          runs.write(true)
        }
      }
      derived.cancel()
      #expect(derived.outcome == .cancelled && source.isPending, "\(operation)")
      source.fulfill(1)
      try await freed.pass()
      #expect(runs.entries.isEmpty, "\(operation)")
    }
  }

  @Test("a source with another consumer continues; a cancelled `always` still runs its handler")
  func wanted() async throws {
    let source = Promise<Int>.pending()
    let other = source.then { $0 + 1 }
    let ran = Gate()
    source.always { ran.open() }.cancel()
    #expect(source.isPending)
    try await ran.pass()
    source.fulfill(1)
    #expect(await other.settled() == .fulfilled(2))
  }

  @Test("a derived promise may be settled from outside", arguments: Operation.allCases)
  func fromOutside(operation: Operation) async throws {
    let source = Promise<Int>.pending()
    let runs = Journal<Bool>()
    let (fulfilled, freed) = tracking { object in
      operation.derive(from: source) {
        object.use()
        if operation != .always { runs.write(true) }
      }
    }
    let rejected = operation.derive(from: source) { if operation != .always { runs.write(true) } }
    let wanted = source.then { $0 }
    fulfilled.fulfill(7)
    rejected.reject(TestError.second)
    #expect(fulfilled.outcome == .fulfilled(7))
    #expect(rejected.outcome == .rejected(.second))
    try await freed.pass()
    source.fulfill(1)
    #expect(await wanted.settled() == .fulfilled(1))
    #expect(await fulfilled.settled() == .fulfilled(7))
    #expect(runs.entries.isEmpty)
  }

  @Test("a promise that follows another may also be settled from outside")
  func following() async {
    let inner = Promise<Int>.pending()
    let bound = Gate()
    let outer = Promise(0).then { _ -> Promise<Int> in
      defer { DispatchQueue.main.async { bound.open() } }
      return inner
    }
    let end = outer.then { $0 + 1 }
    try? await bound.pass()
    #expect(outer.isPending)
    outer.fulfill(5)
    #expect(await end.settled() == .fulfilled(6))
    inner.fulfill(1)
    #expect(await inner.settled() == .fulfilled(1))
  }

  @Test("the work behind a promise that is settled from outside continues, even without consumers")
  func continuing() async {
    let source = Promise<Int>.pending()
    let ran = Gate()
    let step = source.then { value -> Int in
      ran.open()
      return value
    }
    let derived = [step.then { $0 }, step.then { Promise($0) }, step.delay(0), step.timeout(1_000)]
    for promise in derived { promise.reject(TestError.second) }
    #expect(source.isPending && step.isPending)
    source.fulfill(1)
    try? await ran.pass()
    #expect(await step.settled() == .fulfilled(1))
  }

  @Test("an error thrown by a handler rejects the promise, unchanged")
  func throwing() async {
    let error = TestError.second
    let ends: [Promise<Int>] = [
      Promise(1).then { _ -> Promise<Int> in throw error },
      Promise(1).then { _ -> Int in throw error },
      Promise(1).then { _ -> Void in throw error },
      Promise(TestError.first).recover { _ -> Promise<Int> in throw error },
      Promise(TestError.first).recover { _ -> Int in throw error },
      Promise(1).reduce(1) { _, _ in throw error },
    ]
    for end in ends { #expect(await end.settled() == .rejected(.second)) }
  }

  @Test("a handler that returns its own promise rejects it")
  func cycle() async {
    let source = Promise<Int>.pending()
    let own = Journal<Promise<Int>>()
    own.write(source.then { _ in own.entries[0] })
    source.fulfill(1)
    #expect(await own.entries[0].settled() == .cycle)
  }

  @Test("a chain of 20,000 links settles")
  func long() async {
    let first = Promise<Int>.pending()
    var last = first
    for _ in 0..<20_000 { last = last.then(on: .global()) { $0 + 1 } }
    first.fulfill(0)
    #expect(await last.settled() == .fulfilled(20_000))
  }
}
