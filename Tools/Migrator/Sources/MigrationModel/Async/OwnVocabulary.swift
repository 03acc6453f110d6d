// The operators of this library's promises, and what they return.

import SwiftSyntax

enum OwnVocabulary {
  static let kinds: [String: LibraryOperator.Kind] = [
    "then": .onValue, "map": .onValue, "done": .onValue, "validate": .onValue, "catch": .onError,
    "recover": .onError, "mapError": .onError, "tap": .onResult, "finally": .always,
    "ignoreErrors": .plain, "delay": .plain, "timeout": .plain, "shielded": .plain,
    "whenSettled": .onResult, "get": .inspection, "value": .inspection,
    "result": .inspection, "resultIfSettled": .inspection, "cancel": .inspection,
    "wait": .inspection, "store": .inspection, "waitForOperation": .inspection,
  ]

  /// Whether the operator passes on the value that it is given.
  static func passesValue(_ name: String) -> Bool {
    switch kinds[name] {
    case .onError, .onResult, .always, .plain: name != "whenSettled"
    default: name == "validate"
    }
  }
}

extension Typer {
  /// The shape of an operator's result.
  func ownShape(_ name: String, _ result: Shape, _ value: Shape) -> Shape {
    switch name {
    case "then": .promise(.own, result.value)
    case "map": .promise(.own, result)
    case "done": .promise(.own, .void)
    case "get", "value", "wait": value
    case "cancel": .named("Bool")
    case _ where OwnVocabulary.passesValue(name): .promise(.own, value)
    default: .unknown
    }
  }

  /// The shape of a static member of this library's promise; nil for other names.
  func ownStatic(_ name: String, _ call: FunctionCallExprSyntax?, _ known: Shape) -> Shape? {
    let shapes = call?.arguments.filter { $0.label == nil }.map { shape(of: $0.expression) } ?? []
    let value: Shape
    switch name {
    case "fulfilled": value = call == nil ? .void : shapes.first ?? .unknown
    case "delay": value = .void
    case "all":
      if shapes.count == 1 {
        value = .array(shapes[0].element.value)
      } else {
        value = .tuple(shapes.map { .init(label: nil, shape: $0.value) })
      }
    case "race", "any":
      let first = shapes.first ?? .unknown
      value = shapes.count == 1 ? first.element.value : first.value
    case "pending":
      return .tuple([
        .init(label: "promise", shape: .promise(.own, known)),
        .init(label: "resolver", shape: .resolver(.own, known)),
      ])
    case "rejected", "wrap", "immediate", "retry", "map", "mapSettled", "allSettled":
      value = .unknown
    case "inCompletionOrder": return .unknown
    default: return nil
    }
    return .promise(.own, known.isKnown ? known : value)
  }
}
