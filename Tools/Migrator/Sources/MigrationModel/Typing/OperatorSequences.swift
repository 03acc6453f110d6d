// Casts, choices, comparisons and calculations.

import SwiftSyntax

extension Typer {
  private static let assigning: Set = [
    "+=", "-=", "*=", "/=", "%=", "&+=", "&-=", "&*=", "<<=", ">>=", "&=", "|=", "^=",
  ]

  /// The list is flat, because operators aren't folded.
  func shape(of sequence: SequenceExprSyntax) -> Shape {
    let elements = Array(sequence.elements)
    if elements.contains(where: { $0.is(AssignmentExprSyntax.self) }) { return .void }
    if let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      index + 1 < elements.count, elements.count == index + 2,
      let ternary = elements[index].as(UnresolvedTernaryExprSyntax.self)
    {
      return shape(of: ternary.thenExpression).merged(with: shape(of: elements[index + 1]))
    }
    if elements.count == 3, let cast = elements[1].as(UnresolvedAsExprSyntax.self),
      let type = elements[2].as(TypeExprSyntax.self)
    {
      let shape = resolver.shape(of: type.type, in: context(of: Syntax(sequence)))
      let isOptional = cast.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
      return isOptional ? .optional(shape) : shape
    }
    if elements.contains(where: { $0.is(UnresolvedIsExprSyntax.self) }) { return .named("Bool") }
    let operators = elements.compactMap { element in
      element.as(BinaryOperatorExprSyntax.self)?.operator.text
    }
    guard elements.count == operators.count * 2 + 1 else { return .unknown }
    if Self.assigning.contains(operators.first ?? "") { return .void }
    if operators == ["..<"] || operators == ["..."] { return .array(shape(of: elements[0])) }
    if operators == ["??"] {
      return shape(of: elements[0]).withoutOptional.merged(with: shape(of: elements[2]))
    }
    if operators.contains(where: table.typedPromiseNames.contains) { return .unknown }
    let comparing: Set = ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!=="]
    if operators.contains(where: { comparing.contains($0) }) { return .named("Bool") }
    let calculating: Set = ["+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "&", "|", "^"]
    let operands = stride(from: 0, to: elements.count, by: 2).map { shape(of: elements[$0]) }
    if operators.allSatisfy({ $0 == "+" }) {
      let array = operands.first {
        if case .array(let element) = $0 { element.isKnown } else { false }
      }
      if let array { return array }
    }
    guard operators.allSatisfy({ calculating.contains($0) }),
      operands.allSatisfy({ $0.promiseInside == nil })
    else { return .unknown }
    return operands.first { $0.isKnown } ?? .named("Number")
  }
}
