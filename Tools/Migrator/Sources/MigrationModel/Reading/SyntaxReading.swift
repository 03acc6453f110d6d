// Small queries on the syntax tree.

import SwiftSyntax

extension AttributeListSyntax {
  /// Whether one of the attributes has this name.
  func names(_ name: String) -> Bool {
    contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == name }
  }

  var isMainActor: Bool { names("MainActor") }

  /// Whether one of the attributes may be a global actor other than the main actor.
  var mayNameActor: Bool {
    contains {
      let name = $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription ?? ""
      return name.first?.isUppercase == true && !["MainActor", "Suite", "Test"].contains(name)
    }
  }
}

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }

  var isStatic: Bool { has(.static) || has(.class) }

  /// Whether only the file can see the declaration. `private(set)` doesn't restrict readers.
  var isFilePrivate: Bool {
    contains { modifier in
      let isPrivate = [.keyword(.private), .keyword(.fileprivate)].contains(modifier.name.tokenKind)
      return isPrivate && modifier.detail == nil
    }
  }
}

extension SyntaxProtocol {
  /// The UTF-8 offset at which it starts, without the blanks and comments before it.
  var offset: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
}

extension TokenSyntax {
  /// The name without backticks.
  var identifierText: String {
    guard text.hasPrefix("`"), text.hasSuffix("`"), text.count > 2 else { return text }
    return String(text.dropFirst().dropLast())
  }
}

extension SequenceExprSyntax {
  typealias Comparison = (left: ExprSyntax, sign: BinaryOperatorExprSyntax, right: ExprSyntax)

  /// The operators `===` and `!==`, with their operands.
  var identityComparisons: [Comparison] {
    let elements = Array(elements)
    return elements.indices.dropFirst().dropLast().compactMap { index in
      guard let sign = elements[index].as(BinaryOperatorExprSyntax.self),
        ["===", "!=="].contains(sign.operator.text)
      else { return nil }
      return (elements[index - 1], sign, elements[index + 1])
    }
  }
}

extension GenericWhereClauseSyntax? {
  /// The types that parameters conform to, or inherit from.
  var constraints: [String: TypeSyntax?] {
    (self?.requirements ?? []).reduce(into: [:]) { constraints, one in
      if case .conformanceRequirement(let conformance) = one.requirement {
        constraints[conformance.leftType.trimmedDescription] = .some(conformance.rightType)
      }
    }
  }
}

extension Optional where Wrapped == GenericParameterClauseSyntax {
  /// Each parameter and its constraint.
  var constraints: [String: TypeSyntax?] {
    var constraints: [String: TypeSyntax?] = [:]
    for parameter in self?.parameters ?? [] {
      constraints[parameter.name.text] = .some(parameter.inheritedType)
    }
    return constraints
  }

  /// The same, with the constraints in the `where` clause of a function or a type.
  func constraints(in declaration: some SyntaxProtocol) -> [String: TypeSyntax?] {
    let generic = declaration.asProtocol((any WithGenericParametersSyntax).self)
    return constraints.merging((generic?.genericWhereClause).constraints) { $0 ?? $1 }
  }
}

extension TypeSyntax {
  /// `A.B` for `A.B<C>`.
  var nameWithoutArguments: String {
    if let name = self.as(IdentifierTypeSyntax.self) { return name.name.identifierText }
    if let member = self.as(MemberTypeSyntax.self) {
      return "\(member.baseType.nameWithoutArguments).\(member.name.identifierText)"
    }
    return trimmedDescription
  }

