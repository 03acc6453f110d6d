// Another try, and another look, on the main actor and elsewhere.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

@MainActor
func retried<T: Sendable>(_ times: Int, _ body: @escaping () -> Promise<T>) -> Promise<T> {
  func run(_ number: Int) -> Promise<T> {
    body().recover(.promise) { error -> Promise<T> in
      if error is CancellationError { throw error }
      guard number < times else { throw error }
      return Promise.delay(for: .nanoseconds(1)).then { run(number + 1) }
    }
  }
  return run(1)
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

  func load(failures: Int) -> Promise<Int> {
    retried(3) { self.attempt(failures) }
  }

  func look(_ times: Int) -> Promise<String> {
    polled(every: .nanoseconds(1)) {
      self.tries += 1
      return Promise.fulfilled(self.tries < times ? nil : "found")
    }
  }

  private func attempt(_ failures: Int) -> Promise<Int> {
    tries += 1
    journal.write("try \(tries)")
    return tries > failures ? .fulfilled(tries) : Promise.rejected(DeskError.late)
  }
}
