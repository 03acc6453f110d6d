// Programs that use PromiseKitCompat, explored in many orders of their jobs.

import AsyncExplorer
import AsyncPromisesSwiftTesting
import Dispatch
import Foundation
import PromiseKitCompat
import TestSupport
import Testing

@Suite("explored: PromiseKitCompat", .timeLimit(.minutes(5)))
struct PromiseKitExplorations {
  /// A request that ends later.
  @Sendable private static func request<T: Sendable>(
    _ answer: T, fails: Bool = false
  ) -> Promise<T> {
    Promise { seal in
      _Concurrency.Task {
        await _Concurrency.Task.yield()
        fails ? seal.reject(ProgramError.first) : seal.fulfill(answer)
      }
    }
  }

  @Test("X1: the handlers of a chain run on the main queue, one after the other")
  func chain() async throws {
    for fails in [false, true] {
      try await exploreFacade {
        let journal = Journal<String>()
        let write = { @Sendable (entry: String) in
          #expect(MarkedQueue.main.isCurrent, "\(entry)")
          journal.write(entry)
        }
        let end = Promise<Void> { seal in
          firstly {
            Self.request(1)
          }.then { number -> Promise<String> in
            write("then")
            return Self.request("\(number)", fails: fails)
          }.map { text -> Int in
            write("map")
            return Int(text) ?? 0
          }.done { number in
            write("done \(number)")
          }.ensure {
            write("ensure")
          }.catch { _ in
            write("catch")
          }.finally {
            write("finally")
            seal.fulfill(())
          }
        }
        try await end.async()
        let expected =
          fails
          ? ["then", "ensure", "catch", "finally"]
          : ["then", "map", "done 1", "ensure", "finally"]
        #expect(journal.entries == expected)
      }
    }
  }

  @Test("X1: handlers of one promise run in order of registration on each queue")
  func order() async throws {
    try await exploreFacade {
      let journal = Journal<Int>()
      let own = MarkedQueue()
      let (promise, resolver) = Promise<Int>.pending()
      async let settled: Void = {
        await _Concurrency.Task.yield()
        resolver.fulfill(1)
      }()
      var onMain: [Promise<Void>] = []
      var onOwn: [Promise<Void>] = []
      let ownJournal = Journal<Int>()
      for number in 1...4 {
        onMain.append(
          promise.done(on: .main) { _ in
            #expect(MarkedQueue.main.isCurrent)
            journal.write(number)
          })
        onOwn.append(
          promise.done(on: own.queue) { _ in
            #expect(own.isCurrent)
            ownJournal.write(number)
          })
        if number == 2 { await _Concurrency.Task.yield() }
      }
      try await when(fulfilled: onMain + onOwn).async()
      await settled
      #expect(journal.entries == [1, 2, 3, 4])
      #expect(ownJournal.entries == [1, 2, 3, 4])
    }
  }

  @Test("X1: work and handlers on queues")
  func queues() async throws {
    try await exploreFacade {
      let own = MarkedQueue()
      let value = try await own.queue.async(.promise) { () throws -> Int in
        #expect(own.isCurrent)
        return 1
      }.map(on: DispatchQueue.global()) { number -> Int in
        #expect(!MarkedQueue.main.isCurrent)
        return number + 1
      }.map(on: nil) { number -> Int in
        number + 1
      }.then(on: own.queue) { number -> Guarantee<Int> in
        #expect(own.isCurrent)
        return DispatchQueue.global().async(.promise) { number + 1 }
      }.async()
      #expect(value == 4)
    }
  }

  @Test("X1: when returns values in the order of the inputs, or the first error")
  func whens() async throws {
    try await exploreFacade {
      let values = try await when(fulfilled: (0..<4).map { Self.request($0) }).async()
      #expect(values == [0, 1, 2, 3])
      let (number, text) = try await when(
        fulfilled: Self.request(1), Self.request("one")
      ).async()
      #expect((number, text) == (1, "one"))
      let outcomes = await when(
        resolved: [Self.request(1), Self.request(2, fails: true), Self.request(3)]
      ).async()
      #expect(outcomes.map(\.isFulfilled) == [true, false, true])
      let failed = try? await when(fulfilled: Self.request(1), Self.request(2, fails: true)).async()
      #expect(failed == nil)
    }
  }

  @Test("X1: when(concurrently:) never exceeds its limit, and keeps the order")
  func whenConcurrently() async throws {
    try await exploreFacade {
      let running = Locked(0)
      var numbers = (0..<5).makeIterator()
      let generator = AnyIterator<Promise<Int>> {
        guard let number = numbers.next() else { return nil }
        running.withLock {
          $0 += 1
          #expect($0 <= 2)
        }
        return Self.request(number).ensure(on: nil) { running.withLock { $0 -= 1 } }
      }
      let values = try await when(fulfilled: generator, concurrently: 2).async()
      #expect(values == [0, 1, 2, 3, 4])
    }
  }

  @Test("X1 X2: a race with a time limit")
  func timeLimit() async throws {
    try await exploreFacade {
      let slow = after(seconds: 10).map { 1 }
      let limit = after(.seconds(1)).then { Guarantee.value(2) }
      let quick = Self.request(3)
      let first = await race(slow, limit).async()
      #expect(first == 2)
      let winner = try await race(Promise(after(seconds: 5)).map { 5 }, quick).async()
      #expect(winner == 3)
    }
  }

  @Test("X1: recover can try again after a pause")
  func recover() async throws {
    try await exploreFacade {
      let attempts = Locked(0)
      @Sendable func attempt(_ left: Int) -> Promise<Int> {
        firstly { () -> Promise<Int> in
          attempts.withLock { $0 += 1 }
          return Self.request(left, fails: left > 0)
        }.recover { error -> Promise<Int> in
          #expect(error is ProgramError)
          guard left > 0 else { throw error }
          return after(seconds: 1).then { attempt(left - 1) }
        }
      }
      let value = try await attempt(3).async()
      #expect(value == 0 && attempts.withLock { $0 } == 4)
    }
  }

  @Test("X8: a program cancelled at each of its suspension points")
  func cancellation() async throws {
    let summary = try await exploreCancellation {
      let value = try await firstly {
        Self.request(1)
      }.then { number in
        when(fulfilled: Self.request(number), Self.request(number + 1))
      }.map { first, second in
        first + second
      }.async()
      #expect(value == 3)
    }
    #expect(summary.escapes == [])
  }
}
