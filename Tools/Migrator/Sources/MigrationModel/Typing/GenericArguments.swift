// What stands for the generic parameters of a type, where the source says so: `Int` for the `Value`
// of a `Locked<Int>`.

import SwiftSyntax

extension Typer {
  /// The members that a use of an object may refer to, with the types that the object's type names.
  func members(
    _ name: String, _ call: FunctionCallExprSyntax?, of base: ExprSyntax
  ) -> [Member] {
    let found = declaredMembers(name, call, on: shape(of: base), isStatic: false)
    guard found.contains(where: { !$0.context.generics.isEmpty }),
      let arguments = genericArguments(of: base)
    else { return found }
    return found.map { member in
      var member = member
      member.context.generics.merge(arguments) { _, given in given }
      return member
    }
  }

  /// By the names of the parameters; nil if a type is generic where the object is used.
  private func genericArguments(of base: ExprSyntax) -> [String: TypeSyntax]? {
    guard case .named(let path) = shape(of: base).unwrapped,
      let type = table.visible(table.types[path], from: file).first(where: { !$0.isExtension }),
      let parameters = type.node.declaredScope?.1?.parameters.map(\.name.text),
      case let arguments = writtenArguments(of: base)?.arguments ?? [],
      arguments.count == parameters.count
    else { return nil }
    let around = context(of: Syntax(base)).generics.keys
    guard arguments.allSatisfy({ $0.identifiers.isDisjoint(with: around) }) else { return nil }
    return Dictionary(zip(parameters, arguments)) { first, _ in first }
  }

  /// The arguments of an object's type, as they are written where the object is declared.
  private func writtenArguments(of base: ExprSyntax) -> GenericArgumentClauseSyntax? {
    switch base.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let chained): writtenArguments(of: chained.expression)
    case .forceUnwrapExpr(let forced): writtenArguments(of: forced.expression)
    case .functionCallExpr(let call):
      call.calledExpression.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
        ?? calledMembers(call).first?.writtenArguments
    case .memberAccessExpr(let access):
      access.base.flatMap { base in
        let name = access.declName.baseName.identifierText
        let found = declaredMembers(name, nil, on: shape(of: base), isStatic: nil)
        return found.first?.writtenArguments
      }
    case .declReferenceExpr(let reference): writtenArguments(ofNamed: reference)
    default: nil
    }
  }

  private func writtenArguments(
    ofNamed reference: DeclReferenceExprSyntax
  ) -> GenericArgumentClauseSyntax? {
    let name = reference.baseName.identifierText
    switch resolve(name, at: reference).origin {
    case .local(let id):
      let node = NodeWithID.find(id, in: Syntax(file.tree))
      if let binding = node?.as(PatternBindingSyntax.self) {
        return binding.type?.genericArguments
          ?? binding.initializer.flatMap { writtenArguments(of: $0.value) }
      }
      if let binding = node?.as(OptionalBindingConditionSyntax.self) {
        return binding.initializer.flatMap { writtenArguments(of: $0.value) }
      }
      return node?.as(FunctionParameterSyntax.self)?.type.genericArguments
    case .member:
      let owner = selfShape(at: Syntax(reference))
      return declaredMembers(name, nil, on: owner, isStatic: nil).first?.writtenArguments
    case .global: return table.members[""]?[name]?.first?.content.writtenArguments
    default: return nil
    }
  }
}

extension Member {
  /// The arguments of its type, or of the type that its initial value names, unless the member is
  /// generic in them itself.
  fileprivate var writtenArguments: GenericArgumentClauseSyntax? {
    let arguments =
      type?.genericArguments
      ?? value?.as(FunctionCallExprSyntax.self)?.calledExpression
      .as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
    return arguments?.identifiers.isDisjoint(with: context.generics.keys) == true ? arguments : nil
  }
}

extension GenericArgumentClauseSyntax {
  fileprivate var arguments: [TypeSyntax] { Optional(self).types }
}

extension TypeSyntax {
  fileprivate var genericArguments: GenericArgumentClauseSyntax? {
    var type = bare
    while true {
      if let optional = type.as(OptionalTypeSyntax.self) {
        type = optional.wrappedType.bare
      } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        type = optional.wrappedType.bare
      } else {
        return type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
          ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
      }
    }
  }
}
