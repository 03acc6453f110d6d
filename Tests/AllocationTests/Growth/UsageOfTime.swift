// Time, retries, and shared work.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting

extension Usage {
  /// Long enough to really sleep.
  static let short: Duration = .microseconds(200)

  static let timing: [Usage] = [
    Usage("delay") { _ in try await Promise.delay(for: short).get() },
    Usage("delay, of a value") { _ in
      _ = try await Promise.fulfilled(1).delay(by: short).get()
    },
    Usage("delay, cancelled") { _ in Promise.delay(for: .seconds(60)).cancel() },
    Usage("delay, a manual clock, cancelled", makesErrors: true) { neighbours in
      let delay = Promise.delay(for: .seconds(60), clock: neighbours.clock)
      await neighbours.clock.sleepers(2)
      delay.cancel()
    },
    Usage("delay, a manual clock") { neighbours in
      let clock = ManualClock()
      let delay = Promise.delay(for: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(1))
      try await delay.get()
    },
    Usage("timeout, in time") { _ in
      _ = try await Promise { 1 }.timeout(after: .seconds(60)).get()
    },
    Usage("timeout, expired") { neighbours in
      _ = await neighbours.gate.timeout(after: short).result
    },
    Usage("timeout, at an instant") { _ in
      _ = try await Promise { 1 }.timeout(at: .now + .seconds(60)).get()
    },
    Usage("delay that may be late") { _ in
      try await Promise.delay(for: short, tolerance: short).get()
    },
    Usage("limiter") { neighbours in
      let promises = (1...3).map { number in neighbours.limiter.run { number } }
      neighbours.limiter.run { 4 }.cancel()
      _ = try await Promise.all(promises).get()
    },
    Usage("cache") { neighbours in
      let value = neighbours.cache.value(for: 1) { Promise { 1 } }
      _ = try await neighbours.cache.value(for: 1) { 2 }.get()
      neighbours.cache.remove(1)
      _ = try await value.get()
      _ = await neighbours.cache.value(for: 2) { throw usageError }.result
      neighbours.cache.removeAll()
    },
    Usage("timeout and delay, a suspending clock") { neighbours in
      let clock = SuspendingClock()
      _ = try await Promise { 1 }.timeout(after: .seconds(3_600), clock: clock).get()
      _ = try await Promise { 1 }.timeout(at: clock.now + .seconds(3_600), clock: clock).get()
      Promise.delay(for: .seconds(3_600), clock: clock).cancel()
      _ = await neighbours.gate.timeout(after: short, clock: clock).result
    },
    Usage("cache, left beside work that lasts") { neighbours in
      neighbours.cache.value(for: 0) { try await neighbours.gate.value }.cancel()
    },
    Usage("limiter, left in line") { neighbours in
      let busy = (1...2).map { _ in neighbours.limiter.run { try await neighbours.gate.get() } }
      neighbours.limiter.run { 1 }.cancel()
      neighbours.limiter.run { 1 }.map { $0 + 1 }.cancel()
      for promise in busy { promise.cancel() }
    },
    Usage("timeout, of the gate") { neighbours in
      _ = await neighbours.gate.timeout(after: short).result
    },
    Usage("retry") { _ in
      _ = try await Promise.retry(maxAttempts: 3, backoff: .constant(short)) {
        if $0 < 3 { throw usageError }
      }.get()
    },
    Usage("timeout that stops work") { neighbours in
      let work = Promise<Int> { () async throws in try await neighbours.gate.get() }
      _ = await work.timeout(after: short).result
      try await work.waitForOperation()
    },
    Usage("retry, of promises") { _ in
      _ = try await Promise.retry(maxAttempts: 3) {
        $0 < 3 ? Promise.rejected(usageError) : Promise { 1 }
      }.get()
    },
    Usage("retry, .retryAfter") { _ in
      _ = try await Promise.retry(maxAttempts: 3, when: { _, _ in .retryAfter(short) }) {
        if $0 < 3 { throw usageError }
      }.get()
    },
    Usage("retry that fails") { _ in
      let decide: @Sendable (any Error, Int) -> RetryDecision = { $1 < 2 ? .retry : .stop }
      _ = await Promise.retry(maxAttempts: 3, when: decide) { _ in throw usageError }.result
    },
    Usage("retry, cancelled in its pause", makesErrors: true) { neighbours in
      let backoff = Backoff.constant(.seconds(60))
      let retry = Promise.retry(maxAttempts: 2, backoff: backoff, clock: neighbours.clock) { _ in
        throw usageError
      }
      await neighbours.clock.sleepers(2)
      retry.cancel()
      try await retry.waitForOperation()
    },
    Usage("retry, cancelled before its pause or in it") { _ in
      let (failed, fail) = Promise<Void>.pending()
      let retry = Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(60))) { _ in
        fail.fulfill()
        throw usageError
      }
      try await failed.get()
      retry.cancel()
      try await retry.waitForOperation()
    },
  ]

  static let sharing: [Usage] = [
    Usage("SingleFlight") { neighbours in
      let first = neighbours.flights.run(for: 1) { 1 }
      let second = neighbours.flights.run(for: 1) { 1 }
      _ = (try await first.get(), try await second.get())
    },
    Usage("SingleFlight, left") { neighbours in
      neighbours.flights.run(for: 0) { 1 }.cancel()
      // Calls are processed in order.
      _ = try await neighbours.flights.run(for: 1) { 1 }.get()
    },
    Usage("SingleFlight, invalidated") { neighbours in
      let flight = neighbours.flights.run(for: 2) { 1 }
      neighbours.flights.invalidate(2)
      _ = try await flight.get()
    },
    Usage("SingleFlight, restarted") { neighbours in
      let flight = neighbours.flights.run(for: 3) { 1 }
      _ = try await neighbours.flights.restart(for: 3) { 2 }.get()
      _ = await flight.result
    },
  ]
}
