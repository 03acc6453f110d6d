// Replaces a group of calls with an `async let` for each, if structured tasks are assumed.

import SwiftSyntax

extension AsyncWriter {
  /// `async let` for each call of `Promise.all(a(), b())`; nil for anything else.
  func together(_ expression: ExprSyntax, _ target: AsyncTarget) -> [String]? {
    guard plan.isStructured, let group = expression.as(FunctionCallExprSyntax.self),
      ["Promise.all", ".all"].contains(group.calledExpression.trimmedDescription),
      group.trailingClosure == nil, group.arguments.count > 1
    else { return nil }
    let calls = group.arguments.compactMap { argument -> FunctionCallExprSyntax? in
      guard argument.label == nil else { return nil }
      return argument.expression.as(FunctionCallExprSyntax.self)
    }
    guard calls.count == group.arguments.count, calls.allSatisfy({ plan.isConverted($0) }) else {
      return nil
    }
    let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"]
    guard calls.count <= ordinals.count else { return nil }
    var lines: [String] = []
    var all: [String] = []
    for (call, ordinal) in zip(calls, ordinals) {
      let name = names.fresh(ordinal)
      awaited.insert(call.id)
      lines += AsyncText.lines(
        "async let \(name) = \(text(of: call))", without: expression.blanksOfLine)
      all.append(name)
    }
    let value = "try await (\(all.joined(separator: ", ")))"
    return lines + [statement(value, target, isVoid: false)]
  }
}
