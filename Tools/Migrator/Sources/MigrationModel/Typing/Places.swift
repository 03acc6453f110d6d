// What names mean at a place, and the types of `self` and `super` there.

import SwiftSyntax

extension Typer {
  /// The context that determines what names mean at a place.
  func context(of node: Syntax) -> DeclarationContext {
    var path: [String] = []
    var generics: [String: TypeSyntax?] = [:]
    var current: Syntax? = node
    while let here = current {
      if let known = contexts[here.id] {
        return DeclarationContext(
          file: file, path: known.path + path, generics: known.generics.merging(generics) { $1 })
      }
      if let (name, parameters) = here.declaredScope {
        if let name { path.insert(name, at: 0) }
        generics.merge(parameters.constraints(in: here)) { inner, _ in inner }
      }
      current = here.parent
    }
    return DeclarationContext(file: file, path: path, generics: generics)
  }

  /// The context inside a type's declaration.
  func context(ofBodyOf declaration: Syntax) -> DeclarationContext {
    if let known = contexts[declaration.id] { return known }
    let context = context(of: declaration)
    contexts[declaration.id] = context
    return context
  }

  func selfShape(at node: Syntax) -> Shape {
    let context = context(of: node)
    guard let name = context.path.last else { return .unknown }
    let own = resolver.own(name, in: context)
    return narrowed(own, name, at: node, in: context)
  }

  /// The same shape with what the code around a node requires of the elements of a collection, or
  /// of the value of a promise, that it extends.
  func narrowed(
    _ own: Shape, _ name: String, at node: Syntax, in context: DeclarationContext
  ) -> Shape {
    if case .promise(let type, .unknown) = own {
      let value = required(["Value", "T", "TResult"], at: node, in: context)
      return value.map { .promise(type, $0) } ?? own
    }
    guard own == .array(.unknown) || Self.collections.contains(name) else { return own }
    return required(["Element"], at: node, in: context).map { .array($0) } ?? own
  }

  /// What the code around a node requires of a generic parameter, or of an associated type.
  func required(
    _ names: Set<String>, at node: Syntax, in context: DeclarationContext
  ) -> Shape? {
    let clause =
      node.as(FunctionDeclSyntax.self)?.genericWhereClause
      ?? node.as(ExtensionDeclSyntax.self)?.genericWhereClause
    for requirement in clause?.requirements.map(\.requirement) ?? [] {
      switch requirement {
      case .sameTypeRequirement(let same) where names.contains(same.leftType.trimmedDescription):
        guard case .type(let type) = same.rightType else { continue }
        return resolver.shape(of: type, in: context)
      case .conformanceRequirement(let one) where names.contains(one.leftType.trimmedDescription):
        if Self.collections.contains(one.rightType.trimmedDescription) { return .array(.unknown) }
      default: break
      }
    }
    return node.is(ExtensionDeclSyntax.self)
      ? nil : node.parent.flatMap { required(names, at: $0, in: context) }
  }

  /// The class from which the one around a node inherits.
  func superShape(at node: Syntax) -> Shape {
    let path = context(of: node).path.joined(separator: ".")
    for type in table.visible(table.types[path], from: file) where !type.isExtension {
      if let first = type.inherited.first { return resolver.shape(of: first, in: type.context) }
    }
    return .unknown
  }
}

extension Syntax {
  /// The name of a type's declaration, or nil for a function's, and its generic parameters.
  var declaredScope: (name: String?, GenericParameterClauseSyntax?)? {
    switch self.as(SyntaxEnum.self) {
    case .classDecl(let node): (node.name.text, node.genericParameterClause)
    case .structDecl(let node): (node.name.text, node.genericParameterClause)
    case .enumDecl(let node): (node.name.text, node.genericParameterClause)
    case .actorDecl(let node): (node.name.text, node.genericParameterClause)
    case .protocolDecl(let node): (node.name.text, nil)
    case .extensionDecl(let node): (node.extendedType.nameWithoutArguments, nil)
    case .functionDecl(let node): (nil, node.genericParameterClause)
    case .initializerDecl(let node): (nil, node.genericParameterClause)
    default: nil
    }
  }
}
