// Resolves a written type in its context.

import SwiftSyntax

struct TypeResolver {
  let table: DeclarationTable
  let staying: Set<SyntaxIdentifier>

  private static let depthLimit = 12

  func shape(
    of type: TypeSyntax?, in context: DeclarationContext, depth: Int = 0
  ) -> Shape {
    guard let type, depth < Self.depthLimit else { return .unknown }
    func inner(_ type: TypeSyntax) -> Shape { shape(of: type, in: context, depth: depth + 1) }

    let bare = type.bare
    switch bare.as(TypeSyntaxEnum.self) {
    case .identifierType(let name):
      return named(
        name.name.identifierText, name.genericArgumentClause.types, in: context, depth: depth
      ).staying(if: staying.contains(name.id))
    case .memberType(let member):
      return qualified(member, in: context, depth: depth)
        .staying(if: staying.contains(member.id))
    case .optionalType(let optional): return .optional(inner(optional.wrappedType))
    case .implicitlyUnwrappedOptionalType(let optional):
      return .optional(inner(optional.wrappedType))
    case .arrayType(let array): return .array(inner(array.element))
    case .dictionaryType(let dictionary): return .dictionary(value: inner(dictionary.value))
    case .tupleType(let tuple):
      return .tuple(
        tuple.elements.map { .init(label: $0.firstName?.identifierText, shape: inner($0.type)) })
    case .functionType(let function):
      return .function(
        function.parameters.map { inner($0.type) }, result: inner(function.returnClause.type))
    case .someOrAnyType(let constrained): return inner(constrained.constraint)
    case .compositionType(let composition):
      // If the sources declare only one of the types, that one has the promises.
      let declared = composition.elements.map { inner($0.type) }.filter { shape in
        if case .named(let path) = shape { table.types[path] != nil } else { false }
      }
      return declared.count == 1 ? declared[0] : .unknown
    case .metatypeType(let metatype): return .metatype(inner(metatype.baseType))
    default: return .unknown
    }
  }

  /// `A.B`: a name in a library's module, or a nested type.
  private func qualified(
    _ member: MemberTypeSyntax, in context: DeclarationContext, depth: Int
  ) -> Shape {
    let arguments = member.genericArgumentClause.types
    let name = member.name.identifierText
    let base = member.baseType.nameWithoutArguments
    if let library = context.file.imports.library(base) {
      return shape(library.exportedType(name), arguments, in: context, depth: depth)
    }
    if base == "AsyncPromises", table.knowsOwn {
      return shape(Library.own.exportedType(name), arguments, in: context, depth: depth)
    }
    if base == "Swift" || base == "_Concurrency" || base == "AsyncPromises" {
      return .named("\(base).\(name)")
    }
    if let path = path(of: "\(base).\(name)", in: context) { return .named(path) }
    if let alias = aliasMember(name, owner: path(of: base, in: context) ?? base, context.file) {
      return shape(of: alias.type, in: alias.context, depth: depth + 1)
    }
    return .named("\(base).\(name)")
  }

  /// An unqualified name.
  func named(
    _ name: String, _ arguments: [TypeSyntax], in context: DeclarationContext, depth: Int
  ) -> Shape {
    func inner(_ type: TypeSyntax?) -> Shape { shape(of: type, in: context, depth: depth + 1) }

    if let constraint = context.generics[name] {
      let shape = constraint.map { inner($0) } ?? .unknown
      return isProtocol(shape, in: context) ? .generic(shape) : shape
    }
    if name == "Self", let path = context.path.last { return own(path, in: context) }
    if let path = path(of: name, in: context) { return .named(path) }
    if let alias = aliasMember(name, in: context) {
      return shape(of: alias.type, in: alias.context, depth: depth + 1)
    }
    switch meaning(of: name, in: context.file) {
    case .ambiguous: return .unknown
    case .library(let type): return shape(type, arguments, in: context, depth: depth)
    case .other: break
    }
    switch name {
    case "Void": return .void
    case "Array", "ArraySlice", "ContiguousArray", "Set":
      return .array(arguments.first.map { inner($0) } ?? .unknown)
    case "Dictionary":
      return .dictionary(value: arguments.count == 2 ? inner(arguments[1]) : .unknown)
    case "Optional": return .optional(arguments.first.map { inner($0) } ?? .unknown)
    default: return .named(name)
    }
  }

