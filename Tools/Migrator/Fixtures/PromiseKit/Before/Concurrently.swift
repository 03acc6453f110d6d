// A few at a time.

import PromiseKitCompat

@MainActor
final class ConcurrentScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func names(_ ids: [Int]) -> Promise<[String]> {
    let loads = ids.lazy.map { id in
      self.load(id).get { _ in self.journal.write("has \(id)") }
    }
    return firstly {
      when(
        fulfilled: loads.makeIterator(),
        concurrently: 1)
    }.ensure {
      self.journal.write("over")
    }
  }

  private func load(_ id: Int) -> Promise<String> {
    journal.write("asks \(id)")
    return desk.user(id).map { $0.name }
  }
}
