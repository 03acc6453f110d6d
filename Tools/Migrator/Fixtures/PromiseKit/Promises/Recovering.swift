// Other ways, for some errors and for all.

import AsyncPromises

@MainActor
final class RecoveringScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func user(_ id: Int) -> Promise<DeskUser> {
    desk.user(id).recover(.promise) { error -> Promise<DeskUser> in
      if error is CancellationError { throw error }
      guard error as? DeskError == .missing else { throw error }
      self.journal.write("asks another")
      return self.desk.user(1)
    }
  }

  func guest(_ id: Int) -> Promise<DeskUser> {
    desk.user(id).recover { _ in DeskUser(id: 0, name: "guest") }
  }

  func guestLater(_ id: Int) -> Promise<DeskUser> {
    desk.user(id).recover(.promise) { error -> Promise<DeskUser> in
      self.journal.write("\(error)")
      return self.desk.user(1).recover { _ in DeskUser(id: 0, name: "guest") }
    }
  }

  /// Whatever becomes of it.
  func save(_ name: String) -> Promise<Void> {
    desk.save(name).recover { error in
      self.journal.write("not saved: \(error)")
    }.done {
      self.journal.write("done")
    }
  }

  func saveUnlessRefused(_ name: String) -> Promise<Void> {
    desk.save(name).recover { error in
      if error is CancellationError { throw error }
      if error as? DeskError == .refused { throw DeskError.late }
    }
  }

  func forget(_ name: String) {
    desk.save(name).ignoreErrors()
  }
}
