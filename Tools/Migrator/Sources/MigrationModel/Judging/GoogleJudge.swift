// How google/promises' operators are rewritten.

import SwiftSyntax

enum GoogleJudge {
  static func judge(_ site: LinkSite) -> Verdict {
    switch site.name {
    case "then": return then(site)
    case "catch": return catching(site)
    case "always":
      return around(site, as: "finally", isGiven: false)
        ?? site.moved("finally { … }") {
          if let call = site.call { $0.rename(call, to: "finally") }
        }
    case "recover": return recover(site)
    case "validate":
      return site.facts.keepsGoogleErrors
        ? .kept(.errorOfOperator) : site.moved("validate { … }", isOperator: true)
    case "timeout": return timeout(site)
    case "delay": return pause(site, "delay(by: .seconds(…))") { $0.rename($1, to: "delay") }
    case "reduce": return GoogleReduce.judge(site)
    case "fulfill", "reject": return GooglePending.judge(site)
    case "async":
      return .rewritten("value") { if let call = site.call { $0.replaceCall(call, "value") } }
    case "cancel": return .rewritten("cancel()")
    case "asyncPromise":
      return .rewritten("the promise itself") { $0.removeMember(site.node) }
    default: return inspection(site)
    }
  }

  private static func catching(_ site: LinkSite) -> Verdict {
    settling(site, as: "catch") ?? around(site, as: "catch") ?? site.moved("catch { … }")
  }

  /// `load().then(fulfill).catch(reject)`, in the closure that makes a promise.
  private static func settling(_ site: LinkSite, as name: String) -> Verdict? {
    guard case .reference(let function) = site.handler, site.queue == nil, site.restOnlyLooks,
      let call = site.call, site.typer.settlesBody(function),
      !site.typer.isNotSendable(site.base.value)
    else { return nil }
    return .rewritten("\(name)(…)") { $0.rename(call, to: name) }
  }

  /// A closure around a function that is passed by name: `catch(show)` becomes
  /// `catch { self.show($0) }`.
  private static func around(
    _ site: LinkSite, as name: String, isOperator: Bool = false, isGiven: Bool = true
  ) -> Verdict? {
    guard case .reference(let expression) = site.handler, site.queue == nil,
      site.call?.arguments.count == 1, let call = site.call,
      !site.facts.assigns("DispatchQueue.promises"),
      let function = site.typer.functionCall(of: expression, isGiven: isGiven)
    else { return nil }
    let isOnMain = site.typer.isOnMainActor(Syntax(expression))
    if !isOnMain, !function.isSendable { return .kept(.notSendable) }
    return .rewritten("\(name) { … }") { edits in
      if isOperator, site.isUnusedOperator { edits.begin("_ = ", before: site.node) }
      edits.wrap(
        expression, of: call, " \(function.text) ", isOnMain ? nil : "@MainActor", name, nil)
    }
  }

  /// `then(load)`, if the source says what the function returns.
  private static func then(_ function: ExprSyntax, _ site: LinkSite) -> Verdict {
    let result = site.typer.result(ofPassed: function, given: site.base.value)
    if site.typer.passesHeldFunction(site) { return .kept(.functionReference) }
    if let settling = settling(site, as: "done") { return settling }
    if site.typer.isNotSendable(site.base.value) || site.typer.isNotSendable(site.result.value) {
      return .kept(.notSendable)
    }
    let name: String
    switch result {
    case .promise(.googlePromise, _): name = "then"
    case .void where site.restOnlyLooks: name = "done"
    case .void where site.base.value != .void: return .kept(.keptValue)
    case _
    where result.isKnown && result.promiseInside == nil
      && !site.typer.isError(result.unwrapped):
      name = "map"
    default: return .kept(.functionReference)
    }
    return around(site, as: name, isOperator: name != "done") ?? .kept(.functionReference)
  }

