// Long-lived objects, next to which others come and go.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting

/// Long-lived promises, none of which may retain short-lived ones next to them.
struct Neighbours: Sendable {
  /// A gate that stays closed, and a chain of handlers that waits for it.
  let gate: Promise<Int>
  let resolver: Resolver<Int>
  private let chain: Promise<Int>
  /// A one-hour timer on the default clock, and one on a clock that stands still.
  private let timer: Promise<Void>
  private let manualTimer: Promise<Void>
  let clock: ManualClock
  /// A flight whose operation waits for the gate.
  private let flight: Promise<Int>
  let flights: SingleFlight<Int, Int>
  let limiter = PromiseLimiter(limit: 2)
  let cache = PromiseCache<Int, Int>()
  /// A scope with a pending promise.
  private let scope: Task<Void, any Error>

  static func make() async throws -> Neighbours {
    let (gate, resolver) = Promise<Int>.pending()
    let (clock, flights) = (ManualClock(), SingleFlight<Int, Int>())
    let (opened, open) = Promise<Void>.pending()
    let scope = Task {
      try await withPromiseScope("neighbour", leftovers: .allow) { _ in
        let held = Promise<Int>.pending()
        open.fulfill()
        _ = try await gate.value
        withExtendedLifetime(held) {}
      }
    }
    try await opened.value
    let timer = Promise.delay(for: .seconds(3_600))
    let manualTimer = Promise.delay(for: .seconds(3_600), clock: clock)
    await clock.nextSleeper()
    return Neighbours(
      gate: gate, resolver: resolver, chain: gate.map { $0 + 1 }.map { $0 + 1 }, timer: timer,
      manualTimer: manualTimer, clock: clock, flight: flights.run(for: 0) { try await gate.value },
      flights: flights, scope: scope)
  }

  func end() async throws {
    resolver.fulfill(0)
    _ = (try await chain.value, try await flight.value, try await scope.value)
    timer.cancel()
    manualTimer.cancel()
  }
}
