// How PromiseKit calls with handlers are rewritten: name, arguments, and where handlers run.

import SwiftSyntax

extension LinkSite {
  private enum MovedPlace {
    case asWritten
    /// The closure is marked with the actor that it runs on.
    case marked(String)
    /// A function passed by name is wrapped in a closure.
    case around(PassedFunction, mark: String?)
    /// The closure leaves the main actor.
    case concurrent
    case kept(Reason)
  }

  /// The replacement for the call, if its handler can run where it ran before.
  ///
  /// - Parameters:
  ///   - outer: the call that the handler moves into, such as `$0.map`.
  ///   - end: the text that closes that call.
  func placed(
    _ text: String, to name: String? = nil, _ arguments: String? = nil, outer: String? = nil,
    end: String = "", needsLibrary: Bool = false, canLeave: Bool = false,
    isTransferable: Bool = false, parameter: String? = nil, returning: String? = nil,
    condition: String? = nil,
    _ change: (inout Edits) -> Void = { _ in }
  ) -> Verdict {
    guard let call else { return .kept(.functionReference) }
    if !isTransferable && typer.isNotSendable(base.value) || typer.isNotSendable(result.value) {
      return .kept(.notSendable)
    }
    var edits = Edits()
    var name = name
    var arguments = arguments
    var mark: String?
    switch movedPlace(canLeave) {
    case .asWritten: break
    case .marked(let attribute): mark = attribute
    case .concurrent:
      mark = "@concurrent"
      arguments = [".async", arguments].compactMap(\.self).joined(separator: ", ")
    case .around(let function, let attribute):
      guard let reference = call.arguments.last else { return .kept(.functionReference) }
      if condition != nil || returning != nil, function.capture != nil {
        return .kept(.functionReference)
      }
      var body = condition.map { "\($0) { \(function.call) }" } ?? function.call
      if let outer {
        let attempt = function.call.hasPrefix("try ") ? "try " : ""
        body = "\(attempt)\(outer) { \(body) }\(end)"
      }
      body = function.captured(body)
      let lineBreak = "\n\(call.calleeName.blanksOfLine)"
      let unit = call.indentationUnit
      let returned = returning.map {
        "\(lineBreak)\(unit)\(body)\(lineBreak)\(unit)return \($0)\(lineBreak)"
      }
      edits.wrap(
        reference.expression, of: call, returned ?? " \(body) ", attribute, name, arguments)
      if let outer = reference.expression.closureOfDollar {
        edits.open(outer, with: "handler in")
      }
      return finished(text, attribute, edits, needsLibrary)
    case .kept(let reason): return .kept(reason)
    }
    if let outer {
      let form = arguments.map { "(\($0))" } ?? ""
      let capture = closure?.signature?.capture.map { edits.take($0) }
      let words = [mark, capture].compactMap(\.self).joined(separator: " ")
      let attribute = words.isEmpty ? "" : " \(words) in"
      let attempt = closure?.mayThrow == true ? "try " : ""
      let blank = outer.hasPrefix("\n") ? "" : " "
      name = "\(name ?? self.name)\(form) {\(attribute)\(blank)\(attempt)\(outer)"
      arguments = nil
      edits.close(
        call, end.hasSuffix("\n\(call.calleeName.blanksOfLine)") ? "\(end)}" : "\(end) }")
    } else if let closure {
      edits.mark(closure, mark, parameter: parameter)
    }
    edits.set(call, name: name, arguments: arguments)
    change(&edits)
    return finished(text, mark, edits, needsLibrary)
  }

  private func finished(
    _ text: String, _ mark: String?, _ edits: Edits, _ needsLibrary: Bool
  ) -> Verdict {
    let text = mark.map { text.replacing("{ ", with: "{ \($0) ", maxReplacements: 1) } ?? text
    return .rewritten(Rewrite(text, edits, needsLibrary: needsLibrary))
  }

