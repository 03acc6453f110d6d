// First steps of all forms.

import AsyncPromises

@MainActor
final class FirstStep {
  let journal = DeskJournal()
  let desk = Desk()

  /// Several statements, ways out, an explicit type.
  func user(_ id: Int?) -> Promise<String> {
    Promise<DeskUser> { resolver in
      guard let id else { throw DeskError.refused }
      if id == 0 {
        resolver.follow(.fulfilled(DeskUser(id: 0, name: "guest")))
        return
      }
      self.journal.write("asks")
      resolver.follow(self.desk.user(id))
    }.map { $0.name }
  }

  func thrown(_ id: Int) -> Promise<Int> {
    let step = Promise { resolver in
      resolver.follow(try self.check(id))
    }
    journal.write("began")
    return step.map { $0.id }
  }

  func sure() -> Promise<Int> {
    Promise.fulfilled(1).map { $0 + 1 }
  }

  /// Begins at once, the rest comes later.
  func ordered() -> Promise<Void> {
    let done = self.step("first").done {
      self.journal.write("third")
    }
    journal.write("second")
    return done
  }

  private func step(_ name: String) -> Promise<Void> {
    journal.write(name)
    return Promise.fulfilled(())
  }

  private func check(_ id: Int) throws -> Promise<DeskUser> {
    guard id > 0 else { throw DeskError.refused }
    return desk.user(id)
  }
}
