// How code that inspects a promise without waiting, or awaits it in a task, is rewritten.

import SwiftSyntax

extension PromiseKitJudge {
  static func judge(look site: LinkSite) -> Verdict {
    guard let access = site.node.as(MemberAccessExprSyntax.self), access.base != nil else {
      return .kept(.inspection)
    }
    if site.typer.isNotSendable(site.base.value) { return .kept(.notSendable) }
    let isOnlyPresence = site.name == "result" && site.node.isComparedToNil
    guard let (open, text) = isOnlyPresence ? ("", "resultIfSettled") : look(site.name) else {
      return .kept(.inspection)
    }
    if site.name.hasPrefix("is"), site.node.isOptionalChain {
      return .looking(inOptional: access, "\(open)$0.\(text)")
    }
    let isBare = ["error", "result"].contains(site.name) || access.standsAlone
    return .rewritten("\(open)\(text)") { edits in
      edits.insert(isBare ? open : "(\(open)", before: access)
      edits.replace(access.declName, with: "\(text)\(isBare ? "" : ")")")
    }
  }

  /// The text before the promise and the member after it that replace a property.
  private static func look(_ name: String) -> (open: String, text: String)? {
    let error = "flatMap({ if case .failure(let error) = $0 { error } else { nil } })"
    return switch name {
    case "isPending": ("", "resultIfSettled == nil")
    case "isResolved": ("", "resultIfSettled != nil")
    case "isFulfilled": ("(try? ", "resultIfSettled?.get()) != nil")
    case "isRejected": ("", "resultIfSettled.\(error) != nil")
    case "value": ("try? ", "resultIfSettled?.get()")
    case "error": ("", "resultIfSettled.\(error)")
    default: nil
    }
  }

  /// What replaces `\.isPending` and the like, as a function.
  static func look(byKeyPath name: String) -> String? {
    look(name).map { "{ \($0.open)$0.\($0.text) }" }
  }

  /// The `async()` of a guarantee needs no `try`, but the `get()` that replaces it does.
  static func awaiting(_ site: LinkSite) -> Verdict {
    guard let call = site.call else { return .kept(.functionReference) }
    if site.typer.isNotSendable(site.base.value) { return .kept(.notSendable) }
    let awaiting = call.enclosingAwait
    guard let awaiting, !awaiting.isTried else {
      return .rewritten("get()") { $0.replace(call.calleeName, with: "get") }
    }
    if awaiting.expression.id == call.id, awaiting.parent?.is(CodeBlockItemSyntax.self) == true,
      ExprSyntax(awaiting).isStatement || site.base.value == .void
    {
      return .rewritten("_ = await result") { edits in
        edits.insert("_ = ", before: awaiting)
        edits.replace(call.calleeName, with: "result")
        if let left = call.leftParen, let right = call.rightParen {
          edits.remove(
            from: left.positionAfterSkippingLeadingTrivia,
            to: right.endPositionBeforeTrailingTrivia)
        }
      }
    }
    guard awaiting.mayThrowAround else { return .kept(.neverRejected) }
    return .rewritten("try await get()") { edits in
      edits.replace(call.calleeName, with: "get")
      if awaiting.isFirstAwait(for: call) { edits.insert("try ", before: awaiting) }
    }
  }
}

extension ExprSyntax {
  /// Whether only the presence of the value matters.
  fileprivate var isComparedToNil: Bool {
    guard let list = parent?.as(ExprListSyntax.self), list.count == 3, list.first?.id == id,
      let sign = list.dropFirst().first?.as(BinaryOperatorExprSyntax.self)
    else { return false }
    return ["==", "!="].contains(sign.operator.text)
      && list.last?.is(NilLiteralExprSyntax.self) == true
  }
}

extension MemberAccessExprSyntax {
  /// Whether an expression that replaces this one needs no parentheses.
  fileprivate var standsAlone: Bool {
    guard let parent else { return false }
    switch parent.as(SyntaxEnum.self) {
    case .initializerClause, .conditionElement, .codeBlockItem, .returnStmt: return true
    case .labeledExpr: return true
    default: return false
    }
  }
}

extension FunctionCallExprSyntax {
  /// The `await` that covers a call, within its statement.
  fileprivate var enclosingAwait: AwaitExprSyntax? {
    var current = parent
    while let here = current {
      if let awaiting = here.as(AwaitExprSyntax.self) { return awaiting }
      if here.is(CodeBlockItemSyntax.self) { return nil }
      current = here.parent
    }
    return nil
  }
}

extension AwaitExprSyntax {
  /// Whether a `try` of any kind covers the `await`.
  fileprivate var isTried: Bool {
    var current = parent
    while let here = current {
      if here.is(TryExprSyntax.self) { return true }
      if here.is(CodeBlockItemSyntax.self) { return false }
      current = here.parent
    }
    return false
  }

  /// Whether the surrounding code may throw, or is a test, which can be made to: it has no callers.
  fileprivate var mayThrowAround: Bool {
    var current = parent
    while let here = current {
      if let function = here.as(FunctionDeclSyntax.self) {
        return function.mayThrow || function.isTest
      }
      if let statement = here.as(DoStmtSyntax.self), !statement.catchClauses.isEmpty { return true }
      if let closure = here.as(ClosureExprSyntax.self) { return closure.mayThrow }
      if here.is(AccessorDeclSyntax.self) || here.is(InitializerDeclSyntax.self) { return false }
      current = here.parent
    }
    return false
  }

  /// Whether the call is the first that this `await` covers, and so adds the `try`.
  fileprivate func isFirstAwait(for call: FunctionCallExprSyntax) -> Bool {
    let finder = AsyncCallFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.calls.first == call.id
  }
}

extension FunctionDeclSyntax {
  var isTest: Bool { attributes.names("Test") }

  /// The calls in a test, except in closures, that await a guarantee and so need a `try`.
  var awaitsGuarantees: [FunctionCallExprSyntax] {
    guard isTest, let body, signature.effectSpecifiers?.throwsClause == nil else { return [] }
    let finder = AsyncCallFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    return finder.found.filter { call in
      guard let awaiting = call.enclosingAwait, !awaiting.isTried else { return false }
      let isStatement =
        awaiting.expression.id == call.id && awaiting.parent?.is(CodeBlockItemSyntax.self) == true
      return !isStatement
    }
  }
}

/// Finds calls to `async()`.
private final class AsyncCallFinder: SyntaxVisitor {
  var found: [FunctionCallExprSyntax] = []
  var calls: [SyntaxIdentifier] { found.map(\.id) }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.arguments.isEmpty, node.calleeName.text == "async" { found.append(node) }
    return .visitChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
