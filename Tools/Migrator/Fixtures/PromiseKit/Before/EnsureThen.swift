// Clean-up that is waited for.

import PromiseKitCompat

@MainActor
final class EnsureThenScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func load(_ id: Int) -> Promise<String> {
    desk.user(id).map { user in
      self.journal.write("loaded")
      return user.name
    }.ensureThen {
      self.close("file")
    }.ensure {
      self.journal.write("after")
    }
  }

  func loadTwice(_ id: Int) -> Promise<String> {
    desk.user(id).map(\.name)
      .ensureThen { [weak self] in
        self?.journal.write("closes")
        return after(.milliseconds(2)).done {
          self?.journal.write("closed late")
        }
      }
  }

  private func close(_ name: String) -> Guarantee<Void> {
    journal.write("closes \(name)")
    return after(.milliseconds(1)).done { self.journal.write("closed") }
  }
}
