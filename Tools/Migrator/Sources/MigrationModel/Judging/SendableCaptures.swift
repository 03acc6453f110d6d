// Finds what closures capture although it must not leave its thread.

import SwiftSyntax

extension Typer {
  /// Whether a closure may run on another actor than the code around it.
  func mayLeaveActor(_ closure: ClosureExprSyntax) -> Bool {
    let isOnMain = isOnMainActor(Syntax(closure))
    return !capturesNotSendable(closure) && (!isOnMain || selfUse(of: closure) == .none)
  }

  /// Whether a closure captures something that must not leave its thread.
  func capturesNotSendable(_ closure: ClosureExprSyntax) -> Bool {
    obstacle(capturedBy: closure) != nil
  }

  /// What a closure captures although it must not leave its thread.
  func obstacle(capturedBy closure: ClosureExprSyntax) -> Obstacle? {
    if table.assumptions.contains(.swift5) { return nil }
    let captures = closure.signature?.capture?.items.map { $0.name.identifierText } ?? []
    let owner = notSendable(in: selfShape(at: Syntax(closure)))
      .map { Obstacle.capture("self", type: $0) }
    return NameReader.names(in: closure).lazy.compactMap { [self] name -> Obstacle? in
      if name.text.hasPrefix("$") { return nil }
      if name.text == "self" { return owner }
      let resolution = resolve(name.text, at: name.node)
      switch resolution.origin {
      case .member: return owner
      case .local(let id):
        guard !closure.contains(id), let node = declaration(id, around: Syntax(closure)) else {
          return nil
        }
        if node.isVariable { return captures.contains(name.text) ? nil : .variable(name.text) }
        if let function = node.as(FunctionDeclSyntax.self) {
          let captures = function.body.map { capturesNotSendable(in: $0, of: function) } ?? false
          return captures ? .capture(name.text, type: nil) : nil
        }
        guard let type = notSendable(in: resolution.shape), !node.saysSendable else { return nil }
        return .capture(name.text, type: type)
      default: return nil
      }
    }.first
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
