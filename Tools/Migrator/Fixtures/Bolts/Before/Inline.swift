// Continuations of the default executor, which run in the call that completes.

import BoltsCompat

/// Nobody but one thread at a time uses it.
final class InlineJournal: @unchecked Sendable {
  private(set) var entries: [String] = []
  func write(_ entry: String) { entries.append(entry) }
}

@MainActor
final class InlineOrder {
  let journal = InlineJournal()
  private let source = TaskCompletionSource<Int>()

  /// What is written comes before the line after `set`.
  func run() -> Task<Int> {
    let journal = journal
    let end = source.task.continueOnSuccessWith { number in
      journal.write("got \(number)")
      return number + 1
    }
    source.set(result: 1)
    journal.write("set")
    return end
  }

  /// What touches nothing may run later.
  func pure() -> Task<String> {
    source.task.continueOnSuccessWith { number in
      let text = "\(number)"
      return text + text
    }
  }
}
