// What takes the place of an error: a value, a promise, another error.

import AsyncPromises

enum RecoveryError: Error, Equatable {
  case offline
  case fatal
}

struct RecoveryPage: Sendable, Equatable {
  let text: String
  static let empty = RecoveryPage(text: "")
}

struct RecoveryServer: Sendable {
  let error: RecoveryError?

  func page() -> Promise<RecoveryPage> {
    if let error { return Promise.rejected(error) }
    return Promise.fulfilled(RecoveryPage(text: "page"))
  }
}

@MainActor
final class RecoveringScreen {
  private(set) var log: [String] = []
  let server: RecoveryServer
  let mirror: RecoveryServer

  init(_ error: RecoveryError?, mirror: RecoveryError? = nil) {
    (server, self.mirror) = (RecoveryServer(error: error), RecoveryServer(error: mirror))
  }

  func placeholder() -> Promise<RecoveryPage> {
    server.page().recover { _ in .empty }
  }

  func mirrored() -> Promise<RecoveryPage> {
    server.page().recover(.promise) { error -> Promise<RecoveryPage> in
      if error as? RecoveryError == .fatal { throw error }
      self.log.append("mirror")
      return self.mirror.page()
    }
  }

  func other() -> Promise<RecoveryPage> {
    server.page().recover(.promise, { _ in self.mirror.page() })
  }

  /// The inner chain looks at its own errors, the outer one at those of its first step alone.
  func nested() -> Promise<String> {
    server.page().catch { _ in
      self.log.append("outer")
    }.then { page in
      self.mirror.page().catch { _ in
        self.log.append("inner")
      }.map { other in
        page.text + other.text
      }
    }
  }

  func logged() -> Promise<String> {
    server.page().map { page in page.text }.recover { error in
      self.log.append("recovers")
      return "none"
    }.finally {
      self.log.append("over")
    }
  }
}
