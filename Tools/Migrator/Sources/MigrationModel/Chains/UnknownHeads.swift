// Operators on values whose types the source doesn't reveal.

import SwiftSyntax

extension ChainFinder {
  /// The first of a library's operators on a value whose type the source doesn't reveal.
  func unknownHead(_ steps: [PostfixStep], _ shapes: [Shape]) -> UnknownHead? {
    for (index, step) in steps.enumerated().dropFirst() {
      guard case .member = step.kind, let name = step.name else { continue }
      guard shapes[index - 1].unwrapped == .unknown else { continue }
      let libraries = libraries.filter { LibraryOperator.isDistinctive(name, in: $0) }
      guard let library = libraries.sorted().first, step.call != nil else { continue }
      // A promise of another module's would get one that moves.
      let isOpen =
        producers(of: steps[index - 1]).isOpen
        || steps[index...].contains { step in
          guard let closure = step.call?.trailingClosure else { return false }
          return typer.result(of: closure).promiseInside?.library == library
        }
      let unknown = steps[..<index].indices.filter { shapes[$0].unwrapped == .unknown }
      let producers = Set(unknown.flatMap { self.producers(of: steps[$0]).names })
        .union(steps[..<index].flatMap(given))
      return UnknownHead(
        library: library, module: typer.file.module.name,
        place: typer.file.place(of: step.node.lastPart), name: name, reason: why(steps[0]),
        offset: step.node.offset, producers: producers, isOpen: isOpen)
    }
    return nil
  }

  /// What the source says about where an unknown value comes from.
  private func producers(of step: PostfixStep) -> (names: Set<String>, isOpen: Bool) {
    if let name = step.name {
      let taken = step.node.postfixSteps.compactMap(\.call).filter(isGeneric)
        .flatMap { $0.allArguments.flatMap(\.value.identifiers) }
      // `let load = Loader.load`
      let callee = step.call?.calledExpression.as(DeclReferenceExprSyntax.self)
      let value = callee.flatMap(typer.initialValue)?.identifiers ?? []
      return (value.union(taken).union(typer.isForeign(step.node) ? [] : [name]), false)
    }
    guard case .base(let expression) = step.kind else {
      guard let (_, base) = step.node.lastStep, let inner = base?.lastStep?.step else {
        return (step.node.identifiers, false)
      }
      return producers(of: inner)
    }
    if expression.is(TupleExprSyntax.self) || expression.is(SequenceExprSyntax.self) {
      return (expression.identifiers.union(expression.operators), false)
    }
    guard let reference = expression.as(DeclReferenceExprSyntax.self),
      case .local = typer.resolve(reference.baseName.identifierText, at: reference).origin
    else { return (expression.identifiers, false) }
    let value = typer.initialValue(of: reference)
    return value.map { ($0.identifiers, false) } ?? ([], true)
  }

  /// What an object of a generic type was made from, which its members may give: `Box(load())`.
  private func given(to step: PostfixStep) -> Set<String> {
    let value: ExprSyntax?
    switch step.kind {
    case .base(let expression):
      value = expression.as(DeclReferenceExprSyntax.self).flatMap(typer.initialValue)
    default: value = typer.members(of: step).first?.value
    }
    guard let call = value?.as(FunctionCallExprSyntax.self), isGeneric(call) else { return [] }
    return Set(call.allArguments.flatMap(\.value.identifiers))
  }

  /// Whether a call is of a generic function or type, which may give what it takes.
  private func isGeneric(_ call: FunctionCallExprSyntax) -> Bool {
    let nodes =
      typer.calledMembers(call).map(\.node)
      + (typer.table.types[call.calledName?.name ?? ""]?.map(\.content.node) ?? [])
    return nodes.contains {
      $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
  }

  private func why(_ first: PostfixStep) -> Reason? {
    guard case .base(let expression) = first.kind else { return nil }
    var inner = expression
    if let tuple = inner.as(TupleExprSyntax.self), let only = tuple.elements.first {
      inner = only.expression
    }
    guard let sequence = inner.as(SequenceExprSyntax.self) else { return nil }
    let isTernary = sequence.elements.contains { $0.is(UnresolvedTernaryExprSyntax.self) }
    return isTernary ? .ternaryHead : .overloadedOperator
  }
}

extension SyntaxProtocol {
  /// The operators with two operands in a piece of code.
  fileprivate var operators: Set<String> {
    let tokens = tokens(viewMode: .sourceAccurate)
    return tokens.reduce(into: []) { found, token in
      if case .binaryOperator(let text) = token.tokenKind { found.insert(text) }
    }
  }
}
