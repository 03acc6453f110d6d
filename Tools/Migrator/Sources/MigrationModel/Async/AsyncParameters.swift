// Chooses names for the parameters of handlers whose statements become part of a function.

import SwiftSyntax

extension AsyncBuilder {
  /// Whether a link receives the same value as the link before it, which returns that value
  /// unchanged. The value then keeps its name.
  mutating func continues(_ closure: ClosureExprSyntax, _ index: Int) -> Bool {
    guard index > base, let given = givenNames[index - 1], !onMainActor.contains(index - 1),
      let call = chain.links[index - 1].call, let name = chain.links[index - 1].name,
      AsyncLinkForm(name, call)?.kind == .map,
      let before = call.allArguments.last?.value.as(ClosureExprSyntax.self),
      let result = before.lastResult?.as(DeclReferenceExprSyntax.self),
      result.baseName.text == before.parameterNames.first ?? "$0",
      before.parameterNames.count <= 1, before.returns(besidesRejections: false) <= 1
    else { return false }
    var own = "$0"
    if closure.signature?.parameterClause == nil {
      guard closure.highestDollar == 0 else { return false }
    } else {
      guard let names = closure.bareParameters, names.count == 1, let only = names.first else {
        return false
      }
      own = only.name.identifierText
    }
    if own != given {
      let finder = UseFinder(given)
      finder.walk(closure.statements)
      guard finder.uses.isEmpty, !finder.isDeclaredAgain,
        own == "_"
          || writer.names.rename(own, given, in: closure)
      else { return false }
    }
    givenNames[index] = given
    return true
  }

  /// The pattern that binds the value; nil if the closure doesn't use it.
  mutating func pattern(
    _ closure: ClosureExprSyntax, _ index: Int
  ) throws(AsyncFailure) -> String? {
    guard !closure.quotesParameter else { throw AsyncFailure(reason: .asyncNames) }
    var names = closure.parameterNames
    let isImplicit = closure.signature?.parameterClause == nil
    if isImplicit { names = (0..<max(closure.highestDollar + 1, 0)).map { "$\($0)" } }
    let types =
      isImplicit ? names.map { _ in nil } : closure.parameters.map { $0.type?.trimmedDescription }
    var bound: [String] = []
    for (position, name) in names.enumerated() {
      let uses = UseFinder(name)
      uses.walk(closure.statements)
      guard name != "_", !uses.uses.isEmpty || uses.isDeclaredAgain else {
        bound.append("_")
        continue
      }
      let suggestion = isImplicit ? suggestion(position, of: names.count, index) : nil
      guard
        let new = writer.names.bind(
          name, closure, in: scope, insteadOf: suggestion, callee: callee,
          isDeclaredBefore: isBehindBlock(index))
      else {
        throw AsyncFailure(reason: .asyncNames)
      }
      bound.append(new)
    }
    guard bound.contains(where: { $0 != "_" }) else { return nil }
    if bound.count == 1 { givenNames[index] = bound[0] }
    if bound.count == 1 { return types[0].map { "\(bound[0]): \($0)" } ?? bound[0] }
    guard types.allSatisfy({ $0 == nil }) else { throw AsyncFailure(reason: .asyncNames) }
    return "(\(bound.joined(separator: ", ")))"
  }

  /// Whether the value is produced in a block, so that its constant is declared before the block.
  private func isBehindBlock(_ index: Int) -> Bool {
    chain.links[base..<index].contains { ["catch", "finally", "recover"].contains($0.name) }
  }

  /// The unqualified name of the function that the chain starts with.
  private var callee: String? {
    guard let call = chain.head.as(FunctionCallExprSyntax.self) else { return nil }
    if let name = call.calledName?.name { return name }
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    return member?.base?.trimmedDescription == "self" ? member?.declName.baseName.text : nil
  }

  private func suggestion(_ position: Int, of count: Int, _ index: Int) -> String {
    guard count == 1 else { return ["first", "second", "third"][min(position, 2)] }
    guard index == 0, chain.shape(after: 0).value != .void, var step = chain.head.lastStep else {
      return "value"
    }
    // The call before the conversion says more than the conversion.
    if step.step.name == "asyncPromise", let before = step.base?.lastStep { step = before }
    guard let name = step.step.name, name != "asyncPromise" else { return "value" }
    return name.asValueName ?? "value"
  }
}
