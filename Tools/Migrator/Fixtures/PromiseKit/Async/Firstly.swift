// First steps of all forms.

import AsyncPromises

@MainActor
final class FirstStep {
  let journal = DeskJournal()
  let desk = Desk()

  /// Several statements, ways out, an explicit type.
  func user(_ id: Int?) async throws -> String {
    let value = try await Promise<DeskUser> { resolver in
      guard let id else { throw DeskError.refused }
      if id == 0 {
        resolver.follow(.fulfilled(DeskUser(id: 0, name: "guest")))
        return
      }
      self.journal.write("asks")
      resolver.follow(self.desk.user(id))
    }.get()
    return value.name
  }

  func thrown(_ id: Int) async throws -> Int {
    let step = Promise { resolver in
      resolver.follow(try self.check(id))
    }
    journal.write("began")
    let value = try await step.get()
    return value.id
  }

  func sure() async throws -> Int {
    try await Promise.fulfilled(1).map { $0 + 1 }.get()
  }

  /// Begins at once, the rest comes later.
  func ordered() async throws {
    let done = Promise.immediate { try await self.step("first") }.done {
      self.journal.write("third")
    }
    journal.write("second")
    try await done.get()
  }

  private func step(_ name: String) async throws {
    journal.write(name)
    
  }

  private func check(_ id: Int) throws -> Promise<DeskUser> {
    guard id > 0 else { throw DeskError.refused }
    return desk.user(id)
  }
}
