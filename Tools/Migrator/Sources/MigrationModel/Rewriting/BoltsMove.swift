// How Bolts' vocabulary outside chains is rewritten: types, completion sources, errors.

import SwiftSyntax

enum BoltsMove {
  static func move(_ file: MovingFile) -> FileMove {
    let mover = BoltsMover(file)
    mover.walk(file.source.tree)
    return mover.move
  }
}

private final class BoltsMover: SyntaxVisitor {
  private(set) var move = FileMove()
  private let typer: Typer
  private var generics = SendableGenerics()

  /// The static members of `Task` that make a task.
  private static let making: Set<String> = [
    "init", "cancelledTask", "withDelay", "whenAny", "whenAll", "whenAllResult", "execute",
    "executeWithTask",
  ]
  /// Names that only the facade has.
  private static let remaining: Set<String> = [
    "Executor", "AggregateError", "CancellationToken", "CancellationTokenSource",
    "CancellationTokenRegistration",
  ]

  init(_ file: MovingFile) {
    typer = file.typer
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Types

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    let type = TypeSyntax(node)
    if node.name.text == "TResult", isInExtensionOfTask(Syntax(node)) {
      move.edits.replace(node.name, with: "Value")
    }
    if keeps(shape(of: type)) { return .skipChildren }
    switch shape(of: type) {
    case .promise(.task, _) where node.name.text == "Task":
      move.edits.replace(node.name, with: "Promise")
      move.moves = true
      generics.need(node.genericArgumentClause.types, at: Syntax(node), &move.edits)
    case .resolver(.bolts, _) where node.name.text == "TaskCompletionSource":
      takeApart(node.genericArgumentClause.types, of: type)
      return .skipChildren
    default: rename(node.name)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    guard typer.file.imports.library(node.baseType.trimmedDescription) == .bolts else {
      return .visitChildren
    }
    if keeps(shape(of: TypeSyntax(node))) { return .skipChildren }
    switch shape(of: TypeSyntax(node)) {
    case .promise(.task, _):
      move.edits.remove(
        from: node.baseType.positionAfterSkippingLeadingTrivia,
        to: node.name.positionAfterSkippingLeadingTrivia)
      move.edits.replace(node.name, with: "Promise")
      move.moves = true
      generics.need(node.genericArgumentClause.types, at: Syntax(node), &move.edits)
    case .resolver(.bolts, _):
      takeApart(node.genericArgumentClause.types, of: TypeSyntax(node))
      return .skipChildren
    default: rename(node.name, in: node.baseType)
    }
    if let clause = node.genericArgumentClause { walk(clause) }
    return .skipChildren
  }

  /// Replaces a completion source with a promise and its resolver.
  private func takeApart(_ arguments: [TypeSyntax], of type: TypeSyntax) {
    guard let value = arguments.first else { return }
    move.moves = true
    generics.need(arguments, at: Syntax(type), &move.edits)
    // The whole type is replaced here, so no other rewrite can change the argument.
    let hasPromise = shape(of: value).promiseInside != nil
    let isInExtension = isInExtensionOfTask(Syntax(type))
    let name = value.trimmed.tokens(viewMode: .sourceAccurate).map { token in
      switch token.text {
      case "Task" where hasPromise: token.with(\.tokenKind, .identifier("Promise")).description
      case "TResult" where isInExtension: token.with(\.tokenKind, .identifier("Value")).description
      default: token.description
      }
    }.joined()
    move.edits.replace(type, with: Self.pair(of: name))
  }

  private static func pair(of value: String) -> String {
    "(promise: Promise<\(value)>, resolver: Resolver<\(value)>)"
  }

  private func keeps(_ shape: Shape) -> Bool {
    let stays = typer.staysBolts(shape)
    move.needsLibrary = move.needsLibrary || stays
    return stays
  }

  private func shape(of type: TypeSyntax) -> Shape {
    typer.resolver.shape(of: type, in: typer.context(of: Syntax(type)))
  }

  private func isInExtensionOfTask(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let here = current {
      if here.is(ExtensionDeclSyntax.self) {
        return typer.ownerShape(of: here).promiseType == .task
      }
      if here.isProtocol((any DeclGroupSyntax).self) { return false }
      current = here.parent
    }
    return false
  }

  // Closures that the facade calls, or code that stays, keep their signatures.
  override func visit(_ node: ClosureSignatureSyntax) -> SyntaxVisitorContinueKind {
    guard let closure = node.parent?.as(ClosureExprSyntax.self) else { return .visitChildren }
    func isHeld(_ call: FunctionCallExprSyntax) -> Bool {
      typer.calledMembers(call).contains(where: typer.isHeld)
    }
    if typer.notes.keptClosures.contains(closure.id)
      || closure.callItIsPassedTo.map({ isHeld($0.call) }) == true
    {
      // The value of the extended promise has another name.
      for token in node.tokens(viewMode: .sourceAccurate)
      where token.text == "TResult" && isInExtensionOfTask(Syntax(node)) {
        move.edits.replace(token, with: "Value")
      }
      return .skipChildren
    }
    guard typer.notes.outcomeClosures.contains(closure.id) else { return .visitChildren }
    if let result = node.returnClause { walk(result) }
    return .skipChildren
  }

  // MARK: Names

  /// Renames an error that this library has, too, and notes a name that only the facade has.
  private func rename(_ name: TokenSyntax, in module: TypeSyntax? = nil) {
    let text = name.text
    guard text == "CancelledError" || Self.remaining.contains(text),
      module != nil || isForeign(text, Syntax(name))
    else { return }
    guard text == "CancelledError" else {
      move.needsLibrary = true
      return
    }
    move.moves = true
    if let module {
      move.edits.remove(
        from: module.positionAfterSkippingLeadingTrivia,
        to: name.positionAfterSkippingLeadingTrivia)
    }
    move.edits.replace(name, with: "CancellationError")
  }

  private func isForeign(_ name: String, _ node: Syntax) -> Bool {
    typer.resolver.path(of: name, in: typer.context(of: node)) == nil
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      return .visitChildren
    }
    reference(node.baseName, of: ExprSyntax(node))
    return .visitChildren
  }

