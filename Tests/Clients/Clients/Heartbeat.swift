// A client that uses a clock and imports Foundation, and with it libc's function `clock`.

import AsyncPromises
import Foundation

/// Sends a heartbeat every hour.
///
/// Because of that function, the name `clock` is overloaded, and the compiler doesn't open an
/// existential whose name is overloaded. Calls such as `clock.sleep(for:)` aren't
/// affected, but an argument to a generic function must be written as `self.clock`.
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

  /// A promise's operators take an existential, so `clock` needs no `self`.
  @discardableResult
  func startOnce() -> Promise<Void> {
    Promise.delay(for: .seconds(60 * 60), clock: clock)
      .map(.async) { try await self.send(Data("once".utf8)) }
      .timeout(after: .seconds(90 * 60), clock: clock)
  }
}

func sleepForAnHour<C: Clock>(on clock: C) async throws where C.Duration == Duration {
  let deadline = clock.now.advanced(by: .seconds(60 * 60))
  try await clock.sleep(until: deadline, tolerance: nil)
}
