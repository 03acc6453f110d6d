// Where a chain keeps links of another library, it crosses to that library's facade before them and
// back after them.

import SwiftSyntax

/// The edits that take a chain to the facade and back, around a head and links that are kept.
struct Bridge {
  let library: Library
  let typer: Typer
  var edits = Edits()
  /// Whether the chain still uses the other library.
  private(set) var isUsed = false
  /// Whether a part of the chain becomes this library's.
  var moves = false
  /// The number of conversions.
  var crossings = 0
  /// Whether the rewrite would mean something else, or not compile.
  var isHazard = false
  /// Whether the chain has crossed to the facade at this point.
  private var isAcross = false
  private var last: (node: ExprSyntax, result: Shape)?
  /// The last link that moved, if it may run on any thread.
  private var free: LinkSite?
  /// Whether there is only a pause so far, which either library has.
  private var isPause = false

  init(_ library: Library, _ typer: Typer) {
    self.library = library
    self.typer = typer
  }

  mutating func head(_ step: PostfixStep, _ shape: Shape, _ verdict: Verdict?) {
    last = (step.node, shape)
    defer {
      edits.enclose(step.node)
      stay(step.node)
    }
    let isStaying = shape.promiseType == .stayingGooglePromise && !typer.stays(step.node)
    if isStaying || verdict == nil && typer.isHeld(step) {
      (isAcross, isUsed) = (true, true)
      if isStaying, case .implicit = step.kind, typer.destination(of: step.node) == .moved {
        edits.insert(library.facadePromise, before: step.node)
      }
      if !isStaying { takeAcross(heldStep: step) }
      return
    }
    switch verdict {
    case nil:
      // This library can't have a promise of this value, so the promise remains the facade's.
      if typer.isNotSendable(shape.value) {
        (isAcross, isUsed) = (true, true)
      } else {
        moves = true
      }
    case .rewritten(let rewrite):
      moves = true
      edits.add(rewrite.edits)
      isUsed = isUsed || rewrite.needsLibrary
      isPause = library == .promiseKit && step.name == "after"
    case .kept(let reason):
      isUsed = true
      let implicit = step.call?.calledExpression.as(MemberAccessExprSyntax.self)
      if reason == .resolverShape, let implicit, implicit.base == nil {
        // `.init { … }` would mean this library's promise.
        let type = shape.promiseType == .guarantee ? "\(library.facade).Guarantee" : nil
        edits.replace(implicit, with: type ?? library.facadePromise)
        isAcross = true
        return
      }
      let isMade = reason == .resolverShape && step.call?.makesPromise == true
      guard reason.canCross || isMade else { return }
      isAcross = true
      guard let call = step.call else { return }
      let isNamed = call.firstToken(viewMode: .sourceAccurate)?.text == "Promise"
      if call.isNamedPromise || isMade || isNamed {
        edits.insert("\(library.facade).", before: call)
      }
      if reason == .ownExtension {
        takeAcross(heldCall: call)
      } else {
        takeAcross(argumentsOf: call)
      }
    }
  }

  /// Adds the edits of a link.
  mutating func link(_ site: LinkSite, _ verdict: Verdict) {
    if isPause, verdict.reason?.canCross == true {
      // It stays with the link.
      (edits, moves, isAcross) = (.none, false, true)
    }
    isPause = false
    let before = edits
    edits = .none
    defer {
      // The text of a link encloses everything before it.
      edits.enclose(site.node)
      let added = edits
      edits = before
      edits.add(around: added)
    }
    if site.base.promiseType == .thenable, let last, last.node.is(DeclReferenceExprSyntax.self) {
      // A parameter of a generic type isn't a promise itself, but has a `promise` property.
      edits.wrap(last.node, "", ".promise")
    }
    switch verdict {
    case .rewritten(let rewrite):
      // The result of PromiseKit's `catch` can't cross back.
      if isAcross, site.base == .finalizer { break }
      moves = true
      isHazard = isHazard || library != .promiseKit && typer.passesHeldFunction(site)
      comeBack()
      edits.add(rewrite.edits)
      edits.add(site.resultEdits)
      isUsed = isUsed || rewrite.needsLibrary
      free = rewrite.edits.namesActor ? nil : site
      // An extension that moves may give a promise that stays.
      if site.result.promiseType == .stayingGooglePromise, !typer.stays(site.node) {
        (isAcross, isUsed) = (true, true)
      }
    case .kept(let reason):
      isUsed = true
      if reason.isInline, !isAcross { keepThread() }
      free = nil
      let isAdded = reason == .unknownCall && site.name != "init"
      isHazard =
        isHazard || isAdded || reason == .inspection || typer.mayReturnMovedPromise(site)
        // A promise in the value is the facade's, too.
        || !site.isLast && site.result.value.promiseInside?.library == library
      guard reason.canCross else { break }
      if !isAcross { goAcross(before: site) }
      isAcross = true
      guard let call = site.call else { break }
      if reason == .ownExtension, typer.calledMembers(call).contains(where: typer.isHeld) {
        takeAcross(heldCall: call)
      } else {
        takeAcross(argumentsOf: call)
      }
    }
    last = (site.node, site.result)
    stay(site.node)
  }

