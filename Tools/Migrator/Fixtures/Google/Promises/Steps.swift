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
  func load(_ name: String) -> Promise<Int> {
    log.append("begins")
    return server.user(name).map { user in
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
    }.then { user in
      // The next step needs the user.
      self.server.avatar(of: user)
    }.map {
      self.log.append("avatar \($0)")  // as it comes
      return $0
    }.map { width -> Int in
      width * 2
    }.finally {
      MainActor.preconditionIsolated()
      self.log.append("over")
    }.catch { error in
      self.log.append("failed \(error as? StepsError == nil ? "otherwise" : "in a step")")
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
  func strict(_ name: String) -> Promise<String> {
    server.user(name).map { user in
      if user == "user nobody" { throw StepsError(step: "strict") }
      self.log.append("strict")
      return user
    }
  }
}
