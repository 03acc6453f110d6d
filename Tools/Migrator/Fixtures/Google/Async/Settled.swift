// Promises that are settled from the beginning: of values, of errors, and of what may throw.

import AsyncPromises

enum SettledError: Error, Equatable {
  case empty
  case tooLong(Int)
}

struct SettledStyle: Sendable, Equatable {
  let name: String
  static let plain = SettledStyle(name: "plain")
}

struct SettledInput: Sendable {
  let text: String

  func checked() throws -> String {
    if text.isEmpty { throw SettledError.empty }
    if text.count > 5 { throw SettledError.tooLong(text.count) }
    return text
  }

  /// The error rejects, and nothing is thrown to the caller.
  func load() async throws -> String {
    try await Promise(Result { try checked() }).get()
  }

  func style() async throws -> SettledStyle {
    guard text != "?" else { throw SettledError.empty }
    if text.isEmpty {
      return .plain
    } else {
      return SettledStyle(name: text)
    }
  }

  func count() async throws -> Int { text.count }

  func words() -> Promise<[String]> {
    do {
      let text = try checked()
      return Promise<[String]>.fulfilled([text])
    } catch {
      return Promise.rejected(error)
    }
  }

  func nothing() async throws -> Int? { nil }
}
