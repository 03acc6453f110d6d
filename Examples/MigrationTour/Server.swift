// The code that is moved from callbacks to promises in this tour: a server that answers later.

import Dispatch

struct Token: Sendable, Equatable {
  let name: String
}

struct Mail: Sendable, Equatable {
  let inbox: [String]
  let drafts: [String]
}

/// A server with the calls of an older time: each answers on a queue of the server's.
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

  /// Cassim has no drafts; that is an error.
  func drafts(
    _ token: Token, completion: @escaping @Sendable (Result<[String], any Error>) -> Void
  ) {
    queue.async {
      completion(token.name == "Cassim" ? .failure(Failure.noDrafts) : .success(["Open, sesame"]))
    }
  }
}