  private func shape(
    _ type: LibraryType?, _ arguments: [TypeSyntax], in context: DeclarationContext, depth: Int
  ) -> Shape {
    let value = arguments.first.map { shape(of: $0, in: context, depth: depth + 1) } ?? .unknown
    return switch type {
    case .promise(let type): .promise(type, value)
    case .resolver(let library): .resolver(library, value)
    case .finalizer: .finalizer
    case nil: .unknown
    }
  }

  enum Meaning: Equatable {
    case library(LibraryType)
    case ambiguous
    case other
  }

  /// The library's type that an unqualified name refers to, according to the imports of the file.
  func meaning(of name: String, in file: SourceFile) -> Meaning {
    if table.knowsOwn, file.imports.modules.contains("AsyncPromises"),
      let own = Library.own.exportedType(name)
    {
      return .library(own)
    }
    if let module = file.imports.declarations[name] {
      return Library(module: module)?.exportedType(name).map { .library($0) } ?? .other
    }
    let found = table.libraries(of: file).compactMap { $0.exportedType(name) }
    guard let only = found.first else { return .other }
    let ours =
      ["Promise", "Resolver"].contains(name)
      && file.imports.modules.contains("AsyncPromises")
      && file.imports.declarations.values.contains("AsyncPromises") == false
    return found.count > 1 || ours ? .ambiguous : .library(only)
  }

  /// The alias that an unqualified name refers to.
  func aliasMember(_ name: String, in context: DeclarationContext) -> Member? {
    enclosingPaths(context.path).lazy
      .compactMap { aliasMember(name, owner: $0, context.file) }.first
  }

  private func aliasMember(_ name: String, owner: String, _ file: SourceFile) -> Member? {
    table.visible(table.members[owner]?[name], from: file).first { $0.kind == .typeAlias }
  }

  /// What a name means in a type of the sources.
  func nested(_ name: String, in owner: String, _ file: SourceFile) -> Shape? {
    let types = table.visible(table.types["\(owner).\(name)"], from: file)
    if types.contains(where: { !$0.isExtension }) { return .named("\(owner).\(name)") }
    let alias = aliasMember(name, owner: owner, file)
    return alias.map { shape(of: $0.type, in: $0.context) }
  }

  private func isProtocol(_ shape: Shape, in context: DeclarationContext) -> Bool {
    guard case .named(let path) = shape else { return false }
    return table.visible(table.types[path], from: context.file)
      .contains { $0.node.is(ProtocolDeclSyntax.self) }
  }

  /// The path of the type in the sources that a name refers to.
  func path(of name: String, in context: DeclarationContext) -> String? {
    for owner in enclosingPaths(context.path) {
      let path = owner.isEmpty ? name : "\(owner).\(name)"
      let visible = table.visible(table.types[path], from: context.file)
      if visible.contains(where: { !$0.isExtension }) { return path }
    }
    return nil
  }

  /// The type that a path of enclosing declarations refers to, even in an extension.
  func own(_ name: String, in context: DeclarationContext) -> Shape {
    let outer = DeclarationContext(
      file: context.file, path: Array(context.path.dropLast()), generics: [:])
    let parts = name.split(separator: ".").map(String.init)
    if parts.count > 1, let library = context.file.imports.library(parts[0]) {
      return shape(library.exportedType(parts[1]), [], in: outer, depth: 0)
    }
    let found = named(name, [], in: outer, depth: 1)
    if case .named = found { return .named(context.path.joined(separator: ".")) }
    return found
  }

  /// `A.B`, `A` and the empty path, for `["A", "B"]`.
  private func enclosingPaths(_ path: [String]) -> [String] {
    (0...path.count).reversed().map { path.prefix($0).joined(separator: ".") }
  }
}

extension Optional where Wrapped == GenericArgumentClauseSyntax {
  var types: [TypeSyntax] {
    self?.arguments.compactMap { argument in
      if case .type(let type) = argument.argument { type } else { nil }
    } ?? []
  }
}
