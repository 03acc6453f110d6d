// A screen: a first step that may throw, early returns, an error that is shown, and an end.

import PromiseKitCompat

@MainActor
final class LoginForm {
  let journal = DeskJournal()
  let desk = Desk()
  private(set) var user: DeskUser?

  func tapped(_ id: Int?, completion: @escaping () -> Void) {
    journal.write("begins")
    firstly {
      try check(id)
    }.then { id -> Promise<DeskUser> in
      if id == 0 { return .value(DeskUser(id: 0, name: "guest")) }
      self.journal.write("asks")
      return self.desk.user(id)
    }.get { user in
      self.user = user
    }.done { user in
      self.journal.write("hello \(user.name)")
    }.ensure {
      self.journal.write("stops")
    }.catch { error in
      self.journal.write("failed: \(error)")
    }.finally {
      self.journal.write("over")
      completion()
    }
    journal.write("returns")
  }

  private func check(_ id: Int?) throws -> Promise<Int> {
    guard let id else { throw DeskError.refused }
    return .value(id)
  }
}
