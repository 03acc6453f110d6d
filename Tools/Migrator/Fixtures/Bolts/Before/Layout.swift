// Comments, labels, conditions and names in odd places.

import BoltsCompat
import Foundation

@MainActor
final class Layout {
  private(set) var log: [String] = []
  private(set) var outcomes = 0

  /// The closure in the parentheses, with its label.
  func labelled() -> Task<Int> {
    Task(1)  // the first
      // before the step
      .continueOnSuccessWith(
        .mainThread,  // here
        continuation: { /* a number */ number in
          self.log.append("one")  // logged
          return number + 1
        } /* the end */
      )
      .continueOnSuccessWith(continuation: { $0 * 10 })
  }

  func condition() -> Task<String> {
    #if DEBUG
      return Task("debug").continueOnSuccessWith(.mainThread) { self.logged($0) }
    #else
      return Task("debug").continueOnSuccessWith(.mainThread) { self.logged($0) }
    #endif
  }

  private func logged(_ text: String) -> String {
    log.append(text)
    return text
  }

  /// `outcomes` is taken.
  func names(_ task: Int) -> Task<Int> {
    let error = 5
    return Task(task).continueWith(.mainThread) { task in
      self.outcomes += 1
      let outcomes = task.result ?? 0
      return outcomes + error
    }
  }

  /// In arguments, conditions and nests.
  func nested() -> Task<[Int]> {
    let both = [labelled(), names(2)].map { task in
      task.continueOnSuccessWithTask(.mainThread) { number in
        self.names(number).continueOnSuccessWithTask(.mainThread) { inner in
          Task(inner).continueOnSuccessWith(.mainThread) { last in
            self.log.append("\(number) \(inner)")
            return last
          }
        }
      }
    }
    if let first = both.first, both.count > 1 {
      return first.continueOnSuccessWithTask(.mainThread) { a in
        both[1].continueOnSuccessWith(.mainThread) { b in [a, b] }
      }
    }
    return Task([])
  }

  /// Swift's tasks keep their name.
  func swift() -> Task<Int> {
    let source = TaskCompletionSource<Int>()
    _Concurrency.Task { @MainActor in
      let value = await _Concurrency.Task { 3 }.value
      source.set(result: value)
    }
    return source.task
  }

  func qualified() -> BoltsCompat.Task<Int> {
    let source = BoltsSwift.TaskCompletionSource<Int>()
    source.set(error: BoltsSwift.CancelledError())
    return BoltsCompat.Task.whenAny(source.task).continueOnSuccessWith { _ in 4 }
  }
}
