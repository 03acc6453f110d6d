// Another try, and another look, on the main actor and elsewhere.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

@MainActor
func retried<T: Sendable>(_ times: Int, _ body: @escaping () -> Promise<T>) async throws -> T {
  func run(_ number: Int) async throws -> T {
    var number = number
    while true {
      do {
        return try await body().get()
      } catch {
        try Task.checkCancellation()
        if error is CancellationError { throw error }
        guard number < times else { throw error }
        try await Task.sleep(for: .nanoseconds(1))
        number = number + 1
        continue
      }
    }
  }
  return try await run(1)
}

/// Its body may not leave the thread that it is on.
func polled<T: Sendable>(
  every pause: DispatchTimeInterval, _ ask: @escaping () -> Promise<T?>
) -> Promise<T> {
  PromiseKitCompat.Promise(ask()).then { answer -> PromiseKitCompat.Promise<T> in
    if let answer { return PromiseKitCompat.Promise(.fulfilled(answer)) }
    return PromiseKitCompat.Promise(after(pause).then {
      PromiseKitCompat.Promise(polled(every: pause, ask))
    }.asyncPromise)
  }.asyncPromise
}

@MainActor
final class RetryScreen {
  let journal = DeskJournal()
  private var tries = 0

  func load(failures: Int) async throws -> Int {
    try await retried(3) { Promise.immediate { try await self.attempt(failures) } }
  }

  func look(_ times: Int) async throws -> String {
    try await polled(every: .nanoseconds(1)) {
      self.tries += 1
      return Promise.fulfilled(self.tries < times ? nil : "found")
    }.get()
  }

  private func attempt(_ failures: Int) async throws -> Int {
    tries += 1
    journal.write("try \(tries)")
    if tries > failures {
      return tries
    } else {
      throw DeskError.late
    }
  }
}
