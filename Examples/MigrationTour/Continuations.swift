// Hand-written continuations, before and after.

import AsyncPromises
import Synchronization

// snippet: before
extension Server {
  func token(of name: String) async throws -> Token {
    try await withCheckedThrowingContinuation { continuation in
      login(name) { token, error in
        if let token {
          continuation.resume(returning: token)
        } else if let error {
          continuation.resume(throwing: error)
        }  // else: the task never ends
      }
    }
  }
}
// end

// snippet: after
extension Server {
  func loggedIn(_ name: String) async throws -> Token {
    try await Promise.wrap { login(name, completion: $0) }.get()
  }
}
// end

// snippet: promised
struct Barrier: Sendable {
  private let opened = Promise<Void>.pending()

  func pass() async throws { try await opened.promise.value }
  func open() { opened.resolver.fulfill() }
}
// end

extension Search {
  func results() async throws -> [String] {
    try await hits().get()  // cancelling this task stops the search; with `value`, it wouldn't
  }
}