  private static func then(_ site: LinkSite) -> Verdict {
    if case .reference(let function) = site.handler { return then(function, site) }
    guard let closure = site.closure else { return .kept(.functionReference) }
    let result = site.typer.result(of: closure)
    // An optional promise is a value.
    if result.promiseInside != nil, closure.results.contains(where: \.isOptionalChain) {
      return .kept(.closureResult)
    }
    if case .promise(let type, _) = result, type.library == .google {
      return site.moved("then { … }", isOperator: true, asyncForm: ".async")
    }
    // google/promises rejects a promise whose closure returns an error.
    guard result.promiseInside == nil, !site.typer.givesError(closure) else {
      return .kept(.closureResult)
    }
    let isKnown = result.isKnown || closure.decodes(site.typer)
    if !isKnown, site.typer.mayReturnPromise(closure) { return .kept(.closureResult) }
    func renamed(_ name: String, _ text: String, keeping kept: KeptValue? = nil) -> Verdict {
      site.moved(text, isOperator: name == "map", asyncForm: name == "map" ? ".async" : nil) {
        edits in
        if let call = site.call { edits.rename(call, to: name) }
        if let kept { edits.keep(kept, in: closure) }
      }
    }
    if !isKnown {
      // Either it doesn't matter whether the closure returns a value, or its context reveals it.
      if site.restOnlyLooks { return renamed("done", "done { … }") }
      let expected = site.typer.expectedValue(of: site.node)
      let isTold =
        expected == .void
        || (expected.isKnown && site.base.value.isKnown && !expected.mayBe(site.base.value))
      return isTold ? renamed("map", "map { … }") : .kept(.closureResult)
    }
    guard result == .void else { return renamed("map", "map { … }") }
    if site.restOnlyLooks { return renamed("done", "done { … }") }
    let expected = site.typer.expectedValue(of: site.node)
    if closure.statements.onlyThrows, expected.isKnown { return renamed("map", "map { … }") }
    if [site.base.value, site.result.value, expected].contains(.void) {
      return renamed("map", "map { … }")
    }
    guard let kept = closure.keptValue(site.base.value, site.typer), !site.isToldBehind(closure)
    else { return .kept(.keptValue) }
    return renamed("map", "map { …; return \(kept.name) }", keeping: kept)
  }

  private static func recover(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    let result = site.typer.result(of: closure)
    if case .promise(let type, _) = result, type.library == .google {
      return site.moved(
        "recover(.promise) { … }", isOperator: true, form: ".promise",
        asyncForm: ".async, .promise")
    }
    if site.typer.givesError(closure) { return .kept(.closureResult) }
    let isMember = closure.onlyExpression.map { isMemberOfValue($0, site) } ?? false
    let isValue = isMember || (result.isKnown && result.promiseInside == nil)
    return isValue
      ? site.moved("recover { … }", isOperator: true, asyncForm: ".async") : .kept(.closureResult)
  }

  /// `.placeholder` is a member of the value's type if promises have no member of that name.
  private static func isMemberOfValue(_ expression: ExprSyntax, _ site: LinkSite) -> Bool {
    guard let name = expression.implicitMemberName, !["pending", "init"].contains(name) else {
      return false
    }
    let call = expression.as(FunctionCallExprSyntax.self)
    return site.typer.declaredMembers(name, call, on: site.base, isStatic: true).isEmpty
  }

  // MARK: Time

  private static func timeout(_ site: LinkSite) -> Verdict {
    if site.facts.keepsGoogleErrors { return .kept(.errorOfOperator) }
    if GoogleCancels.mayReach(site.node, site.facts) { return .kept(.timeoutStopsWork) }
    return pause(site, "shielded().timeout(after: .seconds(…))", label: "after") {
      $0.rename($1, to: "shielded().timeout")
    }
  }

  /// Nothing runs on the queue of these operators.
  private static func pause(
    _ site: LinkSite, _ text: String, label: String = "by",
    _ rename: (inout Edits, FunctionCallExprSyntax) -> Void
  ) -> Verdict {
    guard let call = site.call,
      let limit = call.arguments.first(where: { $0.label == nil }), limit.expression.isFinite
    else { return .kept(.timeInterval) }
    return .rewritten(text) { edits in
      edits.removeQueue(of: call)
      rename(&edits, call)
      edits.insert("\(label): .seconds(", before: limit.expression)
      edits.insert(")", after: limit.expression)
      if site.isUnusedOperator { edits.begin("_ = ", before: site.node) }
    }
  }

  // MARK: Inspection

