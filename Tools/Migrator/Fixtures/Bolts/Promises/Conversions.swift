// Between the facade and this library, in a program that has begun to move.

import AsyncPromises
import BoltsCompat

@MainActor
final class Conversions {
  private(set) var log: [String] = []

  /// Moved already.
  private func number() -> Promise<Int> { .fulfilled(3) }

  func task() -> Promise<Int> {
    number().map {
      self.log.append("\($0)")
      return $0 + 1
    }
  }

  func promise() -> Promise<Int> {
    task().map { $0 + 1 }
  }

  func cancelled() -> Promise<Int> { Promise<Int>.rejected(CancellationError()) }
}
