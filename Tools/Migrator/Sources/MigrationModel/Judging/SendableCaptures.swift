// Finds captured values that must not leave their threads.

import SwiftSyntax

extension Typer {
  /// Whether a closure may run on a different actor from the code around it.
  func mayLeaveActor(_ closure: ClosureExprSyntax) -> Bool {
    let isOnMain = isOnMainActor(Syntax(closure))
    return !capturesNotSendable(closure) && (!isOnMain || selfUse(of: closure) == .none)
  }

  /// Whether a closure captures something that must not leave its thread.
  func capturesNotSendable(_ closure: ClosureExprSyntax) -> Bool {
    obstacle(capturedBy: closure) != nil
  }

  /// The first captured value that must not leave its thread; nil if there is none.
  func obstacle(capturedBy closure: ClosureExprSyntax) -> Obstacle? {
    if file.isSwift5 { return nil }
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
        if let type = genericType(of: node) { return .capture(name.text, type: type) }
        guard let type = notSendable(in: resolution.shape), !node.saysSendable else { return nil }
        return .capture(name.text, type: type)
      default: return nil
      }
    }.first
  }

  /// The generic type of a parameter, if neither its constraint nor a promise makes it `Sendable`.
  private func genericType(of node: Syntax) -> String? {
    guard let type = node.as(FunctionParameterSyntax.self)?.type.bare,
      let name = type.as(IdentifierTypeSyntax.self)?.name.text,
      let constraint = context(of: node).generics[name]
    else { return nil }
    let text = constraint?.trimmedDescription ?? ""
    if text.contains("Sendable") || isNotSendable(constraint: constraint, at: node) == false {
      return nil
    }
    var current: Syntax? = node
    while let here = current {
      if here.declaredScope?.1?.parameters.contains(where: { $0.name.text == name }) == true {
        let isPromised = PromisedTypes.find(in: here).contains(name)
        return isPromised || here.description.contains("\(name): Sendable") ? nil : name
      }
      current = here.parent
    }
    return nil
  }

  /// Whether a constraint permits types that aren't `Sendable`.
  private func isNotSendable(constraint: TypeSyntax?, at node: Syntax) -> Bool {
    guard let constraint else { return true }
    let shape = resolver.shape(of: constraint, in: context(of: node))
    guard case .named(let path) = shape,
      table.visible(table.types[path], from: file).contains(where: { !$0.isExtension })
    else { return true }
    return isNotSendable(shape)
  }

  /// Whether a local function captures something that must not leave its thread.
  private func capturesNotSendable(
    in body: CodeBlockSyntax, of function: FunctionDeclSyntax
  ) -> Bool {
    NameReader.names(in: body).contains { name in
      if name.text == "self" || resolve(name.text, at: name.node).origin == .member {
        return isNotSendable(selfShape(at: Syntax(function)))
      }
      guard case .local(let id) = resolve(name.text, at: name.node).origin,
        !function.contains(id), let node = declaration(id, around: Syntax(function)),
        !node.is(FunctionDeclSyntax.self)
      else { return false }
      if node.isVariable { return true }
      return isNotSendable(resolve(name.text, at: name.node).shape) && !node.saysSendable
    }
  }

  /// The declaration of a local name, by its identifier.
  func declaration(_ id: SyntaxIdentifier, around node: Syntax) -> Syntax? {
    var current: Syntax? = node
    while let here = current {
      if here.id == id { return here }
      if let list = here.as(CodeBlockItemListSyntax.self) {
        if let found = NodeWithID.find(id, in: Syntax(list)) { return found }
      } else if let signature = here.as(FunctionDeclSyntax.self)?.signature {
        if let found = NodeWithID.find(id, in: Syntax(signature)) { return found }
      } else if let signature = here.as(InitializerDeclSyntax.self)?.signature {
        if let found = NodeWithID.find(id, in: Syntax(signature)) { return found }
      }
      current = here.parent
    }
    return nil
  }
}

extension Syntax {
  /// Whether a local name that this declares can be assigned to.
  var isVariable: Bool {
    guard self.is(PatternBindingSyntax.self) else { return false }
    return parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.var)
  }

  /// Whether a parameter or constant is declared as a function that can be called anywhere.
  fileprivate var saysSendable: Bool {
    let type =
      self.as(FunctionParameterSyntax.self)?.type
      ?? self.as(PatternBindingSyntax.self)?.typeAnnotation?.type
    guard let text = type?.trimmedDescription else {
      // The type is inferred from a call such as `pending()`, which makes a resolver.
      return self.is(PatternBindingSyntax.self)
    }
    return text.contains("@Sendable") || text.contains("@MainActor")
  }
}

/// Finds the names of types that are values of promises: `T` in `Promise<T>` and `Promise<[T]>`.
private final class PromisedTypes: SyntaxVisitor {
  private var names: Set<String> = []

  static func find(in node: Syntax) -> Set<String> {
    let finder = PromisedTypes(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.names
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    let owner = node.previousToken(viewMode: .sourceAccurate)?.text ?? ""
    if ["Promise", "Guarantee", "Resolver", "Task"].contains(owner) {
      for type in Optional(node).types { names.formUnion(NamesInType.names(in: type)) }
    }
    return .visitChildren
  }
}