  /// Inspects `resultIfSettled`, which is an outcome or nil.
  private static func inspection(_ site: LinkSite) -> Verdict {
    guard let access = site.node.as(MemberAccessExprSyntax.self), let base = access.base else {
      return .kept(.inspection)
    }
    func look(_ opening: String, _ closing: String) -> Verdict {
      .rewritten("resultIfSettled") { edits in
        edits.insert(opening, before: base)
        edits.replace(access.declName, with: "resultIfSettled\(closing)")
      }
    }
    if site.base.promiseType == .stayingGooglePromise { return .kept(.inspection) }
    if site.node.isOptionalChain {
      return site.name == "isPending"
        ? .looking(inOptional: access, "$0.resultIfSettled == nil") : .kept(.inspection)
    }
    switch site.name {
    case "value":
      // In google/promises, `nil` isn't a value.
      switch site.base.value {
      case .unknown, .optional: return .kept(.inspection)
      default: return look("(try? ", "?.get())")
      }
    case "error":
      return look(
        "(",
        ".flatMap { outcome -> (any Error)? in "
          + "if case .failure(let error) = outcome { error } else { nil } })")
    case "isPending": return look("(", " == nil)")
    case "isFulfilled": return look("((try? ", "?.get()) != nil)")
    case "isRejected":
      return look(
        "(", ".map { if case .failure = $0 { true } else { false } } ?? false)")
    default: return .kept(.inspection)
    }
  }
}

extension Typer {
  private static let plainFunctions: Set<String> = [
    "print", "debugPrint", "dump", "NSLog", "os_log", "assert", "precondition", "XCTFail",
    "XCTAssert", "XCTAssertEqual", "XCTAssertNotEqual", "XCTAssertTrue", "XCTAssertFalse",
    "XCTAssertNil", "XCTAssertNotNil", "String", "Int", "Double", "Set", "Array", "Dictionary",
  ]

  /// Whether a closure's unknown result may be a promise: it calls or reads something with the name
  /// of a function or property that returns one.
  fileprivate func mayReturnPromise(_ closure: ClosureExprSyntax) -> Bool {
    let results = closure.onlyExpression.map { [$0] } ?? closure.statements.returnedExpressions
    return results.contains { result in
      var expression = result
      while let attempt = expression.as(TryExprSyntax.self) { expression = attempt.expression }
      if expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self) { return true }
      if expression.is(SequenceExprSyntax.self) {
        return expression.tokens(viewMode: .sourceAccurate).contains { token in
          table.promiseNames.contains(token.identifierText)
        }
      }
      guard let step = expression.lastStep?.step, let name = step.name else { return false }
      if case .function = step.kind { return !Self.plainFunctions.contains(name) }
      return table.promiseNames.contains(name)
        || libraries.contains { library in
          LibraryOperator.named(name, in: library) != nil
        }
    }
  }
}

extension Facts {
  /// Whether code inspects errors from operators in a way that has no equivalent.
  var keepsGoogleErrors: Bool {
    guard mentions.contains("PromiseError") else { return false }
    return mentions.contains(GoogleErrors.keptMention)
      || !googleMentions.limited.isDisjoint(with: cancelOrigins)
  }
}

extension ExprSyntax {
  /// Whether a time, as written, is a finite number of seconds.
  fileprivate var isFinite: Bool {
    !["infinity", "greatestFiniteMagnitude", "nan"].contains { trimmedDescription.contains($0) }
  }
}

extension ClosureExprSyntax {
  /// Whether the closure only decodes or encodes something with Foundation.
  fileprivate func decodes(_ typer: Typer) -> Bool {
    var expression = onlyExpression
    while let attempt = expression?.as(TryExprSyntax.self) { expression = attempt.expression }
    guard let (step, base) = expression?.lastStep, let base, let call = step.call,
      ["decode", "encode"].contains(step.name),
      case .named(let name) = typer.shape(of: base),
      ["JSONDecoder", "JSONEncoder", "PropertyListDecoder", "PropertyListEncoder"].contains(name)
    else { return false }
    return typer.declaredMembers(step.name ?? "", call, on: .named(name), isStatic: nil).isEmpty
  }
}

extension Shape {
  /// Whether it is the same value. Several promises of one type give a tuple or an array.
  fileprivate func mayBe(_ other: Shape) -> Bool {
    if case .array = self, case .tuple = other { return true }
    return self == other
  }
}
