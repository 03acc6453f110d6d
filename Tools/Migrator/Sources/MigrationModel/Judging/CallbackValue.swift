// The types of a completion handler's parameters, as written.

import SwiftSyntax

struct CallbackValue {
  private let typer: Typer
  private let context: DeclarationContext

  init(_ typer: Typer, _ context: DeclarationContext) {
    (self.typer, self.context) = (typer, context)
  }

  /// The types of a handler's parameters. Types in an alias are qualified, so that they mean the
  /// same here as in the alias.
  func parameters(of type: TypeSyntax) -> [TypeSyntax]? {
    if let function = type.functionType { return function.parameters.map(\.type.bare) }
    let bare = type.bare.as(OptionalTypeSyntax.self)?.wrappedType.bare ?? type.bare
    guard let (alias, isNear) = alias(bare), let function = alias.type?.functionType else {
      return nil
    }
    let types = function.parameters.map(\.type.bare)
    let declared = alias.node.as(TypeAliasDeclSyntax.self)?.genericParameterClause
    let names = declared?.parameters.map(\.name.text) ?? []
    if names.isEmpty { return isNear ? types : types.map { qualified($0, from: alias.context) } }
    let arguments = bare.as(IdentifierTypeSyntax.self)?.genericArgumentClause.types ?? []
    guard arguments.count == names.count else { return nil }
    let meanings = Dictionary(zip(names, arguments)) { first, _ in first }
    return types.map { TypeSyntax(Substitution(meanings).rewrite($0)) ?? $0 }
  }

  /// A type alias in the sources, and whether its names are in scope here.
  private func alias(_ type: TypeSyntax) -> (Member, Bool)? {
    let path = type.nameWithoutArguments.split(separator: ".").map(String.init)
    guard let name = path.last else { return nil }
    let prefixes = (0...context.path.count).reversed().map { Array(context.path.prefix($0)) }
    for prefix in prefixes {
      let owner = (prefix + path.dropLast()).joined(separator: ".")
      let found = typer.table.visible(typer.table.members[owner]?[name], from: context.file)
      if let alias = found.first(where: { $0.kind == .typeAlias }) {
        return (alias, context.path.starts(with: alias.context.path))
      }
    }
    return nil
  }

  /// The same type, with its names as they must be written here.
  private func qualified(_ type: TypeSyntax, from other: DeclarationContext) -> TypeSyntax {
    var meanings: [String: TypeSyntax] = [:]
    for name in NamesInType.names(in: type) {
      let path = typer.resolver.path(of: name, in: other)
      guard let path, path != typer.resolver.path(of: name, in: context) else { continue }
      meanings[name] = TypeSyntax(IdentifierTypeSyntax(name: .identifier(path)))
    }
    return meanings.isEmpty ? type : TypeSyntax(Substitution(meanings).rewrite(type)) ?? type
  }

  /// The shapes of a handler's parameters, with generic parameters as named types.
  func shapes(_ given: [Shape], of type: TypeSyntax) -> [Shape] {
    guard given.contains(.unknown), let types = parameters(of: type), types.count == given.count
    else { return given }
    return zip(given, types).map { shape, type in
      let name = type.trimmedDescription
      return shape == .unknown && generics[name] != nil ? .named(name) : shape
    }
  }

  /// The type of the promise's value.
  func value(_ types: [TypeSyntax], _ shape: CallbackShape) -> String? {
    switch shape {
    case .nothing, .error: "Void"
    case .value: types.first?.valueText
    case .flagOrError: "Bool"
    case .valueOrError: types.first?.wrapped?.trimmedDescription
    case .result:
      types.first?.as(IdentifierTypeSyntax.self)?.genericArgumentClause.types.first?
        .trimmedDescription
        ?? types.first?.as(MemberTypeSyntax.self)?.genericArgumentClause.types.first?
        .trimmedDescription
    case .two: "(\(types.map(\.trimmedDescription).joined(separator: ", ")))"
    case .twoOrError:
      if let first = types[0].wrapped, let second = types[1].wrapped {
        "(\(first.trimmedDescription), \(second.trimmedDescription))"
      } else {
        nil
      }
    case .errorFirst, .errorAndValue, .other: nil
    }
  }

