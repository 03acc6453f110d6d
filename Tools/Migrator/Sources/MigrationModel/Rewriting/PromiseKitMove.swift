// How PromiseKit's vocabulary outside chains is rewritten: resolvers and errors.

import SwiftSyntax

enum PromiseKitMove {
  static func move(_ file: MovingFile) -> FileMove {
    let types = PromiseKitTypes(file)
    types.walk(file.source.tree)
    let visitor = PromiseKitVisitor(file, types.move)
    visitor.walk(file.source.tree)
    return visitor.move
  }

  /// Names that only the facade has.
  static let otherNames: Set<String> = [
    "PMKError", "CancellableError", "CatchPolicy", "LogEvent", "PMKConfiguration",
    "PMKNamespacer", "Cancellable", "CancellablePromise", "Result",
  ]
}

private final class PromiseKitVisitor: SyntaxVisitor {
  var move: FileMove
  private let file: MovingFile
  private var typer: Typer { file.typer }

  init(_ file: MovingFile, _ move: FileMove) {
    (self.file, self.move) = (file, move)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Expressions

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let guarantees = node.awaitsGuarantees.filter { call in
      guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base else {
        return false
      }
      return typer.shape(of: base).promiseType?.library == .promiseKit
    }
    if !guarantees.isEmpty, let async = node.signature.effectSpecifiers?.asyncSpecifier {
      move.edits.insert(" throws", after: async)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.identifierText
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    if access?.declName.id == node.id { return .skipChildren }
    if name == "T", typer.isValueOfPromise(Syntax(node)) {
      move.edits.replace(node.baseName, with: "Value")
    } else if name == "PMKError", access?.declName.baseName.text == "cancelled", let access {
      cancelled(access)
    } else if PromiseKitMove.otherNames.contains(name) || name == "conf",
      typer.resolve(name, at: node).isUnknown
    {
      move.needsLibrary = true
    } else if name == "PromiseKit", access != nil {
      qualified(node, access)
    }
    return .skipChildren
  }

  /// `error as? PMKError`, which may be meant to find cancellations.
  override func visit(_ node: TypeExprSyntax) -> SyntaxVisitorContinueKind {
    if node.type.nameWithoutArguments == "PMKError" {
      move.kept.append(
        Kept(place: file.source.place(of: node), name: "PMKError", reason: .cancellationType))
    }
    return .visitChildren
  }

  private func cancelled(_ access: MemberAccessExprSyntax) {
    // The error stays if the body around it does.
    if typer.notes.isInKeptClosure(Syntax(access)) {
      move.needsLibrary = true
      return
    }
    move.moves = true
    guard let pattern = access.parent?.as(ExpressionPatternSyntax.self) else {
      return move.edits.replace(access, with: "CancellationError()")
    }
    guard file.facts.keepsCancellations else {
      return move.edits.replace(access, with: "is CancellationError")
    }
    // What stays cancels with the one error, and what moves with the other.
    move.needsLibrary = true
    let canBeListed =
      pattern.parent?.as(SwitchCaseItemSyntax.self).map { $0.whereClause == nil }
      ?? pattern.parent?.as(CatchItemSyntax.self).map { $0.whereClause == nil }
    if canBeListed == true {
      move.edits.insert(", is CancellationError", after: access)
    } else {
      move.hazards.append(access.offset)
    }
  }

  /// A name that is qualified with the module and isn't a promise remains the facade's.
  private func qualified(_ node: DeclReferenceExprSyntax, _ access: MemberAccessExprSyntax?) {
    guard let name = access?.declName.baseName.text,
      Library.promiseKit.exportedType(name) == nil,
      !["firstly", "when", "race", "after"].contains(name)
    else { return }
    move.needsLibrary = true
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.declName.baseName.text == "isCancelled", let base = node.base else {
      return .visitChildren
    }
    let shape = typer.shape(of: base)
    if shape.promiseType != nil { return .visitChildren }
    guard shape == .named("Error"), !file.facts.hasOtherCancellations else {
      move.needsLibrary = move.needsLibrary || shape.unwrapped == .named("Error")
      return .visitChildren
    }
    move.moves = true
    let isBare =
      node.parent?.is(ConditionElementSyntax.self) == true
      || node.parent?.is(LabeledExprSyntax.self) == true
    if !isBare { move.edits.insert("(", before: node) }
    move.edits.replace(
      from: base.endPositionBeforeTrailingTrivia, to: node.endPositionBeforeTrailingTrivia,
      with: " is CancellationError\(isBare ? "" : ")")")
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    move.edits.compareAsValues(node, typer, .promiseKit)
    return .visitChildren
  }

