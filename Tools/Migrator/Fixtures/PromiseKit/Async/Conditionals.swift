// Parts for one platform or another.

import AsyncPromises

@MainActor
final class ConditionalScreen {
  let journal = DeskJournal()
  let desk = Desk()

  #if os(watchOS)
    func name(_ id: Int) -> Promise<String> { .fulfilled("small \(id)") }
  #else
    func name(_ id: Int) -> Promise<String> {
      desk.user(id).map(\.name).recover { _ in "nobody" }
    }
  #endif

  func load(_ id: Int) async throws -> String {
    #if DEBUG || !DEBUG
      let prefix = "user"
    #else
      let prefix = "u"
    #endif
    return try await desk.user(id).map { user in
      #if os(watchOS)
        self.journal.write("watch \(user.name)")
      #else
        self.journal.write("\(prefix) \(user.name)")
      #endif
      return user
    }.map { user in
      #if os(watchOS)
        return user.name.uppercased()
      #else
        return user.name
      #endif
    }.get()
  }
}
