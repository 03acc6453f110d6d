// How google/promises' vocabulary outside chains is rewritten: types, constraints, errors, waits.

import SwiftSyntax

enum GoogleMove {
  static func move(_ file: MovingFile) -> FileMove {
    let reader = GoogleReader(file)
    reader.walk(file.source.tree)
    reader.move.edits.add(file.typer.settled.edits)
    return reader.move
  }
}

private final class GoogleReader: SyntaxVisitor {
  let file: MovingFile
  var move = FileMove()

  init(_ file: MovingFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  private func isModule(_ name: String) -> Bool { file.source.imports.library(name) == .google }

  // MARK: Types

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    let module = node.baseType.trimmedDescription
    guard isModule(module) else { return .visitChildren }
    if file.typer.stays(node) { return .visitChildren }
    if node.name.text == "Promise", keepsValue(TypeSyntax(node), node.name) {
      if module != Library.google.facade {
        move.edits.replace(node.baseType, with: Library.google.facade)
      }
      return .skipChildren
    }
    if node.name.text == "Promise" {
      move.edits.replace(node.baseType, with: "AsyncPromises")
    } else {
      move.needsLibrary = true
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    switch node.name.text {
    case "Promise" where keepsValue(TypeSyntax(node), node.name):
      move.edits.insert("GooglePromisesCompat.", before: node)
      return .skipChildren
    case "Maybe": move.needsLibrary = true
    case "PromiseError":
      move.needsLibrary = true
      move.edits.insert("GooglePromisesCompat.", before: node)
    default: break
    }
    return .visitChildren
  }

  /// Whether a promise stays the facade's, because its value isn't `Sendable`.
  private func keepsValue(_ node: TypeSyntax, _ name: TokenSyntax) -> Bool {
    let shape = file.typer.resolver.shape(of: node, in: file.typer.context(of: Syntax(node)))
    guard shape.promiseType == .googlePromise,
      let type = file.typer.notSendable(in: shape.value)
    else {
      move.moves = move.moves || shape.promiseType == .googlePromise
      return false
    }
    move.needsLibrary = true
    move.kept.append(
      Kept(
        place: file.source.place(of: name), name: name.text, reason: .notSendable,
        obstacle: .value(type: type)))
    return true
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    makeSendable(node.genericParameterClause, in: node)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    makeSendable(node.genericParameterClause, in: node)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    makeSendable(node.genericParameterClause, in: node)
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let values = PromisedNames.find(in: node)
    for member in node.memberBlock.members {
      guard let type = member.decl.as(AssociatedTypeDeclSyntax.self),
        values.contains(type.name.text)
      else { continue }
      if let inherited = type.inheritanceClause {
        guard !inherited.trimmedDescription.contains("Sendable") else { continue }
        move.edits.insert(", Sendable", after: inherited)
      } else {
        move.edits.insert(": Sendable", after: type.name)
      }
    }
    return .visitChildren
  }

  /// In this library, the value of a promise must be `Sendable`.
  private func makeSendable(
    _ clause: GenericParameterClauseSyntax?, in declaration: some SyntaxProtocol
  ) {
    guard let clause else { return }
    let values = PromisedNames.find(in: declaration)
    for parameter in clause.parameters where values.contains(parameter.name.text) {
      guard parameter.specifier == nil,
        parameter.inheritedType?.trimmedDescription.contains("Sendable") != true
      else { continue }
      if let type = parameter.inheritedType {
        move.edits.insert(" & Sendable", after: type)
      } else {
        move.edits.insert(": Sendable", after: parameter.name)
      }
    }
  }

  // MARK: Names

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard file.typer.stays(node) else { return .visitChildren }
    move.frozen.append(
      node.memberBlock.position.utf8Offset..<node.memberBlock.endPosition.utf8Offset)
    return .skipChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    move.edits.compareAsValues(node, file.typer, .google)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let base = node.base?.trimmedDescription ?? ""
    if isModule(base), node.declName.baseName.text == "Promise", !isLeft(node),
      let base = node.base
    {
      move.edits.replace(base, with: "AsyncPromises")
    }
    if base == "DispatchQueue", node.declName.baseName.text == "promises" {
      keep(node, "DispatchQueue.promises", .configuredQueue)
    }
    return .visitChildren
  }

  /// Whether the member makes a promise that is kept, or that already is one of this library's.
  private func isLeft(_ node: MemberAccessExprSyntax) -> Bool {
    var callee = ExprSyntax(node)
    if let special = node.parent?.as(GenericSpecializationExprSyntax.self) {
      callee = ExprSyntax(special)
    }
    guard let call = callee.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == callee.id
    else { return false }
    let verdict = GoogleJudge.judge(initializer: call, site("Promise", .unknown, call))
    return [nil, "the promise itself"].contains(verdict.rewrite?.text)
  }

