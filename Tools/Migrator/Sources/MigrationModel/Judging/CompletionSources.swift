// Whether a file uses Bolts' completion sources as objects.

import SwiftSyntax

extension Typer {
  /// Whether the completion sources of the file stay, because one of them is used as an object.
  var keepsCompletionSources: Bool {
    if let known = notes.keepsCompletionSources { return known }
    let finder = ObjectFinder(self)
    finder.walk(file.tree)
    notes.keepsCompletionSources = finder.isFound
    return finder.isFound
  }

  /// The type that an alias gives a completion source: `TaskCompletionSource<Int>`.
  func aliasedSource(_ name: String, at node: some SyntaxProtocol) -> IdentifierTypeSyntax? {
    guard case .metatype(.resolver(.bolts, _)) = resolve(name, at: node).shape else { return nil }
    return table.members.values.lazy.compactMap { [self] owner in
      table.visible(owner[name], from: file) { $0.kind == .typeAlias }.first?.type?
        .as(IdentifierTypeSyntax.self)
    }.first
  }

  /// Whether a type stays, because its value isn't `Sendable` or it is used as an object.
  func staysBolts(_ shape: Shape) -> Bool {
    switch shape {
    case .promise(.task, let value): isNotSendable(value)
    case .resolver(.bolts, let value): keepsCompletionSources || isNotSendable(value)
    default: false
    }
  }
}

/// Finds completion sources that are compared, or passed to a function that takes any object.
private final class ObjectFinder: SyntaxVisitor {
  private let typer: Typer
  private(set) var isFound = false
  private static let objectUses: Set<String> = [
    "ObjectIdentifier", "objc_setAssociatedObject", "passRetained", "passUnretained",
  ]

  init(_ typer: Typer) {
    self.typer = typer
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    guard isSource(node.expression),
      let call = node.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return .visitChildren }
    if Self.objectUses.contains(call.calleeName.text) { isFound = true }
    let members = typer.calledMembers(call)
    let takesSource = members.allSatisfy { member in
      member.parameters.contains {
        Self.isSource(typer.resolver.shape(of: $0.type, in: member.context))
      }
    }
    if !takesSource { isFound = true }
    return .visitChildren
  }

  /// `let settle = source.set(result:)`
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let isCalled =
      node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(node).id
    if !isCalled, node.declName.argumentNames != nil, let base = node.base, isSource(base) {
      isFound = true
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.identityComparisons.isEmpty, node.elements.contains(where: isSource) { isFound = true }
    return .visitChildren
  }

  private func isSource(_ expression: ExprSyntax) -> Bool {
    Self.isSource(typer.shape(of: expression))
  }

  private static func isSource(_ shape: Shape) -> Bool {
    if case .resolver(.bolts, _) = shape.unwrapped { true } else { false }
  }
}
