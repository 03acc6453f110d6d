// Converts the promises that a kept link takes: its arguments, and the results of its closures.

import SwiftSyntax

extension Bridge {
  /// Converts the promises that are passed to a kept call, and those that its closures return.
  mutating func takeAcross(argumentsOf call: FunctionCallExprSyntax) {
    for argument in call.allArguments {
      if let closure = argument.value.as(ClosureExprSyntax.self) {
        for result in closure.results { takeAcross(result, of: call) }
        if let type = closure.signature?.returnClause?.type, !type.is(MemberTypeSyntax.self),
          typer.resolver.shape(of: type, in: typer.context(of: Syntax(closure))).promiseType != nil
        {
          if library.typeNames.contains(type.nameWithoutArguments) {
            edits.insert("\(library.facade).", before: type)
          } else {
            isHazard = isHazard || !typer.staysAlias(type)
          }
        }
      } else if ["fulfilled", "resolved"].contains(argument.label),
        call.argument("concurrently") != nil,
        argument.value.lastStep?.step.name != "makeIterator"
      {
        let iterator = typer.shape(of: argument.value)
        // The program's own iterators stay.
        guard typer.declaredMembers("next", nil, on: iterator, isStatic: false).isEmpty else {
          continue
        }
        // An iterator of this library's promises, unless each `next` would make another one.
        isHazard = isHazard || argument.value.is(FunctionCallExprSyntax.self)
        moves = true
        edits.insert("AnyIterator { ", before: argument.value)
        edits.insert(
          ".next().map { \(library.facadePromise)($0) } }", after: argument.value)
      } else {
        isHazard = isHazard || isOpenGroup(call, argument)
        takeAcross(argument.value, of: call)
      }
    }
  }

  /// Whether a group waits for promises in a value that can't be converted, because its type is
  /// unknown or generic.
  private func isOpenGroup(
    _ call: FunctionCallExprSyntax, _ argument: (label: String?, value: ExprSyntax)
  ) -> Bool {
    let groups = ["all", "any", "race", "when", "whenAll", "whenAllResult", "whenAny"]
    let shape = typer.shape(of: argument.value)
    return groups.contains(call.calleeName.text)
      && [nil, "fulfilled", "resolved"].contains(argument.label)
      && argument.value.lastStep?.step.name != "makeIterator"
      && shape.promiseType == nil && shape.element.promiseType == nil
  }

  /// The chain that an expression is, or that is the body of its `firstly`, if it ends with a link
  /// that is kept: its promise is the facade's already.
  func facadePart(of expression: ExprSyntax) -> ExprSyntax? {
    guard let (step, base) = expression.lastStep, let name = step.name else { return nil }
    let result = typer.shape(of: expression)
    guard case .promise(let type, _) = result, type.library == library, type != .guarantee else {
      return nil
    }
    guard let base else {
      let body = step.call?.trailingClosure?.statements
      guard name == "firstly", let body, body.count == 1 else { return nil }
      return body.first?.item.as(ExprSyntax.self).flatMap { facadePart(of: $0) }
    }
    guard case .promise = typer.shape(of: base) else { return nil }
    let site = LinkSite(
      name: name, library: library, base: typer.shape(of: base), result: result, call: step.call,
      node: expression, isLast: true, facts: typer.table.facts(for: typer.file), typer: typer)
    return site.verdict.reason?.canCross == true ? expression : nil
  }

