// A pretend server with callbacks, which it calls on its own queue. The promise versions follow.

import AsyncPromises
import Dispatch

struct Server: Sendable {
  struct Token: Sendable {
    fileprivate let user: String
  }

  enum Failure: Error {
    case wrongPassword
    case noAnswer
  }

  private let queue = DispatchQueue(label: "Server", attributes: .concurrent)

  func login(
    _ user: String, password: String,
    completion: @escaping @Sendable (Result<Token, any Error>) -> Void
  ) {
    queue.async {
      let isRight = password == "open sesame"
      completion(isRight ? .success(Token(user: user)) : .failure(Failure.wrongPassword))
    }
  }

  func contacts(
    _ token: Token, completion: @escaping @Sendable (Result<[String], any Error>) -> Void
  ) {
    queue.async {
      completion(.success(["Ali Baba", "Cassim", "Morgiana"].filter { $0 != token.user }))
    }
  }

  /// An older call with an older callback shape. For Cassim, it returns neither an avatar nor an
  /// error.
  func avatar(_ token: Token, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    queue.async {
      completion(token.user == "Cassim" ? nil : "(•‿•)", nil)
    }
  }
}

/// The same calls as promises, in one line each, for any callback shape.
extension Server {
  func login(_ user: String, password: String) -> Promise<Token> {
    .wrap { login(user, password: password, completion: $0) }
  }

  func contacts(_ token: Token) -> Promise<[String]> {
    .wrap { contacts(token, completion: $0) }
  }

  func avatar(_ token: Token) -> Promise<String> {
    .wrap { avatar(token, completion: $0) }
  }
}
