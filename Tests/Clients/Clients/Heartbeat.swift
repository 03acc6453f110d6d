// A client that keeps time and imports Foundation, and with it libc's function `clock`.

import AsyncPromises
import Foundation

/// Sends a sign of life from time to time.
///
/// Beside that function, the name `clock` alone stands for two declarations, and the compiler opens
/// no existential that it has to choose. Calls on it are not concerned: `clock.sleep(for:)`. Where
/// it is handed to a generic function, it is `self.clock`.
final class Heartbeat: Sendable {
  let clock: any Clock<Duration>
  let send: @Sendable (Data) async throws -> Void

  init(
    clock: any Clock<Duration> = ContinuousClock(),
    send: @escaping @Sendable (Data) async throws -> Void
  ) {
    self.clock = clock
    self.send = send
  }

  func start(times: Int) -> Promise<Void> {
    Promise {
      for time in 1...times {
        try await clock.sleep(for: .seconds(60 * 60))
        try await send(Data("\(time)".utf8))
      }
    }
  }

  func startWithTaskSleep(times: Int) -> Promise<Void> {
    Promise {
      for time in 1...times {
        try await Task.sleep(for: .seconds(60 * 60), clock: self.clock)
        try await send(Data("\(time)".utf8))
      }
    }
  }

  func startWithGenericFunction(times: Int) -> Promise<Void> {
    Promise {
      for time in 1...times {
        try await sleepForAnHour(on: self.clock)
        try await send(Data("\(time)".utf8))
      }
    }
  }

  func startInTask(times: Int) -> Task<Void, any Error> {
    Task {
      for time in 1...times {
        try await clock.sleep(for: .seconds(60 * 60))
        try await send(Data("\(time)".utf8))
      }
    }
  }

  /// The operators of a promise take an existential, under any name.
  @discardableResult
  func startOnce() -> Promise<Void> {
    Promise.delay(for: .seconds(60 * 60), clock: clock)
      .map(.async) { try await self.send(Data("once".utf8)) }
      .timeout(after: .seconds(90 * 60), clock: clock)
  }
}

/// Sleeps for an hour.
func sleepForAnHour<C: Clock>(on clock: C) async throws where C.Duration == Duration {
  let deadline = clock.now.advanced(by: .seconds(60 * 60))
  try await clock.sleep(until: deadline, tolerance: nil)
}
