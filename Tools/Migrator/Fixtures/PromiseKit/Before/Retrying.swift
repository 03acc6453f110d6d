// Another try, and another look, on the main actor and elsewhere.

import Foundation
import PromiseKitCompat

@MainActor
func retried<T>(_ times: Int, _ body: @escaping () -> Promise<T>) -> Promise<T> {
  func run(_ number: Int) -> Promise<T> {
    body().recover { error -> Promise<T> in
      guard number < times else { throw error }
      return after(.nanoseconds(1)).then { run(number + 1) }
    }
  }
  return run(1)
}

/// Its body may not leave the thread that it is on.
func polled<T>(
  every pause: DispatchTimeInterval, _ ask: @escaping () -> Promise<T?>
) -> Promise<T> {
  ask().then { answer -> Promise<T> in
    if let answer { return .value(answer) }
    return after(pause).then {
      polled(every: pause, ask)
    }
  }
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
      return Promise.value(self.tries < times ? nil : "found")
    }
  }

  private func attempt(_ failures: Int) -> Promise<Int> {
    tries += 1
    journal.write("try \(tries)")
    return tries > failures ? .value(tries) : Promise(error: DeskError.late)
  }
}