  /// The type without attributes such as `@escaping`, and without parentheses around it.
  var bare: TypeSyntax {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.bare }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.firstName == nil
    {
      return only.type.bare
    }
    return self
  }

  /// The types of a composition, without attributes: those of `@MainActor A & B`.
  var parts: [TypeSyntax] {
    guard let composition = bare.as(CompositionTypeSyntax.self) else { return [bare] }
    return composition.elements.flatMap(\.type.parts)
  }

  /// The function type, if the type is one or an optional of one.
  var functionType: FunctionTypeSyntax? {
    let bare = bare
    if let function = bare.as(FunctionTypeSyntax.self) { return function }
    if let optional = bare.as(OptionalTypeSyntax.self) { return optional.wrappedType.functionType }
    return nil
  }

  /// Whether the type may be an alias of a function type: a name with attributes.
  var mayBeFunctionAlias: Bool {
    let bare = bare
    return self.is(AttributedTypeSyntax.self)
      && (bare.is(IdentifierTypeSyntax.self) || bare.is(MemberTypeSyntax.self))
  }

  var isEscaping: Bool {
    guard let attributed = self.as(AttributedTypeSyntax.self) else { return false }
    return attributed.attributes.names("escaping")
  }
}

extension Syntax {
  var enclosingExtension: ExtensionDeclSyntax? {
    var current: Syntax? = self
    while let here = current {
      if let found = here.as(ExtensionDeclSyntax.self) { return found }
      current = here.parent
    }
    return nil
  }
}

extension PatternBindingSyntax {
  /// The type that is written for the constant or variable, perhaps after another: `var a, b: Int`.
  var type: TypeSyntax? {
    if typeAnnotation != nil || initializer != nil { return typeAnnotation?.type }
    guard let list = parent?.as(PatternBindingListSyntax.self),
      let next = list.first(where: { $0.position > position && $0.typeAnnotation != nil })
    else { return nil }
    return next.typeAnnotation?.type
  }
}

extension PatternSyntax {
  /// The names that the pattern binds; in a tuple, with the index of each.
  var boundNames: [(name: String, index: Int?)] {
    if let identifier = self.as(IdentifierPatternSyntax.self) {
      return [(identifier.identifier.identifierText, nil)]
    }
    if let tuple = self.as(TuplePatternSyntax.self) {
      return tuple.elements.enumerated().flatMap { index, element in
        element.pattern.boundNames.map { ($0.name, index) }
      }
    }
    if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.boundNames }
    // `if let (a, b) = …`
    if let tuple = self.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self) {
      return tuple.elements.enumerated().flatMap { index, element in
        let pattern = element.expression.as(PatternExprSyntax.self)?.pattern
        return (pattern?.boundNames ?? []).map { ($0.name, index) }
      }
    }
    return []
  }
}

extension FunctionCallExprSyntax {
  /// The arguments with their labels, trailing closures last.
  var allArguments: [(label: String?, value: ExprSyntax)] {
    var all = arguments.map { (label: $0.label?.text, value: $0.expression) }
    if let trailingClosure { all.append((nil, ExprSyntax(trailingClosure))) }
    for closure in additionalTrailingClosures {
      all.append((closure.label.text, ExprSyntax(closure.closure)))
    }
    return all
  }

  func argument(_ label: String?) -> ExprSyntax? {
    allArguments.first { $0.label == label }?.value
  }
}

extension CodeBlockItemListSyntax {
  /// Whether any node in the statements passes the test, not counting those in inner closures and
  /// functions.
  func hasOwn(where test: (Syntax) -> Bool) -> Bool { Syntax(self).hasOwn(where: test) }
}

extension Syntax {
  fileprivate func hasOwn(where test: (Syntax) -> Bool) -> Bool {
    children(viewMode: .sourceAccurate).contains { child in
      if child.is(ClosureExprSyntax.self) || child.is(FunctionDeclSyntax.self) { return false }
      return test(child) || child.hasOwn(where: test)
    }
  }
}

/// Finds a node by its identifier.
final class NodeWithID: SyntaxAnyVisitor {
  private let id: SyntaxIdentifier
  private var found: Syntax?

  static func find(_ id: SyntaxIdentifier, in tree: Syntax) -> Syntax? {
    let finder = NodeWithID(id)
    finder.walk(tree)
    return finder.found
  }

  private init(_ id: SyntaxIdentifier) {
    self.id = id
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if node.id == id { found = node }
    return found == nil ? .visitChildren : .skipChildren
  }
}

extension SyntaxProtocol {
  func contains(_ id: SyntaxIdentifier) -> Bool { NodeWithID.find(id, in: Syntax(self)) != nil }
}
