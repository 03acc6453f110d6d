// First steps of all forms.

import PromiseKitCompat

@MainActor
final class FirstStep {
  let journal = DeskJournal()
  let desk = Desk()

  /// Several statements, ways out, an explicit type.
  func user(_ id: Int?) -> Promise<String> {
    firstly { () -> Promise<DeskUser> in
      guard let id else { throw DeskError.refused }
      if id == 0 {
        return .value(DeskUser(id: 0, name: "guest"))
      }
      self.journal.write("asks")
      return self.desk.user(id)
    }.map { $0.name }
  }

  func thrown(_ id: Int) -> Promise<Int> {
    let step = firstly {
      try self.check(id)
    }
    journal.write("began")
    return step.map { $0.id }
  }

  func sure() -> Guarantee<Int> {
    firstly {
      Guarantee.value(1)
    }.map { $0 + 1 }
  }

  /// Begins at once, the rest comes later.
  func ordered() -> Guarantee<Void> {
    let done = firstly {
      self.step("first")
    }.done {
      self.journal.write("third")
    }
    journal.write("second")
    return done
  }

  private func step(_ name: String) -> Guarantee<Void> {
    journal.write(name)
    return Guarantee()
  }

  private func check(_ id: Int) throws -> Promise<DeskUser> {
    guard id > 0 else { throw DeskError.refused }
    return desk.user(id)
  }
}
