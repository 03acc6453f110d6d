// How PromiseKit calls with handlers are rewritten: name, arguments, and where handlers run.

import SwiftSyntax

extension LinkSite {
  private enum MovedPlace {
    case asWritten
    /// The closure is marked with the actor that it runs on.
    case marked(String)
    /// A function passed by name is wrapped in a closure.
    case around(call: String, mark: String?)
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
      guard outer == nil, let reference = call.arguments.last else {
        return .kept(.functionReference)
      }
      if condition != nil, function.hasPrefix("[") { return .kept(.functionReference) }
      let function = condition.map { "\($0) { \(function) }" } ?? function
      let lineBreak = "\n\(call.calleeName.blanksOfLine)"
      let unit = call.indentationUnit
      let body = returning.map {
        "\(lineBreak)\(unit)\(function)\(lineBreak)\(unit)return \($0)\(lineBreak)"
      }
      edits.wrap(
        reference.expression, of: call, body ?? " \(function) ", attribute, name, arguments)
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
      return .around(call: "$0\(path.components.trimmedDescription)", mark: "@MainActor")
    }
    guard case .reference(let expression) = handler,
      let function = typer.functionCall(of: expression, isGiven: givesHandlerSomething)
    else { return .kept(.functionReference) }
    let isOnMain = typer.isOnMainActor(Syntax(expression))
    if !isOnMain, !function.isSendable { return .kept(.notSendable) }
    return .around(call: function.text, mark: isOnMain ? nil : "@MainActor")
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
  fileprivate var closureOfDollar: ClosureExprSyntax? {
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

extension Typer {
  /// The call to a function that is passed by name: `use($0)`, `completion()`.
  func functionCall(
    of expression: ExprSyntax, isGiven: Bool
  ) -> (text: String, isSendable: Bool)? {
    let argument = isGiven ? "$0" : ""
    if let access = expression.as(MemberAccessExprSyntax.self),
      access.base?.trimmedDescription == "self"
    {
      let name = access.declName.baseName.text
      let members = declaredMembers(
        name, nil, on: selfShape(at: Syntax(expression)), isStatic: false)
      return call("self.\(name)", access.declName, members, argument)
        .map { ($0, !isNotSendable(selfShape(at: Syntax(expression)))) }
    }
    if let access = expression.as(MemberAccessExprSyntax.self), isGiven,
      access.declName.baseName.text == "init", access.declName.argumentNames == nil,
      let type = access.base?.as(DeclReferenceExprSyntax.self)
    {
      return initializerLabel(of: type).map { ("\(type.baseName.text)(\($0)$0)", true) }
    }
    if let access = expression.as(MemberAccessExprSyntax.self),
      let base = access.base?.as(DeclReferenceExprSyntax.self)
    {
      // A method that is passed by name is bound to the current object, so the closure captures it.
      let (shape, object) = (shape(of: ExprSyntax(base)), base.baseName.text)
      let name = access.declName.baseName.text
      guard case .named = shape, isGiven, object.first?.isLowercase == true else { return nil }
      let members = declaredMembers(name, nil, on: shape, isStatic: false)
      return call("\(object).\(name)", access.declName, members, "$0")
        .map { ("[\(object)] in \($0)", !isNotSendable(shape)) }
    }
    guard let reference = expression.as(DeclReferenceExprSyntax.self) else { return nil }
    let name = reference.baseName.identifierText
    let resolution = resolve(name, at: reference)
    guard case .function = resolution.shape else { return nil }
    if name.hasPrefix("$") {
      guard expression.closureOfDollar != nil else { return nil }
      return ("handler(\(argument))", false)
    }
    switch resolution.origin {
    case .local(let id):
      let given = takesNothing(id) || !isGiven ? "" : arguments(["$0"], of: expression)
      let attempt = mayThrow(function: expression) ? "try " : ""
      return ("\(attempt)\(name)(\(given))", !capturesNotSendable(reference))
    case .member:
      let shape = selfShape(at: Syntax(expression))
      let members = declaredMembers(name, nil, on: shape, isStatic: nil)
      return call("self.\(name)", reference, members, argument).map { ($0, !isNotSendable(shape)) }
    case .global:
      let members = table.visible(table.members[""]?[name], from: file) { _ in true }
      return call(name, reference, members, argument).map { ($0, true) }
    default: return nil
    }
  }

  /// The label and the colon of an initializer's only argument, if it has one; nil if several
  /// initializers take one argument.
  private func initializerLabel(of type: DeclReferenceExprSyntax) -> String? {
    guard case .metatype(.named(let path)) = shape(of: ExprSyntax(type)),
      let members = table.members[path]
    else { return "" }
    let initializers = members["init"] ?? []
    let labels =
      initializers.isEmpty
      ? members.values.joined().compactMap(\.content.labelOfMemberwiseInitializer)
      : initializers.map(\.content.parameters).filter { $0.count == 1 }.map { $0[0].label }
    return labels.count == 1 ? labels[0].map { "\($0): " } ?? "" : nil
  }

  /// Whether a local function, or a constant or parameter with a function, has no parameters.
  private func takesNothing(_ id: SyntaxIdentifier) -> Bool {
    switch NodeWithID.find(id, in: Syntax(file.tree))?.as(SyntaxEnum.self) {
    case .functionDecl(let function): function.signature.parameterClause.parameters.isEmpty
    case .functionParameter(let parameter): parameter.type.functionType?.parameters.isEmpty == true
    case .patternBinding(let binding):
      if let type = binding.type {
        type.functionType?.parameters.isEmpty == true
      } else if let closure = binding.initializer?.value.as(ClosureExprSyntax.self) {
        closure.signature?.parameterClause == nil && closure.highestDollar < 0
      } else {
        false
      }
    default: false
    }
  }

  private func capturesNotSendable(_ reference: DeclReferenceExprSyntax) -> Bool {
    // A parameter's type shows whether it may be captured; local functions aren't inspected.
    guard !file.isSwift5,
      case .local(let id) = resolve(reference.baseName.identifierText, at: reference).origin
    else { return false }
    var current: Syntax? = Syntax(reference)
    while let here = current {
      let parameters =
        here.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
        ?? here.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
      if let found = parameters?.first(where: { $0.id == id }) {
        let text = found.type.trimmedDescription
        return !text.contains("@Sendable") && !text.contains("@MainActor")
      }
      current = here.parent
    }
    return true
  }

  /// The call that all members with a name agree on, if they fit the argument. A function
  /// without parameters handles a promise without a value.
  private func call(
    _ name: String, _ reference: DeclReferenceExprSyntax, _ members: [Member], _ argument: String
  ) -> String? {
    let labels = reference.argumentNames?.arguments.map(\.name.text)
    if members.isEmpty, labels?.count == 1, !argument.isEmpty, let label = labels?.first {
      return "\(name)(\(label == "_" ? "" : "\(label): ")\(argument))"
    }
    func calls(with count: Int) -> Set<String> {
      Set(
        members.compactMap { member in
          guard member.kind == .function else {
            return member.kind == .property ? "\(name)(\(argument))" : nil
          }
          let given = member.parameters.map { $0.label ?? "_" }
          guard given.count == count, labels == nil || labels == given else { return nil }
          let label = member.parameters.first.flatMap(\.label).map { "\($0): " } ?? ""
          return "\(name)(\(count == 0 ? "" : "\(label)\(argument)"))"
        })
    }
    var fitting = calls(with: argument.isEmpty ? 0 : 1)
    if fitting.isEmpty { fitting = calls(with: 0) }
    // A function that stays returns the library's promise.
    let staying = members.filter(isHeld)
    let isConverted = staying.contains { shape(of: $0, by: nil).promiseInside != nil }
    guard fitting.count == 1, !isConverted || staying.count == members.count else { return nil }
    let mayThrow = members.contains { $0.node.as(FunctionDeclSyntax.self)?.mayThrow == true }
    let attempt = mayThrow ? "try " : ""
    return fitting.first.map { "\(attempt)\($0)\(isConverted ? ".asyncPromise" : "")" }
  }
}