  private mutating func takeAcross(
    _ expression: ExprSyntax, of call: FunctionCallExprSyntax? = nil
  ) {
    if let attempt = expression.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
      return takeAcross(attempt.expression, of: call)
    }
    if typer.isImplicit(inHeldCall: expression) { return }
    // A previous rewrite has added this conversion. For a known promise, it is removed and added
    // again.
    if let call = expression.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedDescription == library.facadePromise,
      typer.keepsConversion(call)
    {
      typer.notes.handedAcross.insert(expression.id)
      return
    }
    if expression.trimmedDescription.hasSuffix(".map { \(library.facadePromise)($0) }") {
      typer.notes.handedAcross.insert(expression.id)
      return
    }
    if let part = facadePart(of: expression) {
      typer.notes.handedAcross.insert(part.id)
      return
    }
    let shape = typer.shape(of: expression)
    let isHeld = expression.postfixSteps.last.map(typer.isHeld) ?? false
    if shape.promiseInside == .stayingGooglePromise || isHeld {
      typer.notes.handedAcross.insert(expression.id)
      return
    }
    // A promise of this value is already the facade's.
    if shape.promiseType != nil, typer.isNotSendable(typer.madeValue(expression)) { return }
    if case .function(let given, let result) = shape, result.promiseType?.library == library {
      // A function that is passed by name returns one of this library's promises.
      moves = true
      crossings += 1
      let arguments = typer.arguments(given.indices.map { "$\($0)" }, of: expression)
      let root = expression.postfixSteps.first?.node.as(DeclReferenceExprSyntax.self)
      let isMember =
        root.map { typer.resolve($0.baseName.identifierText, at: $0).origin == .member } ?? false
      let text = (isMember ? "self." : "") + expression.withoutArgumentNames
      // A `$0` of the closure around it, or a variable.
      let isCaptured =
        text.hasPrefix("$")
        || expression.postfixSteps.last.map(typer.members)?.contains(where: \.isVariable) == true
      let start = isCaptured ? "{ [body = \(text)] in " : "{ "
      let function = isCaptured ? "body" : text
      let attempt = typer.mayThrow(function: expression) ? "try " : ""
      let guarantee = call.map(takesGuarantee) == true ? ".recover { _ in }" : ""
      if result.promiseType == .guarantee, let call, call.calleeName.text == "recover" {
        recoverAll(call)
      }
      edits.replace(
        expression,
        with: "\(start)\(attempt)\(library.facadePromise)(\(function)(\(arguments)))\(guarantee) }")
      return
    }
    if shape.promiseType?.library == library {
      // The chain that it is converts its own end.
      if typer.destination(of: expression) == .staying, let (step, base) = expression.lastStep,
        base != nil, LibraryOperator.named(step.name ?? "", in: library) != nil
      {
        return
      }
      crossings += 1
      moves = true
      edits.insert("\(library.facadePromise)(", before: expression)
      if call.map(takesGuarantee) == true {
        edits.insert(").recover { _ in }", after: expression)
        return
      }
      if shape.promiseType == .guarantee, let call, call.calleeName.text == "recover" {
        recoverAll(call)
      }
      edits.insert(")", after: expression)
    } else if let (iterator, base) = expression.lastStep, iterator.name == "makeIterator", let base,
      typer.shape(of: base).element.promiseType?.library == library
    {
      moves = true
      edits.insert(".map { \(library.facadePromise)($0) }", after: base)
    } else if shape.element.promiseType?.library == library {
      moves = true
      let isSequence = expression.is(SequenceExprSyntax.self)
      if isSequence { edits.insert("(", before: expression) }
      let end = isSequence ? ")" : ""
      edits.insert("\(end).map { \(library.facadePromise)($0) }", after: expression)
    }
  }
}

extension Bridge {
  private func takesGuarantee(_ call: FunctionCallExprSyntax) -> Bool {
    library == .promiseKit && call.calleeName.text == "ensureThen"
  }

  /// `recover` with a guarantee recovers from cancellations as well.
  private mutating func recoverAll(_ call: FunctionCallExprSyntax) {
    if let right = call.rightParen, !call.arguments.isEmpty {
      if call.argument("policy") == nil, call.trailingClosure != nil {
        edits.insert(", policy: .allErrors", before: right)
      }
    } else if call.leftParen == nil {
      edits.insert("(policy: .allErrors)", after: call.calleeName)
    }
  }
}

extension ExprSyntax {
  /// `load` for `load(id:)`.
  fileprivate var withoutArgumentNames: String {
    let name =
      self.as(DeclReferenceExprSyntax.self) ?? self.as(MemberAccessExprSyntax.self)?.declName
    guard let names = name?.argumentNames else { return trimmedDescription }
    return String(trimmedDescription.dropLast(names.trimmedDescription.count))
  }
}
