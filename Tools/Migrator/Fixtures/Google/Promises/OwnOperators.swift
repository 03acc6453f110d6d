// Operators of one's own on promises, in terms of the library's, and generic functions.

import AsyncPromises

struct OwnError: Error, Equatable {}

extension Promise {
  /// Looks at the kind of outcome.
  func counted(by counter: OwnJournal) -> Promise<Value> {
    map { @MainActor value in counter.add("value"); return value }.catch { @MainActor _ in counter.add("error") }
  }
}

extension Promise where Value == String {
  func shouted() -> Promise<String> { map { @MainActor text in "\(text)!" } }
}

/// Used on the main thread alone.
final class OwnJournal: @unchecked Sendable {
  private(set) var log: [String] = []

  func add(_ text: String) {
    MainActor.preconditionIsolated()
    log.append(text)
  }
}

@MainActor
final class OwnCounter {
  let journal = OwnJournal()
  var log: [String] { journal.log }

  func text(_ text: String) -> Promise<String> {
    make(text).shouted().counted(by: journal).map { text in
      self.journal.add(text)
      return text
    }
  }

  /// The value of a promise has to be sendable from now on.
  func make<T: Sendable>(_ value: T) -> Promise<T> {
    Promise.fulfilled.then { Promise<T> { resolver in resolver.fulfill(value) } }
  }

  func fail() -> Promise<String> {
    Promise<String>.rejected(OwnError()).counted(by: journal)
  }
}
