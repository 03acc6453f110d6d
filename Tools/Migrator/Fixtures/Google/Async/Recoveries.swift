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

  func page() async throws -> RecoveryPage {
    if let error { throw error }
    return RecoveryPage(text: "page")
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

  func placeholder() async throws -> RecoveryPage {
    do {
      return try await server.page()
    } catch {
      try Task.checkCancellation()
      return .empty
    }
  }

  func mirrored() async throws -> RecoveryPage {
    do {
      return try await server.page()
    } catch {
      try Task.checkCancellation()
      if error as? RecoveryError == .fatal { throw error }
      self.log.append("mirror")
      return try await self.mirror.page()
    }
  }

  func other() async throws -> RecoveryPage {
    do {
      return try await server.page()
    } catch {
      try Task.checkCancellation()
      return try await self.mirror.page()
    }
  }

  /// The inner chain looks at its own errors, the outer one at those of its first step alone.
  func nested() async throws -> String {
    let page: RecoveryPage
    do {
      page = try await server.page()
    } catch {
      try Task.checkCancellation()
      self.log.append("outer")
      throw error
    }
    let other: RecoveryPage
    do {
      other = try await self.mirror.page()
    } catch {
      try Task.checkCancellation()
      self.log.append("inner")
      throw error
    }
    return page.text + other.text
  }

  func logged() async throws -> String {
    defer {
      self.log.append("over")
    }
    do {
      let page = try await server.page()
      return page.text
    } catch {
      try Task.checkCancellation()
      self.log.append("recovers")
      return "none"
    }
  }
}
