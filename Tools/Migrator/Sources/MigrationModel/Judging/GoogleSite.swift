// Where google/promises' handlers run, and how this library expresses that.

import SwiftSyntax

extension LinkSite {
  /// The replacement for the call, if its handler can run where it ran before.
  ///
  /// - Parameters:
  ///   - isOperator: whether the compiler warns if the result is unused.
  ///   - form: an additional first argument.
  ///   - asyncForm: the same for a closure that must leave the main actor, which only an async
  ///     closure can do.
  func moved(
    _ text: String, isOperator: Bool = false, form: String? = nil, asyncForm: String? = nil,
    _ change: (inout Edits) -> Void = { _ in }
  ) -> Verdict {
    func all(_ edits: inout Edits, _ form: String?) {
      if isOperator, isUnusedOperator { edits.begin("_ = ", before: node) }
      if let call, let form { edits.insert(first: form, in: call) }
      change(&edits)
    }
    if isCaptureRefused || typer.isNotSendable(base.value) || typer.isNotSendable(result.value) {
      return .kept(.notSendable)
    }
    let isWaiting = closure?.blocks == true
    guard case .kept(.backgroundQueue) = place, let call else {
      return isWaiting ? .kept(.blockingWait) : rewritten(text) { all(&$0, form) }
    }
    guard let closure else { return .kept(.functionReference) }
    if isWaiting, asyncForm == nil { return .kept(.blockingWait) }
    if typer.isOffActors(Syntax(closure)) {
      return .rewritten(text) { edits in
        edits.removeQueue(of: call)
        all(&edits, isWaiting ? asyncForm : form)
      }
    }
    guard let asyncForm, typer.isFreeOfActors(closure) else { return .kept(.backgroundQueue) }
    return .rewritten(text.replacing("{ ", with: "{ @concurrent ", maxReplacements: 1)) { edits in
      edits.removeQueue(of: call)
      edits.mark(closure, "@concurrent")
      all(&edits, asyncForm)
    }
  }

  /// Whether a closure that isn't written on the main actor captures something that must not leave
  /// its thread.
  var isCaptureRefused: Bool {
    guard let closure, !typer.isOnMainActor(Syntax(closure)) else { return false }
    return typer.capturesNotSendable(closure)
  }

  /// Whether the chain ends here and its result is unused.
  var isUnusedOperator: Bool { isLast && node.isUnusedResult }

  /// Whether the calls after this one only handle errors or clean up, and the result is unused.
  var restOnlyLooks: Bool {
    var current = node
    while let access = current.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == current.id,
      let call = access.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == access.id
    {
      guard ["catch", "always", "timeout"].contains(access.declName.baseName.identifierText) else {
        return false
      }
      current = ExprSyntax(call)
    }
    return !current.isPartOfLongerChain && current.isUnusedResult
  }
}

extension ClosureExprSyntax {
  /// Whether the closure blocks its thread while it waits, which an async closure can avoid.
  var blocks: Bool {
    statements.hasOwn { $0.as(FunctionCallExprSyntax.self)?.calledName?.name == "awaitPromise" }
  }
}

extension Edits {
  mutating func removeQueue(of call: FunctionCallExprSyntax) {
    if let queue = call.arguments.first(where: { $0.label?.text == "on" }) {
      remove(queue, of: call)
    }
  }

  /// Inserts an argument before those that stay when `on:` is removed.
  mutating func insert(first text: String, in call: FunctionCallExprSyntax) {
    if let first = call.arguments.first,
      call.arguments.count > 1 || first.label?.text != "on" || call.trailingClosure == nil
    {
      insert("\(text), ", before: first)
    } else if call.arguments.isEmpty, let left = call.leftParen {
      insert(text, after: left)
    } else {
      insert("(\(text))", after: call.calledExpression)
    }
  }

  /// Removes `.name` or `.name()` at the end of an expression.
  mutating func removeMember(_ node: ExprSyntax) {
    let access =
      node.as(MemberAccessExprSyntax.self)
      ?? node.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
    guard let access, let base = access.base else { return }
    remove(
      from: base.endPositionBeforeTrailingTrivia, to: node.endPositionBeforeTrailingTrivia)
  }
}

extension Typer {
  private static let harmlessAttributes: Set<String> = [
    "discardableResult", "inlinable", "usableFromInline", "objc", "objcMembers", "available",
    "preconcurrency", "inline", "nonobjc", "frozen", "dynamicMemberLookup", "Test", "Suite",
  ]

  private static let harmlessProtocols: Set<String> = [
    "Sendable", "Codable", "Decodable", "Encodable", "Equatable", "Hashable", "Comparable", "Error",
    "Identifiable", "CaseIterable", "CustomStringConvertible", "LocalizedError", "AnyObject",
    "NSObject", "RawRepresentable", "String", "Int", "CustomNSError", "@unchecked Sendable",
  ]

