// A login that is under way when the user logs out: nothing of it is left.

import PromiseKitCompat

@MainActor
final class RacingSession {
  private(set) var user: String?
  private(set) var log: [String] = []
  private var generation = 0

  func logIn(_ name: String) -> Promise<String> {
    let generation = generation
    return firstly {
      after(seconds: 1)
    }.then { () -> Promise<String> in
      self.token(of: name)
    }.map { token -> String in
      guard generation == self.generation else { throw PMKError.cancelled }
      self.user = name
      return token
    }.recover { error -> Promise<String> in
      self.log.append("no login")
      throw error
    }
  }

  func logOut() {
    generation += 1
    user = nil
  }

  private func token(of name: String) -> Promise<String> {
    after(seconds: 1).map { "token of \(name)" }
  }
}
