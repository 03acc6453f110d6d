// All kinds of closures that `then` takes: for a promise, a value, and nothing, in the middle of a
// chain and at its end.

import GooglePromisesCompat

struct StepsError: Error, Equatable {
  let step: String
}

struct StepsServer: Sendable {
  var failing: String?

  func user(_ name: String) -> Promise<String> {
    if failing == "user" { return Promise(StepsError(step: "user")) }
    return Promise("user \(name)")
  }

  func avatar(of user: String) -> Promise<Int> {
    failing == "avatar" ? Promise(StepsError(step: "avatar")) : Promise(user.count)
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
    return server.user(name).then { user in
      MainActor.preconditionIsolated()
      self.title = user
    }.then { _ in
      self.log.append("has a user")
    }.then { [weak self] user in
      guard let self, !user.isEmpty else { return }
      self.log.append("greets \(user)")
    }.then { user in
      // The next step needs the user.
      self.server.avatar(of: user)
    }.then {
      self.log.append("avatar \($0)")  // as it comes
    }.then { width -> Int in
      width * 2
    }.always {
      MainActor.preconditionIsolated()
      self.log.append("over")
    }.catch { error in
      self.log.append("failed \(error as? StepsError == nil ? "otherwise" : "in a step")")
    }
  }

  /// Nobody uses what it gives.
  func start(_ name: String) {
    server.user(name).then { user in
      self.title = user
    }.catch { _ in
      self.title = "nobody"
    }
    log.append("started")
  }

  /// The same at the end of a function, as the only statement.
  func startAlone(_ name: String) {
    server.user(name).then { self.server.avatar(of: $0) }
  }

  /// What a closure throws ends the chain.
  func strict(_ name: String) -> Promise<String> {
    server.user(name).then { user in
      if user == "user nobody" { throw StepsError(step: "strict") }
      self.log.append("strict")
    }
  }
}
