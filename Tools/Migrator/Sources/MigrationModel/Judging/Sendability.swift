// Finds values that are certainly not `Sendable`, and code that is certainly nonisolated.

import SwiftSyntax

extension Typer {
  /// Whether a value of the shape is certainly not `Sendable`.
  func isNotSendable(_ shape: Shape) -> Bool {
    switch shape {
    case .named(let name):
      ["Any", "AnyObject", "PromiseKit.Result"].contains(name) || isNotSendable(type: name)
    case .array(let inner), .dictionary(let inner), .optional(let inner): isNotSendable(inner)
    case .tuple(let elements): elements.contains { isNotSendable($0.shape) }
    case .function: true
    case .promise, .resolver, .finalizer, .metatype, .unknown: false
    }
  }

  /// Whether the type is a class in the sources that isn't isolated to an actor or declared
  /// `Sendable`.
  private func isNotSendable(type path: String) -> Bool {
    let types = table.visible(table.types[path], from: file)
    guard let type = types.first(where: { !$0.isExtension }), type.isClass else { return false }
    return !types.contains { $0.isMainActor || $0.inherited.contains { $0.mayBeSendable } }
  }

  /// Whether a closure captures something that must not leave its thread.
  func capturesNotSendable(_ closure: ClosureExprSyntax) -> Bool {
    let captures = closure.signature?.capture?.items.map { $0.name.identifierText } ?? []
    return NameReader.names(in: closure).contains { name in
      if name.text.hasPrefix("$") { return false }
      if name.text == "self" { return isNotSendable(selfShape(at: Syntax(closure))) }
      let resolution = resolve(name.text, at: name.node)
      switch resolution.origin {
      case .member: return isNotSendable(selfShape(at: Syntax(closure)))
      case .local(let id):
        guard !closure.contains(id) else { return false }
        guard let node = declaration(id, around: Syntax(closure)) else { return false }
        if node.isVariable { return !captures.contains(name.text) }
        if let function = node.as(FunctionDeclSyntax.self) {
          return function.body.map { capturesNotSendable(in: $0, of: function) } ?? false
        }
        return isNotSendable(resolution.shape) && !node.saysSendable
      default: return false
      }
    }
  }

  /// The same for a local function.
  private func capturesNotSendable(
    in body: CodeBlockSyntax, of function: FunctionDeclSyntax
  ) -> Bool {
    NameReader.names(in: body).contains { name in
      guard case .local(let id) = resolve(name.text, at: name.node).origin,
        !function.contains(id), let node = declaration(id, around: Syntax(function)),
        !node.is(FunctionDeclSyntax.self)
      else { return false }
      if node.isVariable { return true }
      return isNotSendable(resolve(name.text, at: name.node).shape) && !node.saysSendable
    }
  }

  /// The declaration of a local name, by its identifier.
  private func declaration(_ id: SyntaxIdentifier, around node: Syntax) -> Syntax? {
    var current: Syntax? = node
    while let here = current {
      if here.id == id { return here }
      if let list = here.as(CodeBlockItemListSyntax.self) {
        if let found = DeclarationFinder.find(id, in: Syntax(list)) { return found }
      } else if let signature = here.as(FunctionDeclSyntax.self)?.signature {
        if let found = DeclarationFinder.find(id, in: Syntax(signature)) { return found }
      } else if let signature = here.as(InitializerDeclSyntax.self)?.signature {
        if let found = DeclarationFinder.find(id, in: Syntax(signature)) { return found }
      }
      current = here.parent
    }
    return nil
  }

  // MARK: Isolation

  /// Whether code at a node is certainly nonisolated.
  func isNonisolated(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let closure):
        guard closure.signature?.attributes.isEmpty ?? true, isFormedInPlace(closure) else {
          return false
        }
      case .functionDecl(let function):
        if function.modifiers.has(.nonisolated) { return true }
        guard function.attributes.namesNoActor else { return false }
      case .variableDecl(let variable):
        if variable.modifiers.has(.nonisolated) { return true }
        guard variable.attributes.namesNoActor else { return false }
      case .initializerDecl(let initializer):
        if initializer.modifiers.has(.nonisolated) { return true }
        guard initializer.attributes.namesNoActor else { return false }
      case .actorDecl, .protocolDecl: return false
      case .classDecl, .structDecl, .enumDecl, .extensionDecl: return isNonisolatedType(here)
      case .sourceFile: return true
      default: break
      }
      current = here.parent
    }
    return true
  }

  private func isNonisolatedType(_ declaration: Syntax) -> Bool {
    if ownerShape(of: declaration).promiseType != nil { return true }
    let path = context(ofBodyOf: declaration).path.joined(separator: ".")
    let types = table.visible(table.types[path], from: file)
    guard types.contains(where: { !$0.isExtension && !$0.isActor }) else { return false }
    return types.allSatisfy { type in
      !type.isMainActor && type.inherited.allSatisfy { isNonisolated(inherited: $0, type) }
    }
  }

  private func isNonisolated(inherited: TypeSyntax, _ type: TypeDeclaration) -> Bool {
    let name = inherited.nameWithoutArguments
    if Self.harmlessTypes.contains(name) { return true }
    guard let path = resolver.path(of: name, in: type.context) else { return false }
    let types = table.visible(table.types[path], from: file)
    return types.allSatisfy { type in
      !type.isMainActor
        && type.inherited.allSatisfy { Self.harmlessTypes.contains($0.nameWithoutArguments) }
    }
  }

  private static let harmlessTypes: Set<String> = [
    "AnyObject", "CaseIterable", "Codable", "Comparable", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Int", "LocalizedError",
    "NSObject", "Sendable", "String", "@unchecked Sendable", "Double", "Sequence",
  ]
}

extension TypeSyntax {
  /// Whether a class that inherits from this type may be `Sendable`. `Codable`, for instance,
  /// doesn't make it so.
  fileprivate var mayBeSendable: Bool {
    trimmedDescription.contains("Sendable") || trimmedDescription.contains("Actor")
  }
}

extension Syntax {
  fileprivate var isVariable: Bool {
    guard self.is(PatternBindingSyntax.self) else { return false }
    return parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.var)
  }

  /// Whether a parameter or constant is declared as a function that can be called anywhere.
  fileprivate var saysSendable: Bool {
    let type =
      self.as(FunctionParameterSyntax.self)?.type
      ?? self.as(PatternBindingSyntax.self)?.typeAnnotation?.type
    guard let text = type?.trimmedDescription else {
      // The type is inferred from a call, as that of the resolver of a `pending()`.
      return self.is(PatternBindingSyntax.self)
    }
    return text.contains("@Sendable") || text.contains("@MainActor")
  }
}

extension AttributeListSyntax {
  /// Whether none of the attributes can be a global actor.
  fileprivate var namesNoActor: Bool {
    let known: Set = [
      "discardableResult", "available", "inlinable", "usableFromInline", "inline", "objc", "Test",
      "preconcurrency", "Sendable", "escaping",
    ]
    return allSatisfy { attribute in
      guard let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription else {
        return false
      }
      return known.contains(name)
    }
  }
}

private final class DeclarationFinder: SyntaxAnyVisitor {
  let id: SyntaxIdentifier
  var found: Syntax?

  init(_ id: SyntaxIdentifier) {
    self.id = id
    super.init(viewMode: .sourceAccurate)
  }

  static func find(_ id: SyntaxIdentifier, in node: Syntax) -> Syntax? {
    let finder = DeclarationFinder(id)
    finder.walk(node)
    return finder.found
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if node.id == id { found = node }
    return found == nil ? .visitChildren : .skipChildren
  }
}