  /// Whether code at a node is certainly not isolated to an actor.
  func isOffActors(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    var isInFunction = false
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let closure):
        if here.id != node.id || closure.signature?.attributes.isEmpty == false {
          guard closure.signature?.attributes.isEmpty ?? true, isOffActors(formedIn: closure)
          else { return false }
        }
      case .functionDecl(let function):
        isInFunction = true
        if function.modifiers.has(.nonisolated) { return true }
        guard isHarmless(function.attributes),
          !function.signature.parameterClause.trimmedDescription.contains("isolated ")
        else { return false }
      case .initializerDecl(let initializer):
        isInFunction = true
        if initializer.modifiers.has(.nonisolated) { return true }
        guard isHarmless(initializer.attributes) else { return false }
      case .variableDecl(let variable):
        if variable.modifiers.has(.nonisolated) { return true }
        guard isHarmless(variable.attributes) else { return false }
        isInFunction = isInFunction || here.parent?.is(MemberBlockItemSyntax.self) == true
      case .actorDecl: return false
      case .classDecl, .structDecl, .enumDecl, .protocolDecl, .extensionDecl:
        return isOffActors(type: here)
      default: break
      }
      current = here.parent
    }
    return isInFunction
  }

  private func isHarmless(_ attributes: AttributeListSyntax) -> Bool {
    attributes.allSatisfy {
      let name = $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription
      return name.map(Self.harmlessAttributes.contains) ?? false
    }
  }

  private func isOffActors(type declaration: Syntax) -> Bool {
    let context = context(ofBodyOf: declaration)
    let path = context.path.joined(separator: ".")
    if case .promise = ownerShape(of: declaration) { return true }
    var keys = [path]
    var seen: Set<String> = []
    while let key = keys.popLast() {
      guard seen.insert(key).inserted else { continue }
      let types = table.visible(table.types[key], from: file)
      guard types.contains(where: { !$0.isExtension }) || Self.harmlessProtocols.contains(key)
      else { return false }
      for type in types {
        if type.isMainActor || type.isOnOtherActor { return false }
        keys += type.inherited.map { inherited in
          let name = inherited.nameWithoutArguments
          return resolver.path(of: name, in: type.context) ?? name
        }
      }
    }
    return true
  }

  /// Whether an enclosing closure isn't isolated to an actor either, once its own call has moved.
  private func isOffActors(formedIn closure: ClosureExprSyntax) -> Bool {
    guard let (call, _) = closure.callItIsPassedTo, let step = ExprSyntax(call).lastStep?.step
    else { return false }
    let queue = call.argument("on")?.trimmedDescription ?? ""
    let isGlobal = queue.hasPrefix(".global(") || queue.hasPrefix("DispatchQueue.global(")
    switch step.kind {
    case .function:
      return step.name == "Promise" && isGlobal
    case .member(let access, _):
      guard let base = access.base else { return false }
      switch shape(of: base).unwrapped {
      case .promise: return isGlobal
      case .array: return true
      default: return false
      }
    default: return false
    }
  }

  /// Whether a closure uses nothing that belongs to an actor, so that it can leave the actor on
  /// which it is formed.
  func isFreeOfActors(_ closure: ClosureExprSyntax) -> Bool {
    guard closure.signature?.capture == nil, closure.signature?.attributes.isEmpty ?? true else {
      return false
    }
    return NameReader.names(in: closure).allSatisfy { name in
      if name.text.hasPrefix("$") || name.text == "awaitPromise" { return true }
      let resolution = resolve(name.text, call: name.call, at: name.node)
      switch resolution.origin {
      case .local(let id): return closure.contains(id) || isSendable(resolution.shape)
      case .type, .library: return true
      case .unknown: return name.call != nil || name.text.first?.isUppercase == true
      case .member, .extendedPromise, .global: return false
      }
    }
  }

  private func isSendable(_ shape: Shape) -> Bool {
    switch shape {
    case .promise, .metatype: return true
    case .array(let inner), .optional(let inner), .dictionary(let inner): return isSendable(inner)
    case .named(let name):
      if ["Int", "String", "Double", "Bool", "Data", "URL", "Date", "UUID"].contains(name) {
        return true
      }
      let types = table.visible(table.types[name], from: file)
      let isSendable = types.contains { type in
        type.inherited.contains { $0.trimmedDescription.hasSuffix("Sendable") }
      }
      return isSendable && !types.contains { $0.isMainActor || $0.isOnOtherActor }
    default: return false
    }
  }
}
