// Comments, labels, conditions and names in odd places.

import AsyncPromises
import Foundation

@MainActor
final class Layout {
  private(set) var log: [String] = []
  private(set) var outcomes = 0

  /// The closure in the parentheses, with its label.
  func labelled() async throws -> Int {
    let value = try await Promise.fulfilled(1)  // the first
      // before the step
      .map(
          // here
        { /* a number */ number in
          self.log.append("one")  // logged
          return number + 1
        } /* the end */
      ).get()
    return value * 10
  }

  func condition() async throws -> String {
    #if DEBUG
      let value = "debug"
      return self.logged(value)
    #else
      let value2 = "debug"
      return self.logged(value2)
    #endif
  }

  private func logged(_ text: String) -> String {
    log.append(text)
    return text
  }

  /// `outcomes` is taken.
  func names(_ task: Int) async throws -> Int {
    let error = 5
    let ended = try await Promise.allSettled([Promise.fulfilled(task)]).get()
    let task = ended[0]
    self.outcomes += 1
    let outcomes = task.result ?? 0
    return outcomes + error
  }

  /// In arguments, conditions and nests.
  func nested() async throws -> [Int] {
    let both = [Promise.immediate { try await labelled() }, Promise.immediate { try await names(2) }].map { task in
      task.then { number in
        Promise.immediate { try await self.names(number) }.then { inner in
          Promise.fulfilled(inner).map { last in
            self.log.append("\(number) \(inner)")
            return last
          }
        }
      }
    }
    if let first = both.first, both.count > 1 {
      let a = try await first.get()
      let b = try await both[1].get()
      return [a, b]
    }
    return []
  }

  /// Swift's tasks keep their name.
  func swift() async throws -> Int {
    let source = Promise<Int>.pending()
    _Concurrency.Task { @MainActor in
      let value = await _Concurrency.Task { 3 }.value
      source.resolver.fulfill(value)
    }
    return try await source.promise.get()
  }

  func qualified() async throws -> Int {
    let source = Promise<Int>.pending()
    source.resolver.reject(CancellationError())
    do {
      _ = try await Promise.race(source.promise).get()
    } catch {
      try Task.checkCancellation()
    }
    return 4
  }
}

extension Result where Failure == any Error {
  /// The value, if there is one.
  fileprivate var result: Success? {
    try? get()
  }
}
