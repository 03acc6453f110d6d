// Promises that are settled by the code that made them: each becomes a promise and a resolver.

import SwiftSyntax

/// `let promise = Promise<Int>.pending()`, and the name of the resolver that settles it.
struct GooglePending {
  let call: FunctionCallExprSyntax
  let binding: PatternBindingSyntax
  let name: TokenSyntax
  let resolver: String

  /// Nil for a promise that is stored in any other way, or that this file never settles.
  init?(_ call: FunctionCallExprSyntax, _ file: SourceFile) {
    guard call.arguments.isEmpty, call.trailingClosure == nil,
      let binding = call.parent?.parent?.as(PatternBindingSyntax.self),
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
      variable.bindings.count == 1, variable.bindingSpecifier.tokenKind == .keyword(.let),
      !variable.modifiers.has(.public), !variable.modifiers.has(.open),
      !variable.modifiers.has(.weak)
    else { return nil }
    self.call = call
    self.binding = binding
    name = pattern.identifier
    let text = name.identifierText
    let isProperty = variable.parent?.is(MemberBlockItemSyntax.self) == true
    let scope = isProperty ? Syntax(file.tree) : variable.parent?.parent ?? Syntax(file.tree)
    guard SettlingFinder.finds(text, in: scope) else { return nil }
    let used = Set(scope.tokens(viewMode: .sourceAccurate).map(\.identifierText))
    let own = text == "promise" && !isProperty ? "resolver" : "\(text)Resolver"
    guard !used.contains(own) else { return nil }
    resolver = own
  }

  static func judge(_ call: FunctionCallExprSyntax, _ typer: Typer) -> Verdict {
    if typer.shape(of: ExprSyntax(call)).promiseType == .stayingGooglePromise {
      return .kept(.settledByConsumer)
    }
    // The edits are made together for all places where the promise is stored.
    if typer.settled.calls.contains(call.id) { return .rewritten(Rewrite("pending()")) }
    guard let pending = GooglePending(call, typer.file) else { return .kept(.settledByConsumer) }
    return .rewritten("pending()", pending.make)
  }

  private func make(_ edits: inout Edits) {
    edits.replace(name, with: "(\(name.text), \(resolver))")
    let type = binding.typeAnnotation?.type.trimmedDescription
    if let annotation = binding.typeAnnotation {
      edits.remove(
        from: name.endPositionBeforeTrailingTrivia,
        to: annotation.endPositionBeforeTrailingTrivia)
    }
    let callee = call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self) {
      if member.base == nil, let type { edits.insert(type, before: member) }
    } else {
      if callee.is(DeclReferenceExprSyntax.self), let type { edits.replace(callee, with: type) }
      edits.insert(".pending", after: callee)
    }
  }

  // MARK: Settling

  /// `promise.fulfill(x)`, called by the code that made the promise.
  static func judge(_ site: LinkSite) -> Verdict {
    if let call = site.call, site.typer.settled.calls.contains(call.id) {
      return .rewritten(Rewrite("resolver.\(site.name)(…)"))
    }
    guard site.base.promiseType != .stayingGooglePromise,
      let access = site.call?.calledExpression.as(MemberAccessExprSyntax.self)
        ?? site.node.as(MemberAccessExprSyntax.self),
      let base = access.base, let (name, pending) = pending(base, site.typer)
    else { return .kept(.settledByConsumer) }
    return .rewritten("resolver.\(site.name)(…)") { edits in
      edits.replace(name, with: pending.resolver)
      edits.capture(pending.resolver, insteadOf: name)
      guard site.call == nil else { return }
      // A resolver that is passed on, even through `self`, is captured by value.
      let isName = base.is(DeclReferenceExprSyntax.self)
      let copy = isName ? pending.resolver : "resolver"
      edits.insert("{ @Sendable [\(isName ? "" : "\(copy) = ")", before: access)
      edits.insert("] in \(copy)", at: base.endPositionBeforeTrailingTrivia)
      edits.insert("($0) }", after: access)
    }
  }

  /// The reference to the promise, and the call that makes it.
  private static func pending(
    _ base: ExprSyntax, _ typer: Typer
  ) -> (DeclReferenceExprSyntax, GooglePending)? {
    if let reference = base.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.identifierText
      switch typer.resolve(name, at: reference).origin {
      case .local(let id):
        guard let binding = BindingFinder.find(id, around: Syntax(reference)) else { return nil }
        return made(binding.initializer?.value, typer.file).map { (reference, $0) }
      case .member:
        return property(name, of: typer.selfShape(at: Syntax(reference)), typer)
          .map { (reference, $0) }
      default: return nil
      }
    }
    guard let member = base.as(MemberAccessExprSyntax.self), let owner = member.base else {
      return nil
    }
    return property(member.declName.baseName.identifierText, of: typer.shape(of: owner), typer)
      .map { (member.declName, $0) }
  }

  private static func property(_ name: String, of owner: Shape, _ typer: Typer) -> GooglePending? {
    let members = typer.declaredMembers(name, nil, on: owner, isStatic: nil)
    guard members.count == 1, let only = members.first, only.kind == .property,
      !typer.isHeld(only)
    else { return nil }
    return made(only.value, only.context.file)
  }

  private static func made(_ value: ExprSyntax?, _ file: SourceFile) -> GooglePending? {
    guard let call = value?.as(FunctionCallExprSyntax.self) else { return nil }
    let callee = call.calledExpression
    let isPending =
      callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "pending"
      || call.calledName?.name == "Promise"
    return isPending ? GooglePending(call, file) : nil
  }
}

