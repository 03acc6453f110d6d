// Code that inspects the errors of google/promises' operators.
//
// Their errors have no associated values, and code recognizes them with `PromiseError(error)`. This
// library's errors have some, and are matched by patterns. If one mention has no equivalent, all
// operators that reject with these errors are kept, and so are all mentions.

import SwiftSyntax

enum GoogleErrors {
  static let keptMention = "PromiseError.kept"

  /// The edits for a mention of `PromiseError`; nil if it has no equivalent.
  static func edits(_ mention: DeclReferenceExprSyntax) -> Edits? {
    guard let parent = mention.parent else { return nil }
    if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == mention.id {
      return edits(told: call)
    }
    guard let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == mention.id,
      let use = access.parent
    else { return nil }
    let name = access.declName.baseName.text
    var edits = Edits()
    if name == "validationFailure" { edits.replace(access.declName, with: "invalid") }
    if use.is(ExpressionPatternSyntax.self), use.parent?.is(CatchItemSyntax.self) == true {
      return edits
    }
    if let argument = use.as(LabeledExprSyntax.self),
      let macro = argument.parent?.parent?.as(MacroExpansionExprSyntax.self)
    {
      return self.edits(expected: name, argument, macro)
    }
    guard name == "validationFailure" else { return nil }
    if use.is(ThrowStmtSyntax.self) { return edits }
    let call = use.parent?.parent?.as(FunctionCallExprSyntax.self)
    let callee = call?.calledExpression.trimmedDescription ?? ""
    let isSettling = callee.hasSuffix("reject") || callee.hasPrefix("Promise")
    return use.is(LabeledExprSyntax.self) && isSettling ? edits : nil
  }

  /// `PromiseError(error)` in a `switch`, a pattern or a comparison.
  private static func edits(told call: FunctionCallExprSyntax) -> Edits? {
    guard let argument = call.arguments.first, call.arguments.count == 1, argument.label == nil,
      !argument.expression.is(SequenceExprSyntax.self), call.trailingClosure == nil,
      let left = call.leftParen
    else { return nil }
    var edits = Edits()
    edits.remove(
      from: call.positionAfterSkippingLeadingTrivia, to: left.endPositionBeforeTrailingTrivia)
    edits.insert(" as? PromiseError", after: argument.expression)
    edits.remove(
      from: argument.endPositionBeforeTrailingTrivia, to: call.endPositionBeforeTrailingTrivia)
    switch call.parent?.as(SyntaxEnum.self) {
    case .switchExpr(let choice): return cases(choice, &edits) ? edits : nil
    case .initializerClause(let clause):
      guard let match = clause.parent?.as(MatchingPatternConditionSyntax.self),
        let name = pattern(match.pattern)
      else { return nil }
      rename(name, &edits)
      return edits
    case .exprList(let list):
      guard list.parent?.parent?.is(ConditionElementSyntax.self) == true, list.count == 3,
        list.first?.id == call.id, let last = list.last,
        Array(list)[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "==",
        let member = last.as(MemberAccessExprSyntax.self), member.base == nil
      else { return nil }
      let name = member.declName.baseName.text == "validationFailure" ? "invalid" : "timedOut"
      edits.insert("case .\(name)? = ", before: call)
      edits.remove(
        from: call.endPositionBeforeTrailingTrivia, to: last.endPositionBeforeTrailingTrivia)
      return edits
    default: return nil
    }
  }

  /// This library's error has more cases, so `case nil` becomes `default`.
  private static func cases(_ choice: SwitchExprSyntax, _ edits: inout Edits) -> Bool {
    for element in choice.cases {
      guard let one = element.as(SwitchCaseSyntax.self) else { return false }
      guard case .case(let label) = one.label else { continue }
      if label.caseItems.count == 1, let only = label.caseItems.first,
        only.pattern.trimmedDescription == "nil", only.whereClause == nil
      {
        guard element.id == choice.cases.last?.id else { return false }
        edits.remove(
          from: label.caseKeyword.positionAfterSkippingLeadingTrivia,
          to: only.endPositionBeforeTrailingTrivia)
        edits.insert("default", before: label)
        continue
      }
      for item in label.caseItems {
        guard let name = pattern(item.pattern) else { return false }
        rename(name, &edits)
      }
    }
    return true
  }

  /// The name in a pattern such as `.timedOut?`.
  private static func pattern(_ pattern: PatternSyntax) -> DeclReferenceExprSyntax? {
    guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return nil }
    let inner = expression.as(OptionalChainingExprSyntax.self)?.expression ?? expression
    guard let access = inner.as(MemberAccessExprSyntax.self), access.base == nil else { return nil }
    return access.declName
  }

  private static func rename(_ name: DeclReferenceExprSyntax, _ edits: inout Edits) {
    if name.baseName.text == "validationFailure" { edits.replace(name, with: "invalid") }
  }

  /// `#expect(throws: PromiseError.timedOut) { … }`: this library's errors can't be compared.
  private static func edits(
    expected name: String, _ argument: LabeledExprSyntax, _ macro: MacroExpansionExprSyntax
  ) -> Edits? {
    guard argument.label?.text == "throws", macro.arguments.count == 1,
      let closure = macro.trailingClosure, ["expect", "require"].contains(macro.macroName.text),
      let left = macro.leftParen, let right = macro.rightParen,
      ExprSyntax(macro).isStatementOfItsOwn
    else { return nil }
    var edits = Edits()
    edits.remove(
      from: left.positionAfterSkippingLeadingTrivia, to: right.endPositionBeforeTrailingTrivia)
    let name = name == "validationFailure" ? "invalid" : name
    edits.insert(
      " throws: { error in\nif case .\(name)? = error as? PromiseError { true } else { false }\n}"
        .indentingLines(by: macro.lineIndentation),
      after: closure)
    return edits
  }
}

extension ExprSyntax {
  /// Whether the expression's result is unused.
  fileprivate var isStatementOfItsOwn: Bool {
    var whole = Syntax(self)
    while let parent = whole.parent,
      parent.is(AwaitExprSyntax.self) || parent.is(TryExprSyntax.self)
    {
      whole = parent
    }
    return whole.parent?.is(CodeBlockItemSyntax.self) == true
  }
}

extension SyntaxProtocol {
  /// The indentation of the line that the statement starts on.
  var lineIndentation: String {
    var current: Syntax? = Syntax(self)
    while let here = current {
      if let blanks = here.indentation { return blanks }
      current = here.parent
    }
    return ""
  }
}

extension String {
  fileprivate func indentingLines(by blanks: String) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      index == 0 ? String(line) : "\(blanks)\(index == lines.count - 1 ? "" : "  ")\(line)"
    }.joined(separator: "\n")
  }
}
