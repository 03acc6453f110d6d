// Callbacks that are called repeatedly, which a promise can't express.

import SwiftSyntax

extension CallbackFunction {
  /// Whether a function's callback may be called more than once: the function's name suggests it,
  /// or the function stores the callback or belongs to a delegate, which the system calls.
  static func isRepeated(_ member: Member, handler: Member.Parameter, _ typer: Typer) -> Bool {
    if member.name.namesEvents || isOfDelegate(member, typer) { return true }
    let body =
      member.node.as(FunctionDeclSyntax.self)?.body
      ?? member.node.as(InitializerDeclSyntax.self)?.body
    guard let body else { return false }
    let finder = StoredNameFinder(handler.name, typer)
    finder.walk(body)
    return finder.isFound
  }

  private static func isOfDelegate(_ member: Member, _ typer: Typer) -> Bool {
    let path = member.context.path.joined(separator: ".")
    if path.isDelegate { return true }
    let types = typer.table.visible(typer.table.types[path], from: typer.file)
    let protocols = types.flatMap(\.inherited).filter { $0.nameWithoutArguments.isDelegate }
    guard !protocols.isEmpty, member.parameters.count > 1 else { return false }
    let known = protocols.compactMap {
      typer.resolver.path(of: $0.nameWithoutArguments, in: member.context)
    }
    if known.contains(where: { typer.table.members[$0]?[member.name] != nil }) { return true }
    let verbs = ["did", "will", "should", "decide", "willPresent", "handle"]
    return member.parameters[0].label == nil
      && verbs.contains { member.parameters[1].label?.hasPrefix($0) == true }
  }
}

extension String {
  /// Whether a name suggests events: `observeChanges`, `onResponse`, `streamMessages`.
  var namesEvents: Bool {
    let stems = ["observ", "listen", "stream", "subscri", "monitor", "progress"]
    let words = camelCaseWords
    return words.contains { word in stems.contains { word.hasPrefix($0) } }
      || (words.first == "on" && words.count > 1)
  }

  fileprivate var isDelegate: Bool {
    ["Delegate", "DataSource", "Observer", "Listener"].contains { hasSuffix($0) }
  }

  private var camelCaseWords: [String] {
    var words: [String] = []
    for character in self {
      if words.isEmpty || character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}

/// Finds `self.callback = name`, `callbacks[id] = name` and `callbacks.append(name)`, if the
/// storage outlives the call.
private final class StoredNameFinder: SyntaxVisitor {
  private let name: String
  private let typer: Typer
  private(set) var isFound = false

  init(_ name: String, _ typer: Typer) {
    (self.name, self.typer) = (name, typer)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self), isName(elements[2]),
      outlives(elements[0])
    {
      isFound = true
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      ["append", "insert", "updateValue"].contains(member.declName.baseName.text),
      node.arguments.contains(where: { isName($0.expression) }), outlives(base)
    {
      isFound = true
    }
    return .visitChildren
  }

  /// Whether an expression is the callback, or holds it: `(path, handler)`, `Route(handler)`.
  private func isName(_ expression: ExprSyntax) -> Bool {
    if let tuple = expression.as(TupleExprSyntax.self) {
      return tuple.elements.contains { isName($0.expression) }
    }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      return call.calleeName.text.first?.isUppercase == true
        && call.arguments.contains { isName($0.expression) }
    }
    return expression.trimmedDescription == name
  }

  /// Whether an expression isn't a local variable.
  private func outlives(_ expression: ExprSyntax) -> Bool {
    if let index = expression.as(SubscriptCallExprSyntax.self) {
      return outlives(index.calledExpression)
    }
    if let chained = expression.as(OptionalChainingExprSyntax.self) {
      return outlives(chained.expression)
    }
    guard let reference = expression.as(DeclReferenceExprSyntax.self) else {
      return expression.is(MemberAccessExprSyntax.self)
    }
    let origin = typer.resolve(reference.baseName.identifierText, at: reference).origin
    if case .local = origin { return false }
    return true
  }
}
