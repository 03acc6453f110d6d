// A few at a time.

import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

@MainActor
final class ConcurrentScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func names(_ ids: [Int]) -> Promise<[String]> {
    let loads = ids.lazy.map { id in
      self.load(id).map { value in
        self.journal.write("has \(id)")
        return value
      }
    }
    return when(
        fulfilled: loads.map { PromiseKitCompat.Promise($0) }.makeIterator(),
        concurrently: 1).asyncPromise.finally {
      self.journal.write("over")
    }
  }

  private func load(_ id: Int) -> Promise<String> {
    journal.write("asks \(id)")
    return desk.user(id).map { $0.name }
  }
}