  /// Lets a link run on the main actor, because the next one runs wherever that settles.
  private mutating func keepThread() {
    guard let free else { return }
    if let closure = free.closure {
      edits.mark(closure, "@MainActor")
    } else {
      isHazard = true
    }
  }

  /// Continues after a `?`, a `!` or a subscript.
  mutating func pass(_ node: ExprSyntax, _ result: Shape) { last = (node, result) }

  /// Makes a promise google/promises' where it is made, because that is what must stay.
  private mutating func stay(_ node: ExprSyntax) {
    guard typer.stays(node), !isAcross else { return }
    edits.wrap(node, "\(library.facadePromise)(", ")", isOutside: true)
    (isAcross, isUsed) = (true, true)
  }

  /// Ends the chain.
  mutating func end(isUnused: Bool) {
    let before = edits
    edits = .none
    let isHandedOn = last.map { typer.notes.handedAcross.contains($0.node.id) } ?? false
    let destination = last.map { typer.destination(of: $0.node) } ?? .either
    let isStaying = last?.result.promiseType == .stayingGooglePromise
    if destination == .staying {
      goAcrossAtEnd()
    } else if !isUnused, !isHandedOn, !isStaying || destination == .moved {
      comeBack()
    }
    let added = edits
    edits = before
    edits.add(around: added)
    edits.nest()
  }

  private mutating func goAcrossAtEnd() {
    guard !isAcross, let last, last.result.promiseType?.library == library else { return }
    crossings += 1
    // If it is stored, it stays from the next analysis on.
    typer.stay(stored: last.node)
    if case .optional = last.result {
      edits.wrap(last.node, "", ".map { \(library.facadePromise)($0) }", isOutside: true)
    } else {
      edits.wrap(last.node, "\(library.facadePromise)(", ")", isOutside: true)
    }
    isUsed = true
  }

  private mutating func comeBack() {
    guard isAcross, let last, last.result.promiseType != nil else { return }
    if typer.isNotSendable(last.result.value) { return }
    crossings += 1
    let isOptional = if case .optional = last.result { true } else { false }
    edits.wrap(last.node, "", isOptional ? "?.asyncPromise" : ".asyncPromise", isOutside: true)
    (isAcross, moves) = (false, true)
  }

  private mutating func goAcross(before site: LinkSite) {
    crossings += 1
    let callee = site.call?.calledExpression.as(DeclReferenceExprSyntax.self)
    guard let last, last.node.id != site.node.id, callee == nil else {
      // The link is in an extension of the promise, and has no explicit `self`.
      return edits.insert("\(library.facadePromise)(self).", before: site.node)
    }
    if let part = facadePart(of: last.node) {
      crossings -= 1
      typer.notes.handedAcross.insert(part.id)
      return
    }
    // The link is skipped if there is no promise; the conversion isn't.
    isHazard = isHazard || last.node.isOptionalChain
    let end = site.base == .finalizer ? ".catch(policy: .allErrors) { _ in }" : ""
    edits.wrap(last.node, "\(library.facadePromise)(", ")\(end)", isOutside: true)
  }
}

extension Edits {
  /// Whether a closure is marked with where it runs.
  fileprivate var namesActor: Bool {
    list.contains { $0.text.contains("@MainActor") || $0.text.contains("@concurrent") }
  }
}