  /// Rewrites a name that is unqualified, or qualified with the module.
  private func reference(_ name: TokenSyntax, of whole: ExprSyntax) {
    let isQualified = whole.is(MemberAccessExprSyntax.self)
    guard isQualified || isForeign(name.text, Syntax(name)) else { return }
    switch name.identifierText {
    case "Task":
      guard isQualified || typer.resolve("Task", at: whole).shape.isTaskType,
        !isLeft(whole)
      else { return }
      move.edits.replace(whole, with: "Promise")
    case "TaskCompletionSource":
      let special = whole.parent?.as(GenericSpecializationExprSyntax.self)
      let callee = special.map { ExprSyntax($0) } ?? whole
      let call = callee.parent?.as(FunctionCallExprSyntax.self)
      let made = call.map { typer.shape(of: ExprSyntax($0)) } ?? .resolver(.bolts, .unknown)
      if keeps(made) { return }
      let arguments = (special?.genericArgumentClause).types
      generics.need(arguments, at: Syntax(whole), &move.edits)
      if let special, call == nil, let value = arguments.first?.trimmedDescription {
        // `[TaskCompletionSource<Int>]()`
        return move.edits.replace(special, with: Self.pair(of: value))
      }
      move.edits.replace(whole, with: "Promise")
      guard callee.parent?.is(FunctionCallExprSyntax.self) == true else { return }
      move.edits.insert(".pending", after: callee)
    case "CancelledError":
      move.moves = true
      move.edits.replace(whole, with: "CancellationError")
    case let text where Self.remaining.contains(text): move.needsLibrary = true
    case "result", "error", "faulted", "cancelled", "completed": look(name, at: whole)
    case let text where text.first?.isUppercase == true: makeSource(text, whole)
    default: break
    }
  }

  /// `Source<Int>()`, where `Source` is an alias of a completion source.
  private func makeSource(_ alias: String, _ whole: ExprSyntax) {
    let special = whole.parent?.as(GenericSpecializationExprSyntax.self)
    let callee = special.map { ExprSyntax($0) } ?? whole
    guard let call = callee.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == callee.id, let type = typer.aliasedSource(alias, at: whole),
      !keeps(typer.shape(of: ExprSyntax(call)))
    else { return }
    let value = special == nil ? type.genericArgumentClause.types.first?.trimmedDescription : nil
    move.edits.replace(whole, with: value.map { "Promise<\($0)>" } ?? "Promise")
    move.edits.insert(".pending", after: callee)
  }

  /// Rewrites an inspection of `self` in an extension of `Task`.
  private func look(_ name: TokenSyntax, at whole: ExprSyntax) {
    guard typer.resolve(name.text, at: whole).origin == .unknown,
      isInExtensionOfTask(Syntax(name))
    else { return }
    switch name.text {
    case "completed": move.edits.replace(whole, with: "(resultIfSettled != nil)")
    case "faulted", "cancelled":
      move.edits.replace(whole, with: "(resultIfSettled?.\(name.text) == true)")
    default: move.edits.replace(whole, with: "resultIfSettled?.\(name.text)")
    }
    move.edits.look(name.text)
  }