  private func movedPlace(_ canLeave: Bool) -> MovedPlace {
    if let closure, !typer.isOnMainActor(Syntax(closure)), typer.capturesNotSendable(closure) {
      return .kept(.notSendable)
    }
    switch place {
    case .asWritten: return .asWritten
    case .onActor(let actor): return .marked("@\(actor)")
    case .kept(.functionReference): return around
    case .kept(.backgroundQueue): return leaving(canLeave)
    case .kept(.inlineQueue):
      guard let closure else { return .kept(.inlineQueue) }
      guard facts.assumptions.contains(.laterHandlers) else { return .kept(.inlineQueue) }
      return typer.isSelfContained(closure) || typer.isNonisolated(Syntax(closure))
        ? .asWritten : .kept(.inlineQueue)
    case .kept(let reason): return .kept(reason)
    }
  }

  /// For a global queue: nonisolated code already runs off the main thread, but a closure that is
  /// written on the main actor must leave it.
  private func leaving(_ canLeave: Bool) -> MovedPlace {
    guard let closure else {
      return typer.isNonisolated(Syntax(node)) && !isReference
        ? .asWritten : .kept(.backgroundQueue)
    }
    if typer.isNonisolated(Syntax(closure)) { return .asWritten }
    guard canLeave, typer.selfUse(of: closure) == .none, !typer.capturesNotSendable(closure) else {
      return .kept(.backgroundQueue)
    }
    return .concurrent
  }

  private var isReference: Bool { if case .reference = handler { true } else { false } }

  /// A closure around a function in the sources that has at most one parameter, or around a key
  /// path.
  private var around: MovedPlace {
    if case .keyPath(let path) = handler {
      return .around(
        PassedFunction(call: "$0\(path.components.trimmedDescription)"), mark: "@MainActor")
    }
    guard case .reference(let expression) = handler,
      let function = typer.functionCall(of: expression, isGiven: givesHandlerSomething)
    else { return .kept(.functionReference) }
    let isOnMain = typer.isOnMainActor(Syntax(expression))
    if !isOnMain, !function.isSendable { return .kept(.notSendable) }
    return .around(function, mark: isOnMain ? nil : "@MainActor")
  }

  private var givesHandlerSomething: Bool {
    base != .finalizer && !["ensure", "ensureThen"].contains(name)
  }
}

extension Edits {
  /// `done(use)` becomes `done { use($0) }`.
  mutating func wrap(
    _ reference: ExprSyntax, of call: FunctionCallExprSyntax, _ function: String,
    _ mark: String?, _ name: String?, _ arguments: String?
  ) {
    let callee = call.calleeName
    let form = arguments.map { "(\($0))" } ?? ""
    let isCapturing = function.hasPrefix(" [")
    let attribute = mark.map { isCapturing ? " \($0)" : " \($0) in" } ?? ""
    replace(callee, with: "\(name ?? callee.text)\(form) {\(attribute)\(function)}")
    guard let left = call.leftParen, let right = call.rightParen else { return }
    remove(
      from: left.positionAfterSkippingLeadingTrivia, to: right.endPositionBeforeTrailingTrivia)
  }
}

extension ExprSyntax {
  /// The closure around a `$0` that it uses only once, so that the `$0` can be given a name.
  var closureOfDollar: ClosureExprSyntax? {
    guard trimmedDescription == "$0" else { return nil }
    var current = parent
    while let here = current, !here.is(ClosureExprSyntax.self) { current = here.parent }
    guard let closure = current?.as(ClosureExprSyntax.self), closure.signature == nil,
      closure.highestDollar == 0,
      NameReader.names(in: closure.statements).count(where: { $0.text == "$0" }) == 1,
      let (call, _) = closure.callItIsPassedTo,
      LibraryOperator.named(call.calleeName.text, in: .promiseKit) == nil
    else { return nil }
    return closure
  }
}
