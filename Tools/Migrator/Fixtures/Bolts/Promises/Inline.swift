// Continuations of the default executor, which run in the call that completes.

import AsyncPromises
import BoltsCompat

/// Nobody but one thread at a time uses it.
final class InlineJournal: @unchecked Sendable {
  private(set) var entries: [String] = []
  func write(_ entry: String) { entries.append(entry) }
}

@MainActor
final class InlineOrder {
  let journal = InlineJournal()
  private let source = Promise<Int>.pending()

  /// What is written comes before the line after `set`.
  func run() -> Promise<Int> {
    let journal = journal
    let end = BoltsCompat.Task(source.promise).continueOnSuccessWith { number in
      journal.write("got \(number)")
      return number + 1
    }.asyncPromise
    source.resolver.fulfill(1)
    journal.write("set")
    return end
  }

  /// What touches nothing may run later.
  func pure() -> Promise<String> {
    source.promise.map { number in
      let text = "\(number)"
      return text + text
    }
  }
}
