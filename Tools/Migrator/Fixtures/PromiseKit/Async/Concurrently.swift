// A few at a time.

import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

@MainActor
final class ConcurrentScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func names(_ ids: [Int]) async throws -> [String] {
    let loads = ids.lazy.map { id in
      Promise.immediate { try await self.load(id) }.map { value in
        self.journal.write("has \(id)")
        return value
      }
    }
    defer {
      self.journal.write("over")
    }
    return try await when(
        fulfilled: loads.map { PromiseKitCompat.Promise($0) }.makeIterator(),
        concurrently: 1).asyncPromise.get()
  }

  private func load(_ id: Int) async throws -> String {
    journal.write("asks \(id)")
    let user = try await desk.user(id).get()
    return user.name
  }
}
