// The code that this tour migrates from callbacks to promises: a server that answers
// asynchronously.

import Dispatch

struct Token: Sendable, Equatable {
  let name: String
}

struct Mail: Sendable, Equatable {
  let inbox: [String]
  let drafts: [String]
}

/// A server with old-style calls. Each answers on the server's queue.
struct Server: Sendable {
  enum Failure: Error {
    case unknownName
    case noDrafts
  }

  let queue = DispatchQueue(label: "Server", attributes: .concurrent)

  func login(_ name: String, completion: @escaping @Sendable (Token?, (any Error)?) -> Void) {
    queue.async {
      name == "nobody" ? completion(nil, Failure.unknownName) : completion(Token(name: name), nil)
    }
  }

  func inbox(
    _ token: Token, completion: @escaping @Sendable (Result<[String], any Error>) -> Void
  ) {
    queue.async { completion(.success(["Welcome, \(token.name)"])) }
  }

  /// Fails for Cassim, who has no drafts.
  func drafts(
    _ token: Token, completion: @escaping @Sendable (Result<[String], any Error>) -> Void
  ) {
    queue.async {
      completion(token.name == "Cassim" ? .failure(Failure.noDrafts) : .success(["Open, sesame"]))
    }
  }
}
