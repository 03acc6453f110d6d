// All kinds of closures that `then` takes: for a promise, a value, and nothing, in the middle of a
// chain and at its end.

import AsyncPromises

struct StepsError: Error, Equatable {
  let step: String
}

struct StepsServer: Sendable {
  var failing: String?

  func user(_ name: String) -> Promise<String> {
    if failing == "user" { return Promise.rejected(StepsError(step: "user")) }
    return Promise.fulfilled("user \(name)")
  }

  func avatar(of user: String) -> Promise<Int> {
    failing == "avatar" ? Promise.rejected(StepsError(step: "avatar")) : Promise.fulfilled(user.count)
  }
}

@MainActor
final class StepsScreen {
  private(set) var log: [String] = []
  private(set) var title = ""
  let server: StepsServer

  init(server: StepsServer) { self.server = server }

  /// The value goes on behind closures that give nothing.
  func load(_ name: String) async throws -> Int {
    log.append("begins")
    do {
      defer {
        MainActor.preconditionIsolated()
        self.log.append("over")
      }
      let user = try await server.user(name).map { user in
        MainActor.preconditionIsolated()
        self.title = user
        return user
      }.map { value in
        self.log.append("has a user")
        return value
      }.map { [weak self] user in
        guard let self, !user.isEmpty else { return user }
        self.log.append("greets \(user)")
        return user
      }.get()
      // The next step needs the user.
      let value2 = try await self.server.avatar(of: user).get()
      self.log.append("avatar \(value2)")  // as it comes
      return value2 * 2
    } catch {
      try Task.checkCancellation()
      self.log.append("failed \(error as? StepsError == nil ? "otherwise" : "in a step")")
      throw error
    }
  }

  /// Nobody uses what it gives.
  func start(_ name: String) {
    server.user(name).done { user in
      self.title = user
    }.catch { _ in
      self.title = "nobody"
    }
    log.append("started")
  }

  /// The same at the end of a function, as the only statement.
  func startAlone(_ name: String) {
    _ = server.user(name).then { self.server.avatar(of: $0) }
  }

  /// What a closure throws ends the chain.
  func strict(_ name: String) async throws -> String {
    let user = try await server.user(name).get()
    if user == "user nobody" { throw StepsError(step: "strict") }
    self.log.append("strict")
    return user
  }
}
