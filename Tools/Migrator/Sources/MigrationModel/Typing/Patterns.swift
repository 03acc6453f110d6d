// What a name in a pattern stands for: `case .loading(let request)`.

import SwiftSyntax

extension Typer {
  /// The shape of a name that a pattern binds, and the type of the associated value that it is, if
  /// it is one.
  func bound(
    _ name: String, in pattern: PatternSyntax, of subject: Shape
  ) -> (shape: Shape, type: TypeSyntax?)? {
    switch pattern.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let identifier):
      return identifier.identifier.identifierText == name ? (subject, nil) : nil
    case .valueBindingPattern(let binding): return bound(name, in: binding.pattern, of: subject)
    case .tuplePattern(let tuple):
      let parts = tuple.elements.enumerated().lazy.compactMap { [self] index, element in
        bound(name, in: element.pattern, of: part(index, of: subject))
      }
      return parts.first
    case .expressionPattern(let pattern): return bound(name, in: pattern.expression, of: subject)
    default: return nil
    }
  }

  private func bound(
    _ name: String, in expression: ExprSyntax, of subject: Shape
  ) -> (shape: Shape, type: TypeSyntax?)? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .patternExpr(let pattern): return bound(name, in: pattern.pattern, of: subject)
    case .optionalChainingExpr(let some):
      return bound(name, in: some.expression, of: subject.withoutOptional)
    case .functionCallExpr(let call): return bound(name, inCase: call, of: subject)
    case .tupleExpr(let tuple):
      let parts = tuple.elements.enumerated().lazy.compactMap { [self] index, element in
        bound(name, in: element.expression, of: part(index, of: subject))
      }
      return parts.first
    default: return nil
    }
  }

  /// `.loading(let request)`
  private func bound(
    _ name: String, inCase call: FunctionCallExprSyntax, of subject: Shape
  ) -> (shape: Shape, type: TypeSyntax?)? {
    guard case .named(let path) = subject.unwrapped else { return nil }
    let entries = table.members[path]?[call.calleeName.identifierText]
    guard let member = table.visible(entries, from: file, where: { $0.kind == .enumCase }).first
    else { return nil }
    for (argument, parameter) in zip(call.arguments, member.parameters) {
      let shape = resolver.shape(of: parameter.type, in: member.context)
      if let found = bound(name, in: argument.expression, of: shape) {
        return (found.shape, found.type ?? parameter.type)
      }
    }
    return nil
  }

  /// The same for a case of a `switch`.
  func bound(
    _ name: String, in switchCase: SwitchCaseSyntax
  ) -> (shape: Shape, type: TypeSyntax?)? {
    guard case .case(let label) = switchCase.label,
      let statement = switchCase.parent?.parent?.as(SwitchExprSyntax.self)
    else { return nil }
    let subject = guarded(switchCase.id) { shape(of: statement.subject) } ?? .unknown
    return label.caseItems.lazy.compactMap { [self] in bound(name, in: $0.pattern, of: subject) }
      .first
  }

  /// The same for `if case`.
  func bound(
    _ name: String, in match: MatchingPatternConditionSyntax
  ) -> (shape: Shape, type: TypeSyntax?)? {
    let subject = guarded(match.id) { shape(of: match.initializer.value) } ?? .unknown
    return bound(name, in: match.pattern, of: subject)
  }
}
