// How the calls that make Bolts tasks are rewritten. `BoltsMove` renames the types.

import SwiftSyntax

extension BoltsJudge {
  /// `Task(…)`
  static func judge(initializer call: FunctionCallExprSyntax, _ site: LinkSite) -> Verdict {
    let arguments = call.allArguments
    if site.typer.isNotSendable(site.typer.madeValue(ExprSyntax(call))) {
      return .kept(.notSendable)
    }
    if arguments.contains(where: { $0.label == "closure" || $0.value.is(ClosureExprSyntax.self) }) {
      return executing(call, nil, site)
    }
    guard arguments.count == 1, let argument = arguments.first else { return .kept(.unknownCall) }
    if argument.label == "error" {
      return .rewritten(".rejected(…)") { edits in
        edits.name(call, "rejected")
        call.arguments.first.map { edits.removeLabel(of: $0) }
      }
    }
    guard argument.label == nil else { return .kept(.unknownCall) }
    if site.typer.isOwnPromise(argument.value) {
      return .rewritten("the promise itself") { $0.unwrap(argument.value, of: ExprSyntax(call)) }
    }
    if site.typer.keepsConversion(call) { return .kept(.conversion) }
    return .rewritten(".fulfilled(…)") { $0.name(call, "fulfilled") }
  }

  /// `Task<T>.name(…)`
  static func judge(member site: LinkSite) -> Verdict {
    guard let call = site.call else { return .kept(.unknownCall) }
    if call.argument("cancellationToken") != nil { return .kept(.cancellationToken) }
    if site.typer.isNotSendable(site.typer.madeValue(ExprSyntax(call))) {
      return .kept(.notSendable)
    }
    switch site.name {
    case "init": return judge(initializer: call, site)
    case "cancelledTask":
      return .rewritten(".rejected(CancellationError())") { edits in
        edits.replaceCall(call, "rejected(CancellationError())")
      }
    case "withDelay":
      guard let delay = call.arguments.first, delay.label == nil else { return .kept(.unknownCall) }
      // The facade waits for a century at most.
      let text = delay.expression.trimmedDescription
      guard !text.contains("infinity"), !text.contains("greatestFiniteMagnitude") else {
        return .kept(.timeInterval)
      }
      return .rewritten("Promise.delay(for: .seconds(…))") { edits in
        edits.rename(call, to: "delay")
        // Whatever the task's type is, a delay has no value.
        if let type = call.typeBeforeDot, type.trimmedDescription != "Void" {
          edits.replace(type, with: "Void")
        }
        edits.insert("for: .seconds(", before: delay.expression)
        edits.insert(")", after: delay.expression)
      }
    case "whenAny":
      return group(site, call, "Promise.race(…).map { _ in }.recover { _ in }") { edits in
        edits.rename(call, to: "race")
        edits.wrap(site.node, "", ".map { _ in }.recover { _ in }")
      }
    case "whenAll", "whenAllResult":
      return group(site, call, "Promise.\(site.name)(…)") { edits in
        edits.declareGroup(isOfValues: site.name == "whenAllResult")
        let arguments = Array(call.arguments)
        guard let first = arguments.first, let last = arguments.last,
          arguments.count > 1 || site.typer.shape(of: first.expression).promiseType != nil
        else { return }
        edits.insert("[", before: first)
        edits.insert("]", after: last)
      }
    case "execute", "executeWithTask": return executing(call, site.name, site)
    default: return .kept(.unknownCall)
    }
  }

  private static func group(
    _ site: LinkSite, _ call: FunctionCallExprSyntax, _ text: String,
    _ change: (inout Edits) -> Void
  ) -> Verdict {
    // A single argument may be an array, so its type must be known.
    guard let first = call.arguments.first, call.trailingClosure == nil,
      call.arguments.count > 1 || site.typer.shape(of: first.expression).isKnown,
      site.canLookAtResults(["error", "cancelled"])
    else { return .kept(.groupOfOutcomes) }
    return .rewritten(text, change)
  }

  // MARK: Closures

