// Clean-up that is waited for.

import AsyncPromises

@MainActor
final class EnsureThenScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func load(_ id: Int) -> Promise<String> {
    desk.user(id).map { user in
      self.journal.write("loaded")
      return user.name
    }.map { Swift.Result<_, any Error>.success($0) }
    .recover { .failure($0) }.then { outcome in
      self.close("file").map { try outcome.get() }
    }.finally {
      self.journal.write("after")
    }
  }

  func loadTwice(_ id: Int) -> Promise<String> {
    desk.user(id).map(\.name)
      .map { Swift.Result<_, any Error>.success($0) }
      .recover { .failure($0) }.then { [weak self] outcome in
        self?.journal.write("closes")
        return Promise.delay(for: .milliseconds(2)).done {
          self?.journal.write("closed late")
        }.map { try outcome.get() }
      }
  }

  private func close(_ name: String) -> Promise<Void> {
    journal.write("closes \(name)")
    return Promise.delay(for: .milliseconds(1)).done { self.journal.write("closed") }
  }
}
