// Other ways, for some errors and for all.

import AsyncPromises

@MainActor
final class RecoveringScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func user(_ id: Int) async throws -> DeskUser {
    do {
      return try await desk.user(id).get()
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      guard error as? DeskError == .missing else { throw error }
      self.journal.write("asks another")
      return try await self.desk.user(1).get()
    }
  }

  func guest(_ id: Int) async throws -> DeskUser {
    do {
      return try await desk.user(id).get()
    } catch {
      try Task.checkCancellation()
      return DeskUser(id: 0, name: "guest")
    }
  }

  func guestLater(_ id: Int) async throws -> DeskUser {
    do {
      return try await desk.user(id).get()
    } catch {
      try Task.checkCancellation()
      self.journal.write("\(error)")
      do {
        return try await self.desk.user(1).get()
      } catch {
        try Task.checkCancellation()
        return DeskUser(id: 0, name: "guest")
      }
    }
  }

  /// Whatever becomes of it.
  func save(_ name: String) async throws {
    do {
      try await desk.save(name).get()
    } catch {
      try Task.checkCancellation()
      self.journal.write("not saved: \(error)")
    }
    self.journal.write("done")
  }

  func saveUnlessRefused(_ name: String) async throws {
    do {
      try await desk.save(name).get()
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      if error as? DeskError == .refused { throw DeskError.late }
    }
  }

  func forget(_ name: String) {
    desk.save(name).ignoreErrors()
  }
}
