// Promises that are settled from the beginning: of values, of errors, and of what may throw.

import GooglePromisesCompat

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
    Promise(try checked())
  }

  func style() -> Promise<SettledStyle> {
    guard text != "?" else { return Promise(SettledError.empty) }
    return text.isEmpty ? Promise(.plain) : Promise(SettledStyle(name: text))
  }

  func count() -> Promise<Int> { .init(text.count) }

  func words() -> Promise<[String]> {
    do {
      let text = try checked()
      return Promise<[String]>([text])
    } catch {
      return Promise(error)
    }
  }

  func nothing() -> Promise<Int?> { Promise(nil) }
}
