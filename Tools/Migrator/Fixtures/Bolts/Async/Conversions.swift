// Between the facade and this library, in a program that has begun to move.

import AsyncPromises
import BoltsCompat

@MainActor
final class Conversions {
  private(set) var log: [String] = []

  /// Moved already.
  private func number() async throws -> Int { 3 }

  func task() async throws -> Int {
    let number = try await number()
    self.log.append("\(number)")
    return number + 1
  }

  func promise() async throws -> Int {
    let task = try await task()
    return task + 1
  }

  func cancelled() async throws -> Int { throw CancellationError() }
}
