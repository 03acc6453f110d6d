// Finds out whether a promise that depends on a time limit may be cancelled.
//
// In google/promises, the work continues after a timeout. The facade adds cancellation, which stops
// the work. In this library, `shielded()` lets the work continue after a timeout, but also protects
// it from cancellation. The check compares only names, so it finds too many promises rather than
// too few.

import SwiftSyntax

/// The names that functions use, in files that import a library without cancellation.
struct Mentions: Hashable, Sendable {
  struct Cancel: Hashable, Sendable {
    /// The name of the value that `cancel()` is called on.
    let name: String
    let isParameter: Bool
    /// The enclosing functions, outermost first.
    let owners: [String]
  }

  /// By function or property: the names in its body, except those of its own constants.
  private(set) var uses: [String: Set<String>] = [:]
  /// Properties that may hold a promise, and those that don't.
  private(set) var holders: Set<String> = []
  private(set) var others: Set<String> = []
  private(set) var cancels: Set<Cancel> = []
  /// The functions and properties that set a time limit.
  private(set) var limited: Set<String> = []

  mutating func merge(_ other: Mentions) {
    uses.merge(other.uses) { $0.union($1) }
    holders.formUnion(other.holders)
    others.formUnion(other.others)
    cancels.formUnion(other.cancels)
    limited.formUnion(other.limited)
  }

  /// The functions and properties that may provide a promise that is cancelled.
  var origins: Set<String> {
    let own = others.subtracting(holders)
    let cancels = cancels.filter { !own.contains($0.name) }
    guard !cancels.isEmpty else { return [] }
    var users: [String: [String]] = [:]
    for (user, names) in uses {
      for name in names { users[name, default: []].append(user) }
    }
    func mentioning(_ name: String) -> [String] { users[name] ?? [] }
    var next = cancels.flatMap { cancel in
      [cancel.name] + cancel.owners
        + (cancel.isParameter ? cancel.owners.flatMap(mentioning) : [])
    }
    var reached: Set<String> = []
    while let name = next.popLast() {
      guard reached.insert(name).inserted else { continue }
      next += uses[name] ?? []
      if holders.contains(name) { next += mentioning(name) }
    }
    return reached
  }

  static func read(_ tree: SourceFileSyntax) -> Mentions {
    let reader = Reader(viewMode: .sourceAccurate)
    reader.walk(tree)
    return reader.mentions
  }

  private final class Reader: SyntaxVisitor {
    struct Owner {
      let name: String
      let parameters: Set<String>
      let constants: Set<String>
    }

    var mentions = Mentions()
    private var owners: [Owner] = []
    private var properties: Set<SyntaxIdentifier> = []

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      enter(node.name.identifierText, node.signature, node)
      return .visitChildren
    }
    override func visitPost(_ node: FunctionDeclSyntax) { owners.removeLast() }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      enter("init", node.signature, node)
      return .visitChildren
    }
    override func visitPost(_ node: InitializerDeclSyntax) { owners.removeLast() }

    private func enter(
      _ name: String, _ signature: FunctionSignatureSyntax, _ node: some SyntaxProtocol
    ) {
      let parameters = signature.parameterClause.parameters.map {
        ($0.secondName ?? $0.firstName).identifierText
      }
      owners.append(
        Owner(
          name: name, parameters: Set(parameters), constants: ConstantFinder.constants(in: node)))
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.parent?.is(MemberBlockItemSyntax.self) == true || owners.isEmpty else {
        return .visitChildren
      }
      properties.insert(node.id)
      let bound = node.bindings.flatMap { $0.pattern.boundNames.map(\.name) }
      if node.bindings.contains(where: \.mayHoldPromise) {
        mentions.holders.formUnion(bound)
      } else {
        mentions.others.formUnion(bound)
      }
      owners.append(
        Owner(
          name: bound.first ?? "", parameters: [], constants: ConstantFinder.constants(in: node)))
      return .visitChildren
    }
    override func visitPost(_ node: VariableDeclSyntax) {
      if properties.contains(node.id) { owners.removeLast() }
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      let name = node.baseName.identifierText
      let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
      for owner in owners
      where isMember || !(owner.parameters.contains(name) || owner.constants.contains(name)) {
        mentions.uses[owner.name, default: []].insert(name)
      }
      return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
      switch node.declName.baseName.text {
      case "timeout": mentions.limited.insert(owners.last?.name ?? "")
      case "cancel":
        guard let name = node.base?.lastName else { break }
        mentions.cancels.insert(
          Cancel(
            name: name, isParameter: owners.last?.parameters.contains(name) == true,
            owners: owners.map(\.name)))
      default: break
      }
      return .visitChildren
    }
  }
}

extension ExprSyntax {
  /// The last name in an expression such as `a.b?.c(d)!`.
  fileprivate var lastName: String? {
    var steps = postfixSteps
    while let last = steps.popLast() {
      if let name = last.name { return name }
      if case .base(let expression) = last.kind {
        return expression.as(DeclReferenceExprSyntax.self)?.baseName.identifierText ?? ""
      }
    }
    return nil
  }
}

extension PatternBindingSyntax {
  fileprivate var mayHoldPromise: Bool {
    if let type = typeAnnotation?.type { return type.trimmedDescription.contains("Promise") }
    guard let call = initializer?.value.as(FunctionCallExprSyntax.self) else { return false }
    let callee = call.calledExpression.trimmedDescription
    return callee.contains("Promise") || callee.first?.isLowercase == true
  }
}

/// Finds the names that patterns and closures bind inside a function.
private final class ConstantFinder: SyntaxVisitor {
  private var names: Set<String> = []

  static func constants(in node: some SyntaxProtocol) -> Set<String> {
    let finder = ConstantFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.names
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    node.parent?.is(MemberBlockItemSyntax.self) == true ? .skipChildren : .visitChildren
  }
  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.identifier.identifierText)
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    names.formUnion(node.parameterNames)
    return .visitChildren
  }
}

enum GoogleCancels {
  static func mayReach(_ node: some SyntaxProtocol, _ facts: Facts) -> Bool {
    let origins = facts.cancelOrigins
    guard !origins.isEmpty else { return false }
    var current: Syntax? = Syntax(node)
    while let here = current {
      if let function = here.as(FunctionDeclSyntax.self) {
        return origins.contains(function.name.identifierText)
      }
      if here.is(InitializerDeclSyntax.self) { return origins.contains("init") }
      if let variable = here.as(VariableDeclSyntax.self),
        variable.parent?.is(MemberBlockItemSyntax.self) == true
      {
        return variable.bindings.contains { binding in
          binding.pattern.boundNames.contains { origins.contains($0.name) }
        }
      }
      current = here.parent
    }
    return true
  }
}