  private func site(_ name: String, _ base: Shape, _ call: FunctionCallExprSyntax) -> LinkSite {
    LinkSite(
      name: name, library: .google, base: base, result: .unknown, call: call,
      node: ExprSyntax(call), isLast: !ExprSyntax(call).isPartOfLongerChain, facts: file.facts,
      typer: file.typer)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.baseName.text {
    case "PromiseError": error(node)
    case "Maybe": move.needsLibrary = true
    default: break
    }
    return .visitChildren
  }

  private func error(_ node: DeclReferenceExprSyntax) {
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    if access?.declName.id == node.id {
      if let base = access?.base, isModule(base.trimmedDescription) {
        move.needsLibrary = true
      }
      return
    }
    if !file.facts.keepsGoogleErrors, let edits = GoogleErrors.edits(node) {
      move.edits.add(edits)
      move.moves = true
    } else {
      move.edits.insert("GooglePromisesCompat.", before: node)
      keep(node, "PromiseError", .errorOfOperator)
    }
  }

  private func keep(_ node: some SyntaxProtocol, _ name: String, _ reason: Reason) {
    move.needsLibrary = true
    move.kept.append(Kept(place: file.source.place(of: node), name: name, reason: reason))
  }

  // MARK: Waiting

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.calledName?.name {
    case "awaitPromise": blockingWait(node)
    case "waitForPromises": waitForAll(node)
    default: break
    }
    return .visitChildren
  }

  private func waitForAll(_ call: FunctionCallExprSyntax) {
    guard let limit = call.argument("timeout"), call.arguments.count == 1,
      limit.as(FunctionCallExprSyntax.self)?.calledExpression.is(MemberAccessExprSyntax.self)
        != true
    else { return }
    guard file.source.imports.modules.contains("AsyncPromisesTesting") else {
      return keep(call, "waitForPromises", .blockingWait)
    }
    move.edits.insert(".seconds(", before: limit)
    move.edits.insert(")", after: limit)
  }

  /// A blocking wait in work on a queue. In this library, such work is async.
  private func blockingWait(_ call: FunctionCallExprSyntax) {
    guard let argument = call.arguments.first, call.arguments.count == 1 else { return }
    let wait = argument.expression
    guard let attempt = call.parent?.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark == nil, isInWork(call), wait.isPostfix
    else {
      move.edits.insert("GooglePromisesCompat.Promise(", before: wait)
      move.edits.insert(")", after: wait)
      return keep(call, "awaitPromise", .blockingWait)
    }
    move.edits.replace(call.calledExpression, with: "await ")
    if let left = call.leftParen { move.edits.remove(left) }
    move.edits.insert(".value", after: wait)
    if let right = call.rightParen { move.edits.remove(right) }
  }

  /// Whether the closure around a call is async after the rewrite.
  private func isInWork(_ call: FunctionCallExprSyntax) -> Bool {
    var current = Syntax(call).parent
    while let here = current, !here.is(FunctionDeclSyntax.self) {
      if let closure = here.as(ClosureExprSyntax.self) {
        guard let (outer, _) = closure.callItIsPassedTo else { return false }
        return isAsync(closure, of: outer)
      }
      current = here.parent
    }
    return false
  }

  private func isAsync(_ closure: ClosureExprSyntax, of call: FunctionCallExprSyntax) -> Bool {
    if call.calledName?.name == "Promise" {
      guard closure.parameterNames.isEmpty, closure.highestDollar < 0 else { return false }
      return GoogleJudge.judge(initializer: call, site("Promise", .unknown, call)).rewrite != nil
    }
    guard let (step, base) = ExprSyntax(call).lastStep, let base, let name = step.name else {
      return false
    }
    let shape = file.typer.shape(of: base)
    guard shape.promiseType?.library == .google, ["then", "recover"].contains(name) else {
      return false
    }
    return GoogleJudge.judge(site(name, shape, call)).rewrite != nil
  }
}

extension ExprSyntax {
  /// Whether `.value` can be appended to the expression.
  fileprivate var isPostfix: Bool {
    self.is(DeclReferenceExprSyntax.self) || lastStep != nil
  }
}

/// Finds the names in the generic arguments of promises.
private final class PromisedNames: SyntaxVisitor {
  private var names: Set<String> = []

  static func find(in node: some SyntaxProtocol) -> Set<String> {
    let finder = PromisedNames(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.names
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    let owner =
      node.parent?.as(IdentifierTypeSyntax.self)?.name.text
      ?? node.parent?.as(MemberTypeSyntax.self)?.name.text
      ?? node.parent?.as(GenericSpecializationExprSyntax.self)?.expression.trimmedDescription
    guard owner == "Promise" else { return .visitChildren }
    for type in Optional(node).types { names.formUnion(NamesInType.names(in: type)) }
    return .visitChildren
  }
}
