// nil ends a chain with an error that tells what was given.

import PromiseKitCompat

struct CompactParser: Sendable {
  func text(_ text: String) -> Promise<String> { .value(text) }

  func number(_ text: String) -> Promise<Int> {
    self.text(text).compactMap { Int($0) }
  }

  func named(_ text: String) -> Promise<Int> {
    self.text(text).compactMap { text in
      Int(text)
    }.map { $0 + 1 }
  }

  func user(_ id: String) -> Promise<DeskUser> {
    self.text(id).compactMap { id in
      Int(id).map { DeskUser(id: $0, name: "n") }
    }
  }

  /// Several statements, and an explicit type.
  func even(_ text: String) -> Promise<Int> {
    self.text(text).compactMap { text -> Int? in
      guard let number = Int(text) else { throw DeskError.refused }
      return number.isMultiple(of: 2) ? number : nil
    }
  }
}
