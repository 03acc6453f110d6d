// Threads that settle and cancel while timers and retries are running.

import AsyncPromises
import Testing

extension StressTests {
  @Suite("Timing", .timeLimit(.minutes(10)))
  struct TimingTests {
    @Test(
      "G2: exactly one of a time limit, a value and a cancellation wins", arguments: threadCounts)
    func timeout(threads: Int) async {
      await stress(threads: threads) { round in
        let (source, resolver) = Promise<Token>.pending()
        let (bell, ringer) = Promise<Void>.pending()
        let clock = BellClock(bell: bell, capture: round.token())
        let sight = round.sight()
        let token = round.token(1)
        let cancels = round.counter("a cancellation won", 0...1)
        let timed = source.timeout(after: .nanoseconds(1), clock: clock)
        round.consume(timed, sight)
        round.part { resolver.fulfill(token) }
        // Even if the bell never rings, the objects it retains must be released with the timer.
        round.keep(ringer)
        if round.isOdd { round.part { ringer.fulfill() } }
        if round.random(below: 2) == 0 { round.part { cancels.add(if: timed.cancel()) } }
        round.others { _ in
          let handler = round.handler { sight.see($0) }
          return { timed.whenSettled(handler) }
        }
        round.expect("the outcome is \(sight.code)") {
          cancels.count == 1
            ? sight.end == .cancelled : sight.code == 1 || sight.end == .timedOut
        }
      }
    }

    @Test(
      "G2: timers of the continuous clock, started and stopped together", arguments: threadCounts)
    func sharedSleep(threads: Int) async {
      await stress(threads: threads) { round in
        round.others { _ in
          let (source, resolver) = Promise<Token>.pending()
          let sight = round.sight()
          let token = round.token(1)
          let handler = round.handler { sight.see($0) }
          let limit = Duration.microseconds(round.random(below: 100))
          round.expect("the outcome is \(sight.code)") {
            sight.code == 1 || sight.end == .timedOut
          }
          return {
            source.timeout(after: limit).whenSettled(handler)
            resolver.fulfill(token)
          }
        }
      }
    }

    @Test("G3: a retry fails, succeeds or is cancelled", arguments: threadCounts)
    func retry(threads: Int) async {
      await stress(threads: threads) { round in
        let sight = round.sight()
        let token = round.token(1)
        let attempts = round.counter("an attempt began", 0...4)
        let disorders = round.counter("an attempt had the wrong number", 0)
        let cancels = round.counter("a cancellation won", 0...1)
        let succeeds = round.isOdd
        let promise = Promise.retry(maxAttempts: 4) { attempt in
          attempts.add()
          disorders.add(if: attempts.count != attempt)
          guard succeeds, attempt == 3 else { throw Refusal(token: token) }
          return token
        }
        promise.whenSettled(round.handler { sight.see($0) })
        round.consume(promise, sight)
        round.others { _ in { cancels.add(if: promise.cancel()) } }
        round.expect("\(attempts.count) attempts, and the outcome is \(sight.code)") {
          cancels.count == 1
            ? sight.end == .cancelled : sight.code == 1 && attempts.count == (succeeds ? 3 : 4)
        }
      }
    }

    @Test("G3: a retry is cancelled just as its pause ends", arguments: threadCounts)
    func pause(threads: Int) async {
      await stress(threads: threads) { round in
        let (bell, ringer) = Promise<Void>.pending()
        let clock = BellClock(bell: bell, capture: round.token())
        let sight = round.sight()
        let token = round.token(1)
        let attempts = round.counter("an attempt began", 0...2)
        let cancels = round.counter("a cancellation won", 0...1)
        let promise = Promise.retry(
          maxAttempts: 2, backoff: .constant(.nanoseconds(1)), clock: clock
        ) { attempt in
          attempts.add()
          guard attempt == 2 else { throw Refusal(token: token) }
          return token
        }
        promise.whenSettled(round.handler { sight.see($0) })
        round.consume(promise, sight)
        round.part { ringer.fulfill() }
        round.others { _ in { cancels.add(if: promise.cancel()) } }
        round.expect("\(attempts.count) attempts, and the outcome is \(sight.code)") {
          cancels.count == 1
            ? sight.end == .cancelled : sight.code == 1 && attempts.count == 2
        }
      }
    }
  }
}

/// A clock whose sleepers wake up when a bell rings.
private struct BellClock: Clock {
  typealias Instant = ContinuousClock.Instant

  let bell: Promise<Void>
  /// Freed when no timer retains the clock any more.
  let capture: Token

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await bell.value
  }
}