  /// A closure that runs inside the call, or on the main thread after it.
  private static func executing(
    _ call: FunctionCallExprSyntax, _ name: String?, _ site: LinkSite
  ) -> Verdict {
    guard let closure = call.trailingClosure, call.arguments.count < 2 else {
      return .kept(call.argument("closure") == nil ? .inlineExecutor : .functionReference)
    }
    let executor = call.arguments.first
    let place = executor?.expression.trimmedDescription ?? ".default"
    let isOnMain = [".mainThread", "Executor.mainThread"].contains(place)
    let isInline = ["default", "immediate"].contains {
      [".\($0)", "Executor.\($0)"].contains(place)
    }
    guard isOnMain || isInline else { return .kept(.namedQueue) }
    func change(_ edits: inout Edits, _ change: (inout Edits) -> Void) {
      if let executor { edits.remove(executor, of: call) }
      if let member = call.calledExpression.as(MemberAccessExprSyntax.self), name != nil {
        if let base = member.base {
          edits.remove(
            from: base.endPositionBeforeTrailingTrivia,
            to: member.endPositionBeforeTrailingTrivia)
        } else {
          edits.replace(member.declName, with: "init")
        }
      }
      change(&edits)
    }
    if isOnMain {
      guard site.typer.mayLeaveItsThread(closure) else { return .kept(.sharedState) }
      let isMarked = !site.typer.isOnMainActor(Syntax(closure))
      return .rewritten("Promise { @MainActor in … }") { edits in
        change(&edits) { if isMarked { $0.mark(closure, "@MainActor") } }
      }
    }
    guard name == "executeWithTask" else {
      return .rewritten("Promise(Result { … })") { edits in
        change(&edits) { edits in
          let callee = call.rightParen.map(Syntax.init) ?? Syntax(call.calledExpression)
          edits.remove(
            from: callee.endPositionBeforeTrailingTrivia,
            to: closure.positionAfterSkippingLeadingTrivia)
          edits.insert("(Result ", before: closure)
          edits.insert(")", after: call)
        }
      }
    }
    if let body = closure.onlyExpression, !closure.mayThrow, executor == nil {
      return .rewritten("its body") { $0.unwrap(body, of: ExprSyntax(call)) }
    }
    guard site.facts.assumptions.contains(.laterHandlers) else { return .kept(.inlineExecutor) }
    guard site.typer.mayLeaveItsThread(closure) else { return .kept(.sharedState) }
    return .rewritten("Promise { … }") { change(&$0) { _ in } }
  }
}

extension Typer {
  fileprivate func isOwnPromise(_ expression: ExprSyntax) -> Bool {
    [.named("Promise"), .named("AsyncPromises.Promise")].contains(shape(of: expression))
  }

  /// Whether the call may convert a promise of this library to a task, although the source doesn't
  /// show it.
  func keepsConversion(_ call: FunctionCallExprSyntax) -> Bool {
    guard file.imports.modules.contains("AsyncPromises"), let only = call.arguments.first else {
      return false
    }
    return !shape(of: only.expression).isKnown
  }
}

extension Edits {
  /// Replaces a call to an initializer with one to a static member.
  fileprivate mutating func name(_ call: FunctionCallExprSyntax, _ name: String) {
    let callee = call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "init"
    {
      replace(member.declName, with: name)
    } else {
      insert(".\(name)", after: callee)
    }
  }

  /// Declares a function that waits for all promises and collects all their errors.
  fileprivate mutating func declareGroup(isOfValues: Bool) {
    look("error")
    look("cancelled")
    let value = isOfValues ? "[Value]" : "Void"
    let name = isOfValues ? "whenAllResult" : "whenAll"
    let end = isOfValues ? "\n      return try outcomes.map { try $0.get() }" : ""
    declare(
      """
        /// Waits for all. Cancelled if one of them is, or else rejected with all their errors.
        fileprivate static func \(name)(_ promises: [Promise]) -> Promise<\(value)> {
          Promise<[Result<Value, any Error>]>.allSettled(promises).map { outcomes in
            if outcomes.contains(where: { $0.cancelled }) { throw CancellationError() }
            let errors = outcomes.compactMap { $0.error }
            guard errors.isEmpty else { throw AggregateError(errors: errors) }\(end)
          }
        }
      """, in: "extension Promise")
  }
}

extension FunctionCallExprSyntax {
  /// `String` for `Task<String>.withDelay(1)`.
  fileprivate var typeBeforeDot: GenericArgumentSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.base?
      .as(GenericSpecializationExprSyntax.self)?.genericArgumentClause.arguments.first
  }
}