  /// The generic parameters and associated types in scope, with their constraints.
  var generics: [String: TypeSyntax?] {
    var generics = context.generics
    for count in 0..<context.path.count {
      let path = context.path[...count].joined(separator: ".")
      let all = typer.table.visible(typer.table.types[path], from: context.file)
      for declaration in all {
        if let owner = declaration.node.as(ProtocolDeclSyntax.self) {
          for member in owner.memberBlock.members {
            guard let type = member.decl.as(AssociatedTypeDeclSyntax.self) else { continue }
            generics[type.name.text] = .some(type.inheritanceClause?.inheritedTypes.first?.type)
          }
        } else {
          let clause = declaration.node.declaredScope?.1
          generics.merge(clause.constraints) { known, _ in known }
        }
      }
      if all.allSatisfy(\.isExtension) {
        for name in ["Element", "Key", "Value", "Wrapped"] { generics[name] = .some(nil) }
      }
    }
    return generics
  }

  func names(in types: [TypeSyntax]) -> [String] {
    var seen: Set<String> = []
    return types.flatMap { NamesInType.names(in: $0) }.filter { seen.insert($0).inserted }
  }

  /// Whether the sources, or the language, say that the type isn't `Sendable`.
  func isNotSendable(_ type: TypeSyntax) -> Bool {
    let bare = type.bare
    if bare.functionType != nil { return !type.trimmedDescription.contains("@Sendable") }
    if let name = bare.as(IdentifierTypeSyntax.self) {
      if ["Any", "AnyObject"].contains(name.name.text) { return true }
      if generics[name.name.text] != nil { return false }
      return isDeclaredOtherwise(bare)
        || name.genericArgumentClause.types.contains { isNotSendable($0) }
    }
    switch bare.as(TypeSyntaxEnum.self) {
    case .memberType: return isDeclaredOtherwise(bare)
    case .optionalType(let optional): return isNotSendable(optional.wrappedType)
    case .arrayType(let array): return isNotSendable(array.element)
    case .dictionaryType(let dictionary): return isNotSendable(dictionary.value)
    case .tupleType(let tuple): return tuple.elements.contains { isNotSendable($0.type) }
    case .someOrAnyType(let constrained): return isNotSendable(constrained.constraint)
    default: return false
    }
  }

  /// Whether the type is a class, protocol or public type in the sources that isn't `Sendable`.
  private func isDeclaredOtherwise(_ type: TypeSyntax) -> Bool {
    guard let path = typer.resolver.path(of: type.nameWithoutArguments, in: context) else {
      return false
    }
    let all = typer.table.visible(typer.table.types[path], from: context.file)
    if all.contains(where: { $0.isMainActor || $0.inherited.contains { $0.isSendableName } }) {
      return false
    }
    guard let declaration = all.first(where: { !$0.isExtension }) else { return false }
    // A supertype from elsewhere may be `Sendable`.
    let isOpen = declaration.inherited.contains {
      typer.resolver.path(of: $0.nameWithoutArguments, in: declaration.context) == nil
        && !["Equatable", "Hashable", "Codable", "Decodable", "Encodable", "AnyObject"]
          .contains($0.nameWithoutArguments)
    }
    if isOpen { return false }
    if declaration.inherited.contains(where: { inherited in
      !isDeclaredOtherwise(inherited) && isOwn(inherited)
    }) {
      return false
    }
    let node = declaration.node
    let isPublic =
      node.asProtocol((any DeclGroupSyntax).self)?.modifiers.has(.public) ?? false
    return node.is(ClassDeclSyntax.self) || node.is(ProtocolDeclSyntax.self) || isPublic
  }

  private func isOwn(_ type: TypeSyntax) -> Bool {
    typer.resolver.path(of: type.nameWithoutArguments, in: context) != nil
  }
}

extension TypeSyntax {
  /// The type that an optional wraps.
  fileprivate var wrapped: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.bare }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.bare
    }
    guard let name = self.as(IdentifierTypeSyntax.self), name.name.text == "Optional" else {
      return nil
    }
    return name.genericArgumentClause.types.first
  }

  fileprivate var valueText: String { trimmedDescription }

  fileprivate var isSendableName: Bool {
    nameWithoutArguments == "Sendable"
      || self.as(AttributedTypeSyntax.self)?.baseType.isSendableName == true
      || nameWithoutArguments == "Error"
  }
}

/// Replaces the parameters of an alias with its arguments.
private final class Substitution: SyntaxRewriter {
  private let meanings: [String: TypeSyntax]

  init(_ meanings: [String: TypeSyntax]) {
    self.meanings = meanings
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.genericArgumentClause == nil, let meaning = meanings[node.name.text] else {
      return super.visit(node)
    }
    return meaning.trimmed.with(\.leadingTrivia, node.leadingTrivia)
      .with(\.trailingTrivia, node.trailingTrivia)
  }
}
