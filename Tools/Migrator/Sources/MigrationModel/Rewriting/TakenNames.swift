// Names of the program's own that a rewrite would use for something else.

import SwiftSyntax

extension DeclarationTable {
  /// Whether the program declares a type with a name that a rewrite writes.
  func takesName(from library: Library) -> Bool {
    let written: Set<String> =
      switch library {
      case .promiseKit: ["CancellationError", "Promise"]
      case .google: ["CancellationError", "Promise", "PromiseError", "Resolver"]
      case .bolts: ["CancellationError", "Promise", "Resolver"]
      case .own: []
      }
    return written.contains(where: isDeclared)
  }
}

extension Member {
  /// Whether it has the name and the arguments of a function that all promises have here, so that
  /// calls would be ambiguous.
  var replacesFunction: Bool {
    ["cancel", "get", "ignoreErrors", "shielded"].contains(name) && kind == .function && !isStatic
      && context.path.last != "Resolver"
      && parameters.allSatisfy(\.isOptional)
  }

  /// Whether it has the name and the arguments of one of this library's operators. It is called
  /// instead, so it must not call it itself.
  var replacesOperator: Bool {
    let operators: Set = [
      "catch", "done", "finally", "map", "mapError", "recover", "tap", "then", "validate",
      "whenSettled",
    ]
    let makers: Set = ["all", "any", "fulfilled", "race", "rejected"]
    let required = parameters.filter { !$0.isOptional }
    guard kind == .function else { return false }
    if isStatic, name == "pending" { return required.isEmpty }
    return (isStatic ? makers : operators).contains(name) && required.count == 1
      && required[0].label == nil
  }
}

extension Edits {
  /// Whether any of them writes a name in a piece of code.
  func write(_ name: String, in node: Syntax) -> Bool {
    list.contains { edit in
      (node.offset..<node.endPosition.utf8Offset).contains(edit.range.lowerBound)
        && edit.text.split { !($0.isLetter || $0.isNumber) }.contains(Substring(name))
    }
  }
}
