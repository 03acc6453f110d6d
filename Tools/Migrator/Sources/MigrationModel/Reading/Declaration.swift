// Declarations in the sources, as written. They are resolved on demand, because the meaning of a
// name depends on all files.

import SwiftSyntax

/// Where a declaration is written, which determines what its names mean.
struct DeclarationContext: Sendable {
  let file: SourceFile
  /// The types around it, outermost first.
  let path: [String]
  /// The generic parameters in scope, with their constraints or with what stands for them.
  var generics: [String: TypeSyntax?]
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
    /// Whether its type is a function, or an alias of one.
    var isFunction: Bool
    var isOptional: Bool { hasDefault || isVariadic }
  }

  let kind: Kind
  let name: String
  var context: DeclarationContext
  let isFilePrivate: Bool
  let isStatic: Bool
  var parameters: [Parameter]
  /// The declared type, of the result or of the property.
  let type: TypeSyntax?
  /// The initial value of a property, and the property's index in the value if that is a tuple.
  let value: ExprSyntax?
  let tupleIndex: Int?
  let node: Syntax

  var isDynamicSubscript: Bool {
    node.as(SubscriptDeclSyntax.self)?.parameterClause.parameters.first?.firstName.text
      == "dynamicMember"
  }

  /// Whether it gives what its last argument, a function, gives: a `T` that it doesn't know.
  var givesResultOfLast: Bool {
    guard let result = type?.as(IdentifierTypeSyntax.self)?.name.text,
      let last = parameters.last?.type.functionType?.returnClause.type
    else { return false }
    return context.generics[result] == .some(nil) && last.trimmedDescription == result
  }

  /// Whether a call with these arguments may refer to this function.
  func accepts(_ call: CallArguments) -> Bool {
    var index = 0
    var isVariadic = false
    for label in call.labels {
      // Another value for the last parameter.
      if isVariadic, label == nil { continue }
      while index < parameters.count, parameters[index].label != label {
        guard parameters[index].isOptional else { return false }
        index += 1
      }
      guard index < parameters.count else { return false }
      isVariadic = parameters[index].isVariadic
      index += 1
    }
    return accepts(closures: call.trailingLabels[...], parameters[index...])
  }

  /// Whether trailing closures can be the arguments of these parameters. The first one may belong
  /// to a later parameter, if those before it have defaults.
  private func accepts(closures: ArraySlice<String?>, _ rest: ArraySlice<Parameter>) -> Bool {
    guard let label = closures.first else { return rest.allSatisfy(\.isOptional) }
    return rest.indices.contains { index in
      rest[index].isFunction && rest[..<index].allSatisfy(\.isOptional)
        && (label == nil || label == rest[index].label)
        && accepts(closures: closures.dropFirst(), rest[(index + 1)...])
    }
  }
}

/// The labels of a call.
struct CallArguments: Sendable {
  let labels: [String?]
  /// Of the trailing closures; the first has none.
  let trailingLabels: [String?]
  var count: Int { labels.count + trailingLabels.count }

  init(_ call: FunctionCallExprSyntax) {
    labels = call.arguments.map { $0.label?.text }
    trailingLabels =
      call.trailingClosure == nil
      ? [] : [nil] + call.additionalTrailingClosures.map { $0.label.text }
  }
}
