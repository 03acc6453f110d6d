// A screen: a first step that may throw, early returns, an error that is shown, and an end.

import AsyncPromises

@MainActor
final class LoginForm {
  let journal = DeskJournal()
  let desk = Desk()
  private(set) var user: DeskUser?

  func tapped(_ id: Int?, completion: @escaping () -> Void) {
    journal.write("begins")
    Promise { resolver in
      resolver.follow(try check(id))
    }.then { id -> Promise<DeskUser> in
      if id == 0 { return .fulfilled(DeskUser(id: 0, name: "guest")) }
      self.journal.write("asks")
      return self.desk.user(id)
    }.map { user in
      self.user = user
      return user
    }.done { user in
      self.journal.write("hello \(user.name)")
    }.finally {
      self.journal.write("stops")
    }.catch(except: CancellationError.self) { error in
      self.journal.write("failed: \(error)")
    }.finally {
      self.journal.write("over")
      completion()
    }
    journal.write("returns")
  }

  private func check(_ id: Int?) throws -> Promise<Int> {
    guard let id else { throw DeskError.refused }
    return .fulfilled(id)
  }
}
