// `retry`: this library counts attempts differently, and its condition returns a decision.

import SwiftSyntax

enum GoogleRetry {
  static func judge(_ call: FunctionCallExprSyntax, _ site: LinkSite) -> Verdict {
    guard let work = call.allArguments.last?.value.as(ClosureExprSyntax.self) else {
      return .kept(.functionReference)
    }
    guard call.additionalTrailingClosures.isEmpty,
      let count = Count(call.argument("attempts")),
      let condition = Condition(call.argument("condition"), count)
    else { return .kept(.retryCondition) }
    guard let type = work.resultType(site.typer) else { return .kept(.closureResult) }
    let mark: String
    switch site.place {
    case .asWritten: mark = ""
    case .onActor(let actor): mark = "@\(actor) "
    case .kept(.backgroundQueue) where site.typer.isOffActors(Syntax(work)): mark = ""
    case .kept(let reason): return .kept(reason)
    }
    return .rewritten("Promise.retry(maxAttempts: …, backoff: …) { \(mark)_ in … }") { edits in
      edits.replace(call.calledExpression, with: "\(site.typer.promiseName(at: call)).retry")
      edits.removeQueue(of: call)
      arguments(call, count, &edits)
      condition.change(&edits, mark)
      addParameter(to: work, mark, type, &edits)
    }
  }

  private static func arguments(
    _ call: FunctionCallExprSyntax, _ count: Count, _ edits: inout Edits
  ) {
    let attempts = call.arguments.first { $0.label?.text == "attempts" }
    let delay = call.arguments.first { $0.label?.text == "delay" }
    let pause = "backoff: .constant(.seconds(1))"
    if let attempts, let label = attempts.label {
      edits.replace(label, with: "maxAttempts")
      let more = delay == nil ? ", \(pause)" : ""
      if let number = count.literal {
        edits.replace(attempts.expression, with: "\(number + 1)\(more)")
      } else {
        edits.insert("max(", before: attempts.expression)
        edits.insert(", 0) + 1\(more)", after: attempts.expression)
      }
    } else {
      let more = delay == nil ? ", \(pause)" : ""
      edits.insert(first: "maxAttempts: 2\(more)", in: call)
    }
    if let delay, let label = delay.label {
      edits.replace(label, with: "backoff")
      edits.insert(".constant(.seconds(", before: delay.expression)
      edits.insert("))", after: delay.expression)
    }
  }

  /// In this library, the operation receives the number of its attempt.
  private static func addParameter(
    to work: ClosureExprSyntax, _ mark: String, _ type: String, _ edits: inout Edits
  ) {
    guard let signature = work.signature else {
      return edits.open(work, with: "\(mark)_\(type) in")
    }
    if !mark.isEmpty { edits.insert(mark, before: signature) }
    if let clause = signature.parameterClause {
      edits.replace(clause, with: "(_)")
    } else {
      edits.insert("_\(type) ", before: signature.inKeyword)
    }
  }

  /// The number of attempts after the first.
  struct Count {
    let literal: Int?
    /// The number of calls, as an expression that can be written twice.
    let calls: String

    init?(_ attempts: ExprSyntax?) {
      guard let attempts else {
        (literal, calls) = (1, "2")
        return
      }
      if let number = attempts.as(IntegerLiteralExprSyntax.self) {
        guard let count = Int(number.literal.text) else { return nil }
        (literal, calls) = (count, "\(count + 1)")
      } else if attempts.is(DeclReferenceExprSyntax.self) {
        (literal, calls) = (nil, "max(\(attempts.trimmedDescription), 0) + 1")
      } else {
        return nil
      }
    }
  }

  /// `{ left, error in … }`, which becomes `{ error, attempt in … }`.
  struct Condition {
    let closure: ClosureExprSyntax?
    let label: TokenSyntax?
    let count: Count
    let results: [ExprSyntax]

    init?(_ condition: ExprSyntax?, _ count: Count) {
      self.count = count
      guard let condition else {
        (closure, label, results) = (nil, nil, [])
        return
      }
      guard let closure = condition.as(ClosureExprSyntax.self),
        let label = closure.parent?.as(LabeledExprSyntax.self)?.label,
        closure.signature?.returnClause == nil
      else { return nil }
      guard closure.signature == nil || closure.bareParameters?.count == 2 else { return nil }
      let results = closure.results
      guard !results.isEmpty else { return nil }
      (self.closure, self.label, self.results) = (closure, label, results)
    }

    func change(_ edits: inout Edits, _ mark: String) {
      guard let closure, let label else { return }
      edits.replace(label, with: "when")
      if let names = closure.bareParameters, let left = names.first?.name.text,
        let error = names.last?.name.text
      {
        if !mark.isEmpty { edits.mark(closure, String(mark.dropLast())) }
        let isUsed = NameReader.names(in: closure.statements).contains { $0.text == left }
        let attempt = isUsed ? closure.freeName("attempt") : "_"
        edits.replace(names, with: "\(error), \(attempt)")
        if isUsed {
          edits.insert(first: "let \(left) = \(count.calls) - \(attempt)", in: closure)
          if let only = closure.onlyExpression, !closure.statements.hasReturn {
            edits.insert("return ", before: only)
          }
        }
      } else {
        dollars(closure, &edits, mark)
      }
      for result in results { decide(result, &edits) }
    }

    private func decide(_ result: ExprSyntax, _ edits: inout Edits) {
      switch result.trimmedDescription {
      case "true": edits.replace(result, with: ".retry")
      case "false": edits.replace(result, with: ".stop")
      default:
        let isPlain = !result.is(SequenceExprSyntax.self)
        if !isPlain { edits.insert("(", before: result) }
        edits.insert("\(isPlain ? "" : ")") ? .retry : .stop", after: result)
      }
    }

    private func dollars(_ closure: ClosureExprSyntax, _ edits: inout Edits, _ mark: String) {
      let error = closure.freeName("error")
      let names = NameReader.names(in: closure.statements)
      let attempt = names.contains { $0.text == "$0" } ? closure.freeName("attempt") : "_"
      edits.open(closure, with: "\(mark)\(error), \(attempt) in")
      for name in names {
        switch name.text {
        case "$0": edits.replace(name.node, with: "(\(count.calls) - \(attempt))")
        case "$1": edits.replace(name.node, with: error)
        default: break
        }
      }
    }
  }
}

extension ClosureExprSyntax {
  /// The return type that a multi-statement closure must declare: empty if each result
  /// reveals it, nil if it is unknown.
  fileprivate func resultType(_ typer: Typer) -> String? {
    guard signature?.returnClause == nil, statements.count > 1,
      results.contains(where: { $0.trimmedDescription.hasPrefix("Promise(") })
    else { return "" }
    let values = Set(results.map { typer.shape(of: $0).value })
      .filter { $0.isKnown && !typer.isError($0) }
    return values.count == 1 ? values.first?.text.map { " -> Promise<\($0)>" } : nil
  }
}

extension Shape {
  /// The source text of the type; nil if it is unknown.
  fileprivate var text: String? {
    switch self {
    case .named("Number"): nil
    case .named(let name): name
    case .array(let element): element.text.map { "[\($0)]" }
    case .optional(let inner): inner.text.map { "\($0)?" }
    case .tuple(let parts) where parts.isEmpty: "Void"
    default: nil
    }
  }
}

extension CodeBlockItemListSyntax {
  fileprivate var hasReturn: Bool { first?.item.is(ReturnStmtSyntax.self) == true }
}
