// Whether code belongs to no actor.

import SwiftSyntax

extension Typer {
  /// Whether code at a node is on no actor for certain, by the language's default.
  func isOffActors(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let closure):
        if closure.signature?.attributes.isEmpty == false { return false }
        // A handler is where it is formed; of other closures that is not told.
        guard let call = closure.callItIsPassedTo?.call,
          let base = ExprSyntax(call).lastStep?.base, shape(of: base).promiseType != nil
        else { return false }
      case .functionDecl(let function):
        if function.modifiers.has(.nonisolated) { return true }
        if function.attributes.namesActor { return false }
      case .variableDecl(let variable):
        if variable.modifiers.has(.nonisolated) { return true }
        if variable.attributes.namesActor { return false }
      case .initializerDecl, .deinitializerDecl, .subscriptDecl: return false
      case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
        return isOffActors(typeOf: here)
      default: break
      }
      current = here.parent
    }
    return true
  }

  private func isOffActors(typeOf declaration: Syntax) -> Bool {
    let path = context(ofBodyOf: declaration).path.joined(separator: ".")
    let all = table.visible(table.types[path], from: file)
    guard all.contains(where: { !$0.isExtension }) else { return false }
    return all.allSatisfy { type in
      let attributes = type.node.asProtocol((any DeclGroupSyntax).self)?.attributes
      return !type.node.is(ActorDeclSyntax.self) && attributes?.namesActor != true
        && type.inherited.allSatisfy { isHarmless($0, in: type.context) }
    }
  }

  /// Whether what inherits from a type is on no actor by that.
  private func isHarmless(_ type: TypeSyntax, in context: DeclarationContext) -> Bool {
    let known: Set = [
      "Sendable", "Equatable", "Hashable", "Comparable", "Codable", "Decodable", "Encodable",
      "Error", "Identifiable", "CaseIterable", "AnyObject", "CustomStringConvertible", "String",
      "Int", "NSObject",
    ]
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return isHarmless(attributed.baseType, in: context)
    }
    if known.contains(type.nameWithoutArguments) { return true }
    guard let path = resolver.path(of: type.nameWithoutArguments, in: context) else {
      return false
    }
    return table.visible(table.types[path], from: file).allSatisfy { other in
      let attributes = other.node.asProtocol((any DeclGroupSyntax).self)?.attributes
      return attributes?.namesActor != true
        && other.inherited.allSatisfy { isHarmless($0, in: other.context) }
    }
  }
}

extension AttributeListSyntax {
  /// Whether `@MainActor`, or another one that may be a global actor, is among them.
  fileprivate var namesActor: Bool {
    contains { element in
      let name = element.as(AttributeSyntax.self)?.attributeName.trimmedDescription ?? ""
      return name.hasSuffix("Actor")
    }
  }
}
