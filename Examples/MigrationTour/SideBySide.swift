// Migrates a call from a completion handler to async. Every stage supports old and new callers.

import AsyncPromises
import Dispatch

/// The server call that the outbox uses.
extension Server {
  struct TooLong: Error {}

  func post(_ text: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    queue.async { completion(text.count > 10 ? .failure(TooLong()) : .success(text.count)) }
  }
}

enum ForObjectiveC {
  final class ProfileService: Sendable {
    let titles: @Sendable () -> Promise<String>

    init(titles: @escaping @Sendable () -> Promise<String>) { self.titles = titles }

    // In an NSObject subclass, this is an `@objc func`.
    func loadTitle(completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
      titles().whenSettled(completion: completion)
    }
  }
}

enum FirstStage {
  // snippet: first
  struct Outbox: Sendable {
    let server: Server

    func send(_ text: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
      server.post(text, completion: completion)
    }

    func send(_ text: String) -> Promise<Int> {
      .wrap { send(text, completion: $0) }
    }
  }
  // end
}

enum SecondStage {
  // snippet: second
  struct Outbox: Sendable {
    let server: Server

    func send(_ text: String) -> Promise<Int> {
      Promise.wrap { server.post(text, completion: $0) }
    }

    @available(*, deprecated, message: "Use the promise that `send(_:)` returns.")
    func send(_ text: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
      send(text).whenSettled { result in
        server.queue.async { completion(result) }  // where it was always called
      }
    }
  }
  // end
}

enum ThirdStage {
  // snippet: third
  struct Outbox: Sendable {
    let server: Server

    func send(_ text: String) async throws -> Int {
      try await Promise.wrap { server.post(text, completion: $0) }.get()
    }

    @available(*, deprecated, message: "Await `send(_:)`.")
    func send(_ text: String) -> Promise<Int> {
      Promise { try await send(text) }
    }
  }
  // end
}
