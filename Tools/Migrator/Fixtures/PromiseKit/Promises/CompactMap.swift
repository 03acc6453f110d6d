// nil ends a chain with an error that tells what was given.

import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct CompactParser: Sendable {
  func text(_ text: String) -> Promise<String> { .fulfilled(text) }

  func number(_ text: String) -> Promise<Int> {
    self.text(text).map { @MainActor in
      guard let value = Int($0) else {
        throw PMKError.compactMap($0, Int.self)
      }
      return value
    }
  }

  func named(_ text: String) -> Promise<Int> {
    self.text(text).map { @MainActor text in
      guard let value = Int(text) else {
        throw PMKError.compactMap(text, Int.self)
      }
      return value
    }.map { @MainActor in $0 + 1 }
  }

  func user(_ id: String) -> Promise<DeskUser> {
    self.text(id).map { @MainActor id in
      guard let value = (Int(id).map { DeskUser(id: $0, name: "n") }) else {
        throw PMKError.compactMap(id, DeskUser.self)
      }
      return value
    }
  }

  /// Several statements, and an explicit type.
  func even(_ text: String) -> Promise<Int> {
    PromiseKitCompat.Promise(self.text(text)).compactMap { text -> Int? in
      guard let number = Int(text) else { throw DeskError.refused }
      return number.isMultiple(of: 2) ? number : nil
    }.asyncPromise
  }
}
