// nil ends a chain with an error that tells what was given.

import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct CompactParser: Sendable {
  func text(_ text: String) async throws -> String { text }

  func number(_ text: String) async throws -> Int {
    let text2 = try await self.text(text)
    return try await MainActor.run {
      guard let value = Int(text2) else {
        throw PMKError.compactMap(text2, Int.self)
      }
      return value
    }
  }

  func named(_ text: String) async throws -> Int {
    let text = try await self.text(text)
    let value2 = try await MainActor.run {
      guard let value = Int(text) else {
        throw PMKError.compactMap(text, Int.self)
      }
      return value
    }
    return await MainActor.run { value2 + 1 }
  }

  func user(_ id: String) async throws -> DeskUser {
    let id = try await self.text(id)
    return try await MainActor.run {
      guard let value = (Int(id).map { DeskUser(id: $0, name: "n") }) else {
        throw PMKError.compactMap(id, DeskUser.self)
      }
      return value
    }
  }

  /// Several statements, and an explicit type.
  func even(_ text: String) async throws -> Int {
    try await PromiseKitCompat.Promise(Promise.immediate { try await self.text(text) }).compactMap { text -> Int? in
      guard let number = Int(text) else { throw DeskError.refused }
      return number.isMultiple(of: 2) ? number : nil
    }.asyncPromise.get()
  }
}
