// Rewrites closures that inspect several of PromiseKit's outcomes.

import SwiftSyntax

extension Shape {
  /// PromiseKit's type of an outcome, which isn't Swift's `Result`.
  static let outcome = Shape.named("PromiseKit.Result")

  /// Whether the shape contains an outcome.
  var hasOutcome: Bool {
    switch self {
    case .outcome: true
    case .array(let inner), .optional(let inner), .dictionary(let inner): inner.hasOutcome
    case .tuple(let elements): elements.contains { $0.shape.hasOutcome }
    case .promise(_, let value): value.hasOutcome
    default: false
    }
  }
}

extension Typer {
  /// The edits to the closure of a call on `when(resolved:)`; nil if it does more with outcomes
  /// than match them or check whether they are fulfilled.
  func outcomeEdits(of call: FunctionCallExprSyntax) -> Edits? {
    if call.calleeName.text == "asVoid" { return Edits() }
    guard ["map", "mapValues", "done"].contains(call.calleeName.text),
      let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self)
    else { return nil }
    if closure.ignoresParameters { return Edits() }
    if result(of: closure).hasOutcome { return nil }
    if call.calleeName.text == "map", !result(of: closure).isKnown { return nil }
    let reader = OutcomeReader(self)
    reader.walk(closure.statements)
    return reader.isUnderstood ? reader.edits : nil
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call is on `when(resolved:)`, which is rewritten together with it.
  var isOnOutcomes: Bool {
    guard arguments.isEmpty, trailingClosure != nil || calleeName.text == "asVoid",
      var call = calledExpression.as(MemberAccessExprSyntax.self)?.base?
        .as(FunctionCallExprSyntax.self)
    else { return false }
    if call.calleeName.text == "firstly",
      let only = call.trailingClosure?.onlyExpression?.as(FunctionCallExprSyntax.self)
    {
      call = only
    }
    return call.calleeName.text == "when" && call.arguments.first?.label?.text == "resolved"
  }
}

private final class OutcomeReader: SyntaxVisitor {
  let typer: Typer
  var edits = Edits()
  var isUnderstood = true

  init(_ typer: Typer) {
    self.typer = typer
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    if access?.declName.id == node.id { return .skipChildren }
    let shape = typer.shape(of: ExprSyntax(node))
    guard shape.hasOutcome else { return .skipChildren }
    if shape == .outcome {
      read(outcome: node, access)
    } else if !isPassedOn(node, access) {
      isUnderstood = false
    }
    return .skipChildren
  }

  /// `for case .fulfilled(let value) in results`
  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    guard node.caseKeyword != nil else { return .visitChildren }
    let element = typer.shape(of: node.sequence).element
    if element == .outcome, let found = [node.pattern].outcomeCases {
      for (name, replacement) in found { edits.replace(name, with: replacement) }
    } else if element.hasOutcome {
      isUnderstood = false
    }
    return .visitChildren
  }

  private func read(outcome node: DeclReferenceExprSyntax, _ access: MemberAccessExprSyntax?) {
    if let access, access.declName.baseName.text == "isFulfilled" {
      edits.insert("((try? ", before: access)
      return edits.replace(access.declName, with: "get()) != nil)")
    }
    guard let patterns = node.matchedCases else { return isUnderstood = false }
    for (name, replacement) in patterns { edits.replace(name, with: replacement) }
  }

  /// Whether a collection of outcomes is only traversed: `results.filter { … }`, `zip(ids,
  /// results)`.
  private func isPassedOn(
    _ node: DeclReferenceExprSyntax, _ access: MemberAccessExprSyntax?
  ) -> Bool {
    let known: Set = [
      "map", "filter", "count", "isEmpty", "contains", "allSatisfy", "forEach", "compactMap",
    ]
    if let access { return known.contains(access.declName.baseName.text) }
    if let loop = node.parent?.as(ForStmtSyntax.self) { return loop.sequence.id == node.id }
    let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    return node.parent?.is(LabeledExprSyntax.self) == true && call?.calledName?.name == "zip"
  }
}

extension DeclReferenceExprSyntax {
  /// The names of the cases in the patterns that an outcome is matched against, and their
  /// replacements; nil if it is used in any other way.
  var matchedCases: [(TokenSyntax, String)]? {
    var patterns: [PatternSyntax] = []
    if let choice = parent?.as(SwitchExprSyntax.self), choice.subject.id == id {
      for element in choice.cases {
        guard case .switchCase(let element) = element else { return nil }
        if case .case(let label) = element.label { patterns += label.caseItems.map(\.pattern) }
      }
    } else if parent?.is(InitializerClauseSyntax.self) == true,
      let match = parent?.parent?.as(MatchingPatternConditionSyntax.self)
    {
      patterns.append(match.pattern)
    } else {
      return nil
    }
    return patterns.outcomeCases
  }
}

extension [PatternSyntax] {
  /// The names of PromiseKit's cases, and their replacements; nil if there are other patterns.
  fileprivate var outcomeCases: [(TokenSyntax, String)]? {
    var found: [(TokenSyntax, String)] = []
    for pattern in self {
      guard let token = pattern.caseName else { return nil }
      switch token.text {
      case "fulfilled": found.append((token, "success"))
      case "rejected": found.append((token, "failure"))
      case "_": break
      default: return nil
      }
    }
    return found
  }
}

extension ClosureExprSyntax {
  /// Like `matchedCases`, but for all uses of a name in the closure, unless it has a type, which is
  /// PromiseKit's.
  func matchedCases(of name: String) -> [(TokenSyntax, String)]? {
    guard parameters.allSatisfy({ $0.type == nil }) else { return nil }
    guard name != "_" else { return [] }
    var found: [(TokenSyntax, String)] = []
    for use in NameReader.names(in: statements) where use.text == name {
      guard let cases = use.node.matchedCases else { return nil }
      found += cases
    }
    return found
  }
}

extension PatternSyntax {
  /// The name of the case that a pattern such as `.fulfilled(let value)` matches.
  fileprivate var caseName: TokenSyntax? {
    if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.caseName }
    if let wildcard = self.as(WildcardPatternSyntax.self) { return wildcard.wildcard }
    guard let expression = self.as(ExpressionPatternSyntax.self)?.expression else { return nil }
    let callee = expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
    guard let member = callee.as(MemberAccessExprSyntax.self), member.base == nil else {
      return nil
    }
    return member.declName.baseName
  }
}
