// Clean-up that is waited for.

import AsyncPromises

@MainActor
final class EnsureThenScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func load(_ id: Int) async throws -> String {
    defer {
      self.journal.write("after")
    }
    let outcome = try await desk.user(id).map { user in
      self.journal.write("loaded")
      return user.name
    }.map { Swift.Result<_, any Error>.success($0) }
    .recover { .failure($0) }.get()
    try await self.close("file")
    return try outcome.get()
  }

  func loadTwice(_ id: Int) async throws -> String {
    try await desk.user(id).map(\.name)
      .map { Swift.Result<_, any Error>.success($0) }
      .recover { .failure($0) }.then { [weak self] outcome in
        self?.journal.write("closes")
        return Promise.delay(for: .milliseconds(2)).done {
          self?.journal.write("closed late")
        }.map { try outcome.get() }
      }.get()
  }

  private func close(_ name: String) async throws {
    journal.write("closes \(name)")
    try await Task.sleep(for: .milliseconds(1))
    self.journal.write("closed")
  }
}