  // MARK: Resolvers

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calledName?.name == "hang", let promise = node.arguments.first?.expression,
      typer.shape(of: promise).promiseType?.library == .promiseKit
    {
      move.edits.insert("PromiseKitCompat.Promise(", before: promise)
      move.edits.insert(")", after: promise)
      move.needsLibrary = true
      move.kept.append(
        Kept(place: file.source.place(of: node), name: "hang", reason: .blockingWait))
      return .visitChildren
    }
    if passesKeptResolver(node) {
      move.hazards.append(node.offset)
    }
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      case .resolver(.promiseKit, _)? = access.base.map({ typer.shape(of: $0).unwrapped }),
      ["resolve", "fulfill_"].contains(access.declName.baseName.text), isMoved(access),
      !typer.isOwnMember(access, node)
    else { return .visitChildren }
    if let rewrite = PromiseKitResolver.edits(of: node, access, typer) {
      add(rewrite)
    } else {
      keep(access)
    }
    return .visitChildren
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    guard let access = node.expression.as(MemberAccessExprSyntax.self),
      ["resolve", "fulfill", "reject", "fulfill_"].contains(access.declName.baseName.text),
      case .resolver(.promiseKit, _)? = access.base.map({ typer.shape(of: $0).unwrapped }),
      isMoved(access), !typer.isOwnMember(access, nil)
    else { return .visitChildren }
    if node.parent?.parent?.as(FunctionCallExprSyntax.self)?.pipedResolver(typer) != nil {
      return .visitChildren
    }
    if let rewrite = PromiseKitResolver.edits(passing: access, typer) {
      add(rewrite)
    } else if access.declName.baseName.text.hasPrefix("resolve") {
      keep(access)
    }
    return .visitChildren
  }

  /// Whether a resolver that stays is passed to a closure, which takes this library's.
  private func passesKeptResolver(_ call: FunctionCallExprSyntax) -> Bool {
    guard let name = call.calledName?.name,
      case .local = typer.resolve(name, call: call, at: call).origin
    else { return false }
    return call.arguments.contains { argument in
      guard let reference = argument.expression.as(DeclReferenceExprSyntax.self),
        case .resolver(.promiseKit, _) = typer.shape(of: argument.expression)
      else { return false }
      return !isMoved(reference, at: Syntax(reference))
    }
  }

  private func add(_ rewrite: Rewrite) {
    move.edits.add(rewrite.edits)
    move.needsLibrary = move.needsLibrary || rewrite.needsLibrary
  }

  private func keep(_ access: MemberAccessExprSyntax) {
    let resolver = access.base.map { typer.shape(of: $0) } ?? .unknown
    if !typer.isNotSendable(resolver.settledValue) {
      move.hazards.append(access.offset)
    }
    move.kept.append(
      Kept(
        place: file.source.place(of: access.declName), name: access.declName.baseName.text,
        reason: .resolverShape))
  }

  /// Whether the resolver is now one of this library's. In a body that is kept, it isn't.
  private func isMoved(_ access: MemberAccessExprSyntax) -> Bool {
    access.base?.as(DeclReferenceExprSyntax.self).map { isMoved($0, at: Syntax(access)) } ?? true
  }

  private func isMoved(_ name: DeclReferenceExprSyntax, at use: Syntax) -> Bool {
    guard case .local(let id) = typer.resolve(name.baseName.identifierText, at: name).origin
    else { return true }
    var current = use.parent
    while let here = current, here.id != id { current = here.parent }
    guard let closure = current?.as(ClosureExprSyntax.self),
      let (call, _) = closure.callItIsPassedTo
    else { return true }
    // Other functions than the library's take this library's resolver.
    guard let type = typer.shape(of: ExprSyntax(call)).promiseType,
      typer.calledMembers(call).isEmpty
    else { return true }
    let verdict = PromiseKitJudge.judge(initializer: call, of: type, typer, file.facts)
    return verdict.rewrite?.text == "Promise { … }"
  }
}

extension Resolution {
  fileprivate var isUnknown: Bool { origin == .unknown || origin == .type }
}
