// How PromiseKit's types are rewritten, in signatures, properties and extensions.

import SwiftSyntax

final class PromiseKitTypes: SyntaxVisitor {
  var move = FileMove()
  private let file: MovingFile
  private var typer: Typer { file.typer }

  init(_ file: MovingFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Types

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.identifierText
    if name == "T", typer.isValueOfPromise(Syntax(node)) {
      move.edits.replace(node.name, with: "Value")
      return .skipChildren
    }
    guard let type = libraryType(name, Syntax(node)) else {
      if PromiseKitMove.otherNames.contains(name), isLibrarys(name, Syntax(node)) {
        move.needsLibrary = true
      }
      return .visitChildren
    }
    if node.isResultOfFirstly { return .visitChildren }
    return rename(node.name, type, TypeSyntax(node)) ? .visitChildren : .skipChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.identifierText
    let module = node.baseType.nameWithoutArguments
    if file.source.imports.library(module) == .promiseKit {
      guard let type = Library.promiseKit.exportedType(name) else {
        move.needsLibrary = true
        if Library(module: module) == nil || module == "PromiseKit" {
          move.edits.replace(node.baseType, with: "PromiseKitCompat")
        }
        return .skipChildren
      }
      if node.isOwnAlias || !isLibrarys(name, Syntax(node)) {
        // Without the module, the alias would name itself, or a type of the program's own is meant.
        move.edits.replace(node.baseType, with: "AsyncPromises")
      } else {
        move.edits.remove(
          from: node.positionAfterSkippingLeadingTrivia,
          to: node.name.positionAfterSkippingLeadingTrivia)
      }
      _ = rename(node.name, type, TypeSyntax(node))
      if let arguments = node.genericArgumentClause { walk(arguments) }
      return .skipChildren
    }
    let base = typer.resolver.shape(of: node.baseType, in: typer.context(of: Syntax(node)))
    if name == "T", base.promiseType?.library == .promiseKit {
      move.edits.replace(node.name, with: "Value")
    }
    return .visitChildren
  }

  /// - Returns: whether the generic arguments may be rewritten as well.
  private func rename(_ name: TokenSyntax, _ type: LibraryType, _ node: TypeSyntax) -> Bool {
    let shape = typer.resolver.shape(of: node, in: typer.context(of: Syntax(node)))
    if let type = typer.notSendable(in: shape.settledValue) {
      if !node.is(MemberTypeSyntax.self) { move.edits.insert("PromiseKitCompat.", before: name) }
      move.needsLibrary = true
      let place = file.source.place(of: name)
      move.kept.append(
        Kept(
          place: place, name: name.text, reason: .notSendable, obstacle: .value(type: type)))
      return false
    }
    move.moves = true
    switch type {
    case .promise(.guarantee): move.edits.replace(name, with: "Promise")
    case .promise(.thenable):
      let isExtended = node.parent?.is(ExtensionDeclSyntax.self) == true
      move.edits.replace(name, with: isExtended ? "Promise" : "PromiseProtocol")
    case .finalizer: move.edits.replace(name, with: "Promise<Void>")
    default: break
    }
    return true
  }

  // MARK: Extensions

