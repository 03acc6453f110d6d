// The code that is moved from callbacks to promises in this tour: a server that answers later.

import Dispatch

struct Token: Sendable, Equatable {
  let name: String
}

/// A server with the calls of an older time: each answers on a queue of the server's.
struct Server: Sendable {
  enum Failure: Error {
    case unknownName
  }

  private let queue = DispatchQueue(label: "Server", attributes: .concurrent)

  func login(_ name: String, completion: @escaping @Sendable (Token?, (any Error)?) -> Void) {
    queue.async {
      name == "Ali Baba" ? completion(Token(name: name), nil) : completion(nil, Failure.unknownName)
    }
  }
}
