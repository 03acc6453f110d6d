// Closures that return nothing, although their promise has the value that they received.

import SwiftSyntax

/// The value that a closure must return to pass it on.
struct KeptValue {
  /// The value as an expression: `user`, `$0`, `(user, charge)`.
  let name: String
  /// The `_` that is replaced with a name.
  let unnamed: TokenSyntax?
  let returns: [ReturnStmtSyntax]
  let isAdded: Bool
}

extension ClosureExprSyntax {
  /// Nil if the value is unknown, or if the closure returns something.
  func keptValue(_ value: Shape, _ typer: Typer) -> KeptValue? {
    guard !quotesParameter, let (name, unnamed) = valueName(value) else { return nil }
    let returns = statements.returns
    let names = Set(unnamed == nil ? parameterNames : [])
    let isReturned = returns.allSatisfy { statement in
      statement.expression == nil
        && names.allSatisfy { typer.resolve($0, at: statement).origin == .local(id) }
    }
    guard isReturned, !statements.contains(where: { $0.binds(names) }) else { return nil }
    let last = statements.last?.item
    if last?.is(ThrowStmtSyntax.self) == true, returns.isEmpty { return nil }
    let isOver = last?.is(ThrowStmtSyntax.self) == true || last?.is(ReturnStmtSyntax.self) == true
    return KeptValue(name: name, unnamed: unnamed, returns: returns, isAdded: !isOver)
  }

  private func valueName(_ value: Shape) -> (String, TokenSyntax?)? {
    let names = parameterNames
    switch names.count {
    case 0:
      guard signature?.parameterClause == nil else { return nil }
      switch (highestDollar, value) {
      case (0, _): return ("$0", nil)
      case (1..., .tuple(let parts)) where parts.count == highestDollar + 1:
        return ("(\((0...highestDollar).map { "$\($0)" }.joined(separator: ", ")))", nil)
      default: return nil
      }
    case 1:
      if names[0] != "_" { return (names[0], nil) }
      guard let token = parameters.first?.name else { return nil }
      return (freeName("value"), token)
    default: return names.contains("_") ? nil : ("(\(names.joined(separator: ", ")))", nil)
    }
  }

  /// Returns a name that occurs nowhere in the closure.
  func freeName(_ name: String) -> String {
    let used = Set(
      tokens(viewMode: .sourceAccurate).filter { !$0.isLiteral }.map(\.identifierText))
    if !used.contains(name) { return name }
    let longer = (2...).lazy.map { "\(name)\($0)" }.first { !used.contains($0) }
    return longer ?? name
  }
}

extension Edits {
  mutating func keep(_ value: KeptValue, in closure: ClosureExprSyntax) {
    if let token = value.unnamed { replace(token, with: value.name) }
    for statement in value.returns { insert(" \(value.name)", after: statement.returnKeyword) }
    removeResult(of: closure)
    if value.isAdded { insert(last: "return \(value.name)", in: closure) }
  }

  /// Removes the `-> Void` of a closure that returns something now.
  mutating func removeResult(of closure: ClosureExprSyntax) {
    guard let signature = closure.signature, let clause = signature.returnClause else { return }
    remove(
      from: clause.positionAfterSkippingLeadingTrivia,
      to: signature.inKeyword.positionAfterSkippingLeadingTrivia)
  }
}

extension TokenSyntax {
  fileprivate var isLiteral: Bool { if case .stringSegment = tokenKind { true } else { false } }
}

extension CodeBlockItemSyntax {
  /// Whether the statement redeclares one of the names for the statements after it.
  func binds(_ names: Set<String>) -> Bool {
    if let variable = item.as(VariableDeclSyntax.self) {
      return variable.bindings.contains { binding in
        binding.pattern.boundNames.contains { names.contains($0.name) }
      }
    }
    guard let statement = item.as(GuardStmtSyntax.self) else { return false }
    return statement.conditions.contains { element in
      switch element.condition {
      case .optionalBinding(let binding):
        binding.pattern.boundNames.contains { names.contains($0.name) }
      case .matchingPattern(let match): names.contains { match.pattern.bindsInside($0) }
      default: false
      }
    }
  }
}