extension Edits {
  /// Captures a resolver where a closure captures its promise.
  fileprivate mutating func capture(_ resolver: String, insteadOf promise: DeclReferenceExprSyntax)
  {
    let name = promise.baseName.identifierText
    var closure = Syntax(promise).enclosingClosure
    while let here = closure {
      let item = here.signature?.capture?.items.first { $0.name.identifierText == name }
      if let item, item.initializer == nil {
        let uses = NameReader.names(in: here.statements).filter { $0.text == name }
        let settling = uses.filter {
          $0.node.parent?.as(MemberAccessExprSyntax.self)?.settles ?? false
        }
        // Once for all of them.
        guard settling.first?.node.id == promise.id else { return }
        if uses.count == settling.count {
          replace(item.name, with: resolver)
        } else {
          insert(", \(resolver)", after: item.name)
        }
        return
      }
      closure = Syntax(here).enclosingClosure
    }
  }
}

extension MemberAccessExprSyntax {
  fileprivate var settles: Bool { ["fulfill", "reject"].contains(declName.baseName.text) }
}

/// Finds a binding by its identifier.
private final class BindingFinder: SyntaxVisitor {
  let id: SyntaxIdentifier
  var found: PatternBindingSyntax?

  static func find(_ id: SyntaxIdentifier, around node: Syntax) -> PatternBindingSyntax? {
    var current = node.parent
    while let here = current {
      if let list = here.as(CodeBlockItemListSyntax.self) {
        let finder = BindingFinder(id)
        finder.walk(list)
        if let found = finder.found { return found }
      }
      current = here.parent
    }
    return nil
  }

  private init(_ id: SyntaxIdentifier) {
    self.id = id
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.id == id { found = node }
    return .visitChildren
  }
}

/// Finds `name.fulfill` and `name.reject`.
private final class SettlingFinder: SyntaxVisitor {
  let name: String
  var isFound = false

  static func finds(_ name: String, in node: Syntax) -> Bool {
    let finder = SettlingFinder(name)
    finder.walk(node)
    return finder.isFound
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.settles, let base = node.base {
      let last =
        base.as(MemberAccessExprSyntax.self)?.declName ?? base.as(DeclReferenceExprSyntax.self)
      if last?.baseName.identifierText == name { isFound = true }
    }
    return .visitChildren
  }
}