  /// Whether the facade's type stays, or is removed completely.
  private func isLeft(_ type: ExprSyntax) -> Bool {
    var callee = type
    if let special = type.parent?.as(GenericSpecializationExprSyntax.self) {
      callee = ExprSyntax(special)
      generics.need(Optional(special.genericArgumentClause).types, at: Syntax(type), &move.edits)
    }
    if let member = callee.parent?.as(MemberAccessExprSyntax.self),
      member.base?.id == callee.id, Self.making.contains(member.declName.baseName.text)
    {
      callee = ExprSyntax(member)
      guard member.parent?.is(FunctionCallExprSyntax.self) == true else {
        keep(member, .functionReference)
        return true
      }
    }
    if let held = callee.parent?.parent?.as(FunctionCallExprSyntax.self),
      typer.calledMembers(held).contains(where: { $0.isStatic && typer.isHeld($0) })
    {
      move.needsLibrary = true
      return true
    }
    guard let call = callee.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == callee.id
    else { return false }
    let isMoved = typer.notes.movedHeads.contains(call.id)
    if !isMoved { move.needsLibrary = true }
    return !isMoved || typer.notes.lostHeads.contains(call.id)
  }

  // MARK: Members

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    move.edits.compareAsValues(node, typer, .bolts)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.base else { return .visitChildren }
    if let module = base.as(DeclReferenceExprSyntax.self),
      typer.file.imports.library(module.baseName.text) == .bolts
    {
      reference(node.declName.baseName, of: ExprSyntax(node))
      return .skipChildren
    }
    if case .resolver(.bolts, let value) = typer.shape(of: base).unwrapped {
      if typer.isNotSendable(value) { return .visitChildren }
      use(of: node)
    }
    return .visitChildren
  }

  private func use(of node: MemberAccessExprSyntax) {
    if typer.keepsCompletionSources {
      move.needsLibrary = true
      if node.declName.baseName.text == "task", ExprSyntax(node).isPartOfLongerChain {
        move.hazards.append(node.offset)
      }
      if node.declName.baseName.text == "task" { move.edits.insert(".asyncPromise", after: node) }
      return
    }
    let call = node.parent?.as(FunctionCallExprSyntax.self)
    switch node.declName.baseName.text {
    case "task": move.edits.replace(node.declName, with: "promise")
    case "set", "trySet":
      guard let call, let argument = call.arguments.first else { return keep(node) }
      let name = argument.label?.text == "error" ? "reject" : "fulfill"
      move.edits.replace(node.declName, with: "resolver.\(name)")
      move.edits.removeLabel(of: argument)
    case "cancel", "tryCancel":
      guard let call else { return keep(node) }
      move.edits.replaceCall(call, "resolver.reject(CancellationError())")
    default: keep(node)
    }
  }

  private func keep(_ node: MemberAccessExprSyntax, _ reason: Reason = .completionSource) {
    move.needsLibrary = true
    move.kept.append(
      Kept(
        place: typer.file.place(of: node.declName), name: node.declName.trimmedDescription,
        reason: reason))
  }

  /// An executor that is removed is no reason to import the facade.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let first = node.arguments.first, first.label == nil,
      let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      LibraryOperator.named(member.declName.baseName.text, in: .bolts) != nil
        || Self.making.contains(member.declName.baseName.text),
      let closure = node.allArguments.last?.value.as(ClosureExprSyntax.self),
      first.expression.id != ExprSyntax(closure).id,
      !typer.notes.keptClosures.contains(closure.id),
      !Self.making.contains(member.declName.baseName.text)
        || typer.notes.movedHeads.contains(node.id)
    else {
      if node.calledExpression.trimmedDescription.hasSuffix(".whenAll")
        || node.calledExpression.trimmedDescription.hasSuffix(".whenAllResult")
      {
        move.needsLibrary = true
      }
      return .visitChildren
    }
    walk(node.calledExpression)
    for argument in node.arguments.dropFirst() { walk(argument) }
    node.trailingClosure.map { walk($0) }
    for closure in node.additionalTrailingClosures { walk(closure) }
    return .skipChildren
  }
}

extension Shape {
  fileprivate var isTaskType: Bool {
    if case .metatype(.promise(.task, _)) = self { true } else { false }
  }
}
