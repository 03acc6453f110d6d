// Comments, labels, conditions and names in odd places.

import AsyncPromises
import Foundation

@MainActor
final class Layout {
  private(set) var log: [String] = []
  private(set) var outcomes = 0

  /// The closure in the parentheses, with its label.
  func labelled() -> Promise<Int> {
    Promise.fulfilled(1)  // the first
      // before the step
      .map(
          // here
        { /* a number */ number in
          self.log.append("one")  // logged
          return number + 1
        } /* the end */
      )
      .map({ $0 * 10 })
  }

  func condition() -> Promise<String> {
    #if DEBUG
      return Promise.fulfilled("debug").map { self.logged($0) }
    #else
      return Promise.fulfilled("debug").map { self.logged($0) }
    #endif
  }

  private func logged(_ text: String) -> String {
    log.append(text)
    return text
  }

  /// `outcomes` is taken.
  func names(_ task: Int) -> Promise<Int> {
    let error = 5
    return Promise.allSettled([Promise.fulfilled(task)]).map { ended in
      let task = ended[0]
      self.outcomes += 1
      let outcomes = task.result ?? 0
      return outcomes + error
    }
  }

  /// In arguments, conditions and nests.
  func nested() -> Promise<[Int]> {
    let both = [labelled(), names(2)].map { task in
      task.then { number in
        self.names(number).then { inner in
          Promise.fulfilled(inner).map { last in
            self.log.append("\(number) \(inner)")
            return last
          }
        }
      }
    }
    if let first = both.first, both.count > 1 {
      return first.then { a in
        both[1].map { b in [a, b] }
      }
    }
    return Promise.fulfilled([])
  }

  /// Swift's tasks keep their name.
  func swift() -> Promise<Int> {
    let source = Promise<Int>.pending()
    _Concurrency.Task { @MainActor in
      let value = await _Concurrency.Task { 3 }.value
      source.resolver.fulfill(value)
    }
    return source.promise
  }

  func qualified() -> Promise<Int> {
    let source = Promise<Int>.pending()
    source.resolver.reject(CancellationError())
    return Promise.race(source.promise).map { _ in }.recover { _ in }.map { _ in 4 }
  }
}

extension Result where Failure == any Error {
  /// The value, if there is one.
  fileprivate var result: Success? {
    try? get()
  }
}
