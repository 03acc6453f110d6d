// Operators of one's own on promises, in terms of the library's, and generic functions.

import GooglePromisesCompat

struct OwnError: Error, Equatable {}

extension Promise {
  /// Looks at the kind of outcome.
  func counted(by counter: OwnJournal) -> Promise<Value> {
    then { _ in counter.add("value") }.catch { _ in counter.add("error") }
  }
}

extension Promise where Value == String {
  func shouted() -> Promise<String> { then { text in "\(text)!" } }
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
    make(text).shouted().counted(by: journal).then { text in
      self.journal.add(text)
    }
  }

  /// The value of a promise has to be sendable from now on.
  func make<T>(_ value: T) -> Promise<T> {
    Promise<T>(on: .main) { fulfill, _ in fulfill(value) }
  }

  func fail() -> Promise<String> {
    Promise<String>(OwnError()).counted(by: journal)
  }
}
