// Declarations in the sources, as written. They are resolved on demand, because the meaning of a
// name depends on all files.

import SwiftSyntax

/// Where a declaration is written, which determines what its names mean.
struct DeclarationContext: Sendable {
  let file: SourceFile
  /// The types around it, outermost first.
  let path: [String]
  /// The generic parameters in scope, with their constraints.
  let generics: [String: TypeSyntax?]
}

protocol Declaration: Sendable {
  var context: DeclarationContext { get }
  /// Whether it is `private` or `fileprivate`, so that no other file sees it.
  var isFilePrivate: Bool { get }
}

/// A type in the sources, or an extension of one.
struct TypeDeclaration: Declaration {
  let context: DeclarationContext
  let isFilePrivate: Bool
  let name: String
  let isExtension: Bool
  /// Whether the type is on the main actor, according to the sources, its supertypes or an
  /// assumption.
  var isMainActor: Bool
  /// Whether it is an actor, or has an attribute that may be another global actor.
  let isOnOtherActor: Bool
  var isClass = false
  var isActor = false
  var isGeneric = false
  var isAssumedSendable = false
  let inherited: [TypeSyntax]
  let node: Syntax
}

/// A function, an initializer, a property, a case or a typealias.
struct Member: Declaration {
  enum Kind: Sendable {
    case function, initializer, property, enumCase, typeAlias
  }

  struct Parameter: Sendable {
    let label: String?
    let name: String
    let type: TypeSyntax
    let hasDefault: Bool
    let isVariadic: Bool
    let isFunction: Bool
  }

  let kind: Kind
  let name: String
  let context: DeclarationContext
  let isFilePrivate: Bool
  let isStatic: Bool
  let parameters: [Parameter]
  /// The declared type, of the result or of the property.
  let type: TypeSyntax?
  /// The initial value of a property, and the property's index in the value if that is a tuple.
  let value: ExprSyntax?
  let tupleIndex: Int?
  let node: Syntax

  /// Whether a call with these arguments may refer to this function.
  func accepts(_ call: CallArguments) -> Bool {
    var index = 0
    for label in call.labels {
      while index < parameters.count, parameters[index].label != label {
        guard parameters[index].hasDefault || parameters[index].isVariadic else { return false }
        index += 1
      }
      guard index < parameters.count else { return false }
      if !parameters[index].isVariadic { index += 1 }
    }
    var rest = parameters[min(index, parameters.count)...]
    for closure in 0..<call.trailingClosures {
      guard let next = rest.firstIndex(where: { $0.isFunction }) else { return false }
      guard rest[..<next].allSatisfy({ $0.hasDefault || $0.isVariadic }) else { return false }
      if closure > 0, call.trailingLabels[closure] != parameters[next].label { return false }
      rest = rest[(next + 1)...]
    }
    return rest.allSatisfy { $0.hasDefault || $0.isVariadic }
  }
}

/// The labels of a call.
struct CallArguments: Sendable {
  let labels: [String?]
  let trailingClosures: Int
  let trailingLabels: [String?]

  init(_ call: FunctionCallExprSyntax) {
    labels = call.arguments.map { $0.label?.text }
    let additional = call.additionalTrailingClosures
    trailingClosures = (call.trailingClosure == nil ? 0 : 1) + additional.count
    trailingLabels = [nil] + additional.map { $0.label.text }
  }
}