  /// An extension of `Guarantee` stays if an extension of `Promise` has the same member, because
  /// both would extend the same type.
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard typer.ownerShape(of: Syntax(node)).promiseType == .guarantee,
      let type = node.extendedType.as(IdentifierTypeSyntax.self),
      file.members.contains(where: { $0.isDeclared(in: node) && typer.promiseHas($0) })
    else { return .visitChildren }
    move.edits.insert("PromiseKitCompat.", before: type)
    move.needsLibrary = true
    move.hazards.append(node.offset)
    move.frozen.append(
      node.memberBlock.position.utf8Offset..<node.memberBlock.endPosition.utf8Offset)
    move.kept.append(
      Kept(place: file.source.place(of: type), name: "Guarantee", reason: .ownExtension))
    return .skipChildren
  }

  private func libraryType(_ name: String, _ node: Syntax) -> LibraryType? {
    guard isLibrarys(name, node), Library.promiseKit.exportedType(name) != nil,
      case .library(let type) = typer.resolver.meaning(of: name, in: file.source)
    else { return nil }
    if case .promise(let promise) = type, promise.library != .promiseKit { return nil }
    return type
  }

  /// Whether the sources declare no type with that name in this context.
  private func isLibrarys(_ name: String, _ node: Syntax) -> Bool {
    let context = typer.context(of: node)
    return context.generics[name] == nil && typer.resolver.path(of: name, in: context) == nil
  }

  // MARK: Generic parameters

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    restrict(node.genericParameterClause, in: Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    restrict(node.genericParameterClause, in: Syntax(node))
    return .visitChildren
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    restrict(node.genericParameterClause, in: Syntax(node))
    return .visitChildren
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    restrict(node.genericParameterClause, in: Syntax(node))
    return .visitChildren
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    restrict(node.genericParameterClause, in: Syntax(node))
    return .visitChildren
  }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    restrict(node.genericParameterClause, in: Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let names = PromiseArguments.names(in: Syntax(node))
    for member in node.memberBlock.members {
      guard let type = member.decl.as(AssociatedTypeDeclSyntax.self), names.contains(type.name.text)
      else { continue }
      let inherited = type.inheritanceClause?.inheritedTypes
      restrict(type.name, inherited.map { Array($0).map(\.type) } ?? [], ", ")
    }
    return .visitChildren
  }

  /// In this library, the values of promises must be `Sendable`.
  private func restrict(_ clause: GenericParameterClauseSyntax?, in node: Syntax) {
    guard let clause else { return }
    let names = PromiseArguments.names(in: node)
    for parameter in clause.parameters where names.contains(parameter.name.text) {
      restrict(parameter.name, parameter.inheritedType.map { [$0] } ?? [], " & ")
    }
  }

  private func restrict(_ name: TokenSyntax, _ inherited: [TypeSyntax], _ separator: String) {
    guard let last = inherited.last else { return move.edits.insert(": Sendable", after: name) }
    guard !inherited.contains(where: { $0.trimmedDescription.contains("Sendable") }) else { return }
    let shape = typer.resolver.shape(of: last, in: typer.context(of: Syntax(last)))
    guard shape.promiseType == nil else { return }
    move.edits.insert("\(separator)Sendable", after: last)
  }
}

extension Member {
  fileprivate func isDeclared(in node: ExtensionDeclSyntax) -> Bool {
    self.node.enclosingExtension?.id == node.id
  }
}

extension Typer {
  /// Whether an extension of `Promise` has a member with the same name and labels.
  fileprivate func promiseHas(_ member: Member) -> Bool {
    let labels = member.parameters.map(\.label)
    return PromiseType.promise.ownerKeys.prefix(1).contains { key in
      let others = table.visible(table.members[key]?[member.name], from: file) { _ in true }
      return others.contains {
        $0.isStatic == member.isStatic && $0.parameters.map(\.label) == labels
      }
    }
  }

  /// Whether `T` at a place is the value of the promise that is extended there.
  func isValueOfPromise(_ node: Syntax) -> Bool {
    guard context(of: node).generics["T"] == nil else { return false }
    var current: Syntax? = node
    while let here = current {
      if here.is(ExtensionDeclSyntax.self) {
        let extended = ownerShape(of: here)
        if case .resolver(.promiseKit, _) = extended { return true }
        return extended.promiseType?.library == .promiseKit
      }
      if here.asProtocol((any DeclGroupSyntax).self) != nil { return false }
      current = here.parent
    }
    return false
  }
}

extension MemberTypeSyntax {
  /// Whether the type is what an alias with the same name stands for.
  fileprivate var isOwnAlias: Bool {
    parent?.parent?.as(TypeAliasDeclSyntax.self)?.name.text == name.text
  }
}

extension IdentifierTypeSyntax {
  /// Whether the name is the result of the body of a `firstly`, which is rewritten with its call.
  fileprivate var isResultOfFirstly: Bool {
    guard let closure = parent?.parent?.parent?.as(ClosureExprSyntax.self),
      parent?.is(ReturnClauseSyntax.self) == true
    else { return false }
    return closure.callItIsPassedTo?.call.calleeName.text == "firstly"
  }
}

/// Finds the names of types that are arguments of promises, guarantees and resolvers.
private final class PromiseArguments: SyntaxVisitor {
  private var names: Set<String> = []

  static func names(in node: Syntax) -> Set<String> {
    let finder = PromiseArguments(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.names
  }

  private static let types: Set<String> = [
    "Promise", "Guarantee", "Resolver", "Thenable", "CancellablePromise",
  ]

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    let name =
      node.parent?.as(IdentifierTypeSyntax.self)?.name.text
      ?? node.parent?.as(MemberTypeSyntax.self)?.name.text
      ?? node.parent?.as(GenericSpecializationExprSyntax.self)?.expression.trimmedDescription
    guard let name, Self.types.contains(name) else { return .visitChildren }
    for type in Optional(node).types { names.formUnion(NamesInType.names(in: type)) }
    return .visitChildren
  }
}
