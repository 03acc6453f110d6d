// Between the facade and this library, in a program that has begun to move.

import AsyncPromises
import BoltsCompat

@MainActor
final class Conversions {
  private(set) var log: [String] = []

  /// Moved already.
  private func number() -> Promise<Int> { .fulfilled(3) }

  func task() -> Task<Int> {
    Task(number()).continueOnSuccessWith(.mainThread) {
      self.log.append("\($0)")
      return $0 + 1
    }
  }

  func promise() -> Promise<Int> {
    task().asyncPromise.map { $0 + 1 }
  }

  func cancelled() -> Promise<Int> { Task<Int>.cancelledTask().asyncPromise }
}
