// Programs that use GooglePromisesCompat, explored in many orders of their jobs.

import AsyncExplorer
import AsyncPromisesSwiftTesting
import Dispatch
import Foundation
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("explored: GooglePromisesCompat", .timeLimit(.minutes(5)))
struct GooglePromisesExplorations {
  /// A request that ends later.
  @Sendable private static func request<T: Sendable>(
    _ answer: T, fails: Bool = false
  ) -> Promise<T> {
    Promise<T> { fulfill, reject in
      _Concurrency.Task {
        await _Concurrency.Task.yield()
        fails ? reject(ProgramError.first) : fulfill(answer)
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
        let value = try await Promise<Int> { () -> Int in
          write("do")
          return 1
        }.then { number -> Promise<String> in
          write("then")
          return Self.request("\(number)", fails: fails)
        }.then { text in
          write("then \(text)")
        }.always {
          write("always")
        }.catch { _ in
          write("catch")
        }.recover { error -> String in
          write("recover")
          return "none"
        }.async()
        #expect(value == (fails ? "none" : "1"))
        let expected =
          fails
          ? ["do", "then", "always", "catch", "recover"] : ["do", "then", "then 1", "always"]
        #expect(journal.entries == expected)
      }
    }
  }

  @Test("X1: handlers of one promise run in order of registration on each queue")
  func order() async throws {
    try await exploreFacade {
      let (journal, ownJournal) = (Journal<Int>(), Journal<Int>())
      let own = MarkedQueue()
      let promise = Promise<Int>.pending()
      async let settled: Void = {
        await _Concurrency.Task.yield()
        promise.fulfill(1)
      }()
      var handlers: [Promise<Int>] = []
      for number in 1...4 {
        handlers.append(
          promise.then(on: .main) { _ in
            #expect(MarkedQueue.main.isCurrent)
            journal.write(number)
          })
        handlers.append(
          promise.then(on: own.queue) { _ in
            #expect(own.isCurrent)
            ownJournal.write(number)
          })
        if number == 2 { await _Concurrency.Task.yield() }
      }
      _ = try await all(handlers).async()
      await settled
      #expect(journal.entries == [1, 2, 3, 4])
      #expect(ownJournal.entries == [1, 2, 3, 4])
    }
  }

  @Test("X1: groups return values in the order of the inputs, or the first error")
  func groups() async throws {
    try await exploreFacade {
      let values = try await all((0..<4).map { Self.request($0) }).async()
      #expect(values == [0, 1, 2, 3])
      let pair = try await all(Self.request(1), Self.request("one")).async()
      #expect(pair == (1, "one"))
      let outcomes = try await any(Self.request(1), Self.request(2, fails: true)).async()
      #expect(outcomes.0.value == 1 && outcomes.1.error is ProgramError)
      let winner = try await race(
        Self.request(1).delay(5), Self.request(2), Promise<Int>(3).delay(9)
      ).async()
      #expect(winner == 2)
      let failed = try? await all(Self.request(1), Self.request(2, fails: true)).async()
      #expect(failed == nil)
    }
  }

  @Test("X1 X2: time limits, delays and retries")
  func time() async throws {
    try await exploreFacade {
      let slow = try? await Promise<Int>.pending().timeout(1).async()
      #expect(slow == nil)
      let quick = try await Self.request(1).delay(1).timeout(5).async()
      #expect(quick == 1)
      let attempts = Locked(0)
      let value = try await retry(attempts: 3, delay: 2) { () -> Promise<Int> in
        let number = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        // The caller makes the first attempt.
        #expect(MarkedQueue.main.isCurrent == (number > 1))
        return Self.request(number, fails: number < 3)
      }.async()
      #expect(value == 3)
    }
  }

  @Test("X1: wrap, validate and reduce")
  func others() async throws {
    try await exploreFacade {
      let wrapped = try await wrap { (completion: @escaping @Sendable (Int) -> Void) in
        _Concurrency.Task { completion(1) }
      }.validate { $0 > 0 }.async()
      #expect(wrapped == 1)
      let sum = try await Self.request(0).reduce([1, 2, 3]) { sum, number in
        #expect(MarkedQueue.main.isCurrent)
        return Self.request(sum + number)
      }.async()
      #expect(sum == 6)
    }
  }

  @Test("X8: a program cancelled at each of its suspension points")
  func cancellation() async throws {
    let summary = try await exploreCancellation {
      let value = try await Self.request(1).then { number in
        all(Self.request(number), Self.request(number + 1))
      }.then { pair in
        pair.0 + pair.1
      }.async()
      #expect(value == 3)
    }
    #expect(summary.escapes == [])
  }
}
