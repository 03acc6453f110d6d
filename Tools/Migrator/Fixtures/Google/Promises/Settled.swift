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
  func load() -> Promise<String> {
    Promise(Result { try checked() })
  }

  func style() -> Promise<SettledStyle> {
    guard text != "?" else { return Promise.rejected(SettledError.empty) }
    return text.isEmpty ? Promise.fulfilled(.plain) : Promise.fulfilled(SettledStyle(name: text))
  }

  func count() -> Promise<Int> { .fulfilled(text.count) }

  func words() -> Promise<[String]> {
    do {
      let text = try checked()
      return Promise<[String]>.fulfilled([text])
    } catch {
      return Promise.rejected(error)
    }
  }

  func nothing() -> Promise<Int?> { Promise.fulfilled(nil) }
}
