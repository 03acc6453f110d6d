// The operators that can become statements.

import SwiftSyntax

/// An operator, and the form in which a link uses it.
struct AsyncLinkForm {
  enum Kind { case map, done, then, `catch`, recover, finally, validate }
  enum Given { case value, error, nothing }

  let kind: Kind
  /// Whether its closure returns a promise.
  private(set) var isPromise = false
  private(set) var isAsync = false
  /// The type of the errors that it handles, or that it excludes.
  private var error: (isTaken: Bool, type: String)?

  /// Nil if the call can't become a statement.
  init?(_ name: String, _ call: FunctionCallExprSyntax) {
    switch name {
    case "map": kind = .map
    case "done": kind = .done
    case "then": kind = .then
    case "catch": kind = .catch
    case "recover": kind = .recover
    case "finally": kind = .finally
    case "validate": kind = .validate
    default: return nil
    }
    for argument in call.allArguments.dropLast() {
      let text = argument.value.trimmedDescription
      switch (argument.label, text) {
      case (nil, ".async"): isAsync = true
      case (nil, ".promise") where kind == .recover: isPromise = true
      case (nil, _) where kind == .catch && text.hasSuffix(".self"):
        error = (true, String(text.dropLast(5)))
      case ("from"?, _) where kind == .recover && text.hasSuffix(".self"):
        error = (true, String(text.dropLast(5)))
      case ("except"?, _) where kind == .catch && text.hasSuffix(".self"):
        error = (false, String(text.dropLast(5)))
      default: return nil
      }
    }
  }

  var given: Given {
    switch kind {
    case .map, .done, .then, .validate: .value
    case .catch, .recover: .error
    case .finally: .nothing
    }
  }

  var seesAllErrors: Bool { error == nil }

  /// `catch let error as E`
  func catching(_ name: String) -> String {
    guard let error else { return name == "error" ? "catch" : "catch let \(name)" }
    return error.isTaken
      ? "catch let \(name) as \(error.type)"
      : "catch let \(name) where !(\(name) is \(error.type))"
  }
}

extension String {
  /// `user` for `fetchUser`, `page` for `page`, nil for `load`.
  var asValueName: String? {
    let verbs = ["load", "fetch", "get", "find", "make", "request", "read", "send", "post", "save"]
    let makers = ["fulfilled", "all", "any", "race", "wrap", "immediate", "retry", "map"]
    if makers.contains(self) || verbs.contains(self) { return nil }
    guard first?.isLowercase == true, allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
    guard let verb = verbs.first(where: { hasPrefix($0) }) else { return self }
    let rest = dropFirst(verb.count)
    guard let initial = rest.first, initial.isUppercase else { return self }
    return initial.lowercased() + rest.dropFirst()
  }
}
