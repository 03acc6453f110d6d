// Declarations that the compiler uses without the source saying where.

import SwiftSyntax

extension DeclarationTable {
  /// The members that stay, because what uses them isn't written: those of property wrappers and
  /// result builders, the properties that are wrapped, the functions that take a builder's closure
  /// and what these closures name, subscripts that take promises, operators with one operand and
  /// those that match patterns, and what calls of `@dynamicCallable` values call.
  ///
  /// - Parameter types: the names of the library's types, and of their aliases.
  func unseenUses(of types: Set<String>) -> (nodes: Set<SyntaxIdentifier>, names: Set<String>) {
    var hidden: Set<String> = []
    for entry in self.types.values.joined() {
      let attributes = entry.content.node.asProtocol((any WithAttributesSyntax).self)?.attributes
      if let attributes, attributes.names("propertyWrapper") || attributes.names("resultBuilder") {
        hidden.insert(entry.content.name)
      }
    }
    var nodes = impliedTypes(of: types)
    var builders: Set<String> = []
    for member in members.values.flatMap(\.values).joined().map(\.content) {
      let function = member.node.as(FunctionDeclSyntax.self)
      let index = member.node.as(SubscriptDeclSyntax.self)?.parameterClause
      let isBuilder = function?.signature.parameterClause.parameters.contains {
        $0.attributes.contains { $0.names(hidden) }
      }
      if isBuilder == true { builders.insert(member.name) }
      let declaration = member.node.as(PatternBindingSyntax.self)?.parent?.parent ?? member.node
      let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
      if isBuilder == true || member.context.path.contains(where: hidden.contains)
        || attributes?.contains(where: { $0.names(hidden) }) == true
        || ["~=", "dynamicallyCall"].contains(member.name)
        || function?.modifiers.has(.prefix) == true || function?.modifiers.has(.postfix) == true
        || index?.identifiers.isDisjoint(with: types) == false
      {
        nodes.insert(member.node.id)
      }
    }
    return (nodes, builders.isEmpty ? [] : namesInClosures(of: builders))
  }

  private func namesInClosures(of functions: Set<String>) -> Set<String> {
    sources.reduce(into: []) { names, file in
      let finder = BuilderFinder(functions)
      finder.walk(file.tree)
      names.formUnion(finder.names)
    }
  }
}

private final class BuilderFinder: SyntaxVisitor {
  private(set) var names: Set<String> = []
  private let functions: Set<String>

  init(_ functions: Set<String>) {
    self.functions = functions
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if functions.contains(node.calleeName.identifierText) {
      for argument in node.allArguments where argument.value.is(ClosureExprSyntax.self) {
        names.formUnion(argument.value.identifiers)
      }
    }
    return .visitChildren
  }
}

extension AttributeListSyntax.Element {
  fileprivate func names(_ types: Set<String>) -> Bool {
    guard let attribute = self.as(AttributeSyntax.self) else { return false }
    return types.contains(attribute.attributeName.nameWithoutArguments)
  }
}
