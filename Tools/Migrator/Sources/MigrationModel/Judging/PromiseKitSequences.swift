// How PromiseKit's operators on sequences, and those that find a value, are rewritten.

import SwiftSyntax

extension PromiseKitJudge {
  /// Nil for other names.
  static func judge(values site: LinkSite) -> Verdict? {
    let isArray = if case .array = site.base.value { true } else { false }
    switch site.name {
    case "mapValues":
      return site.placed("map { $0.map { … } }", to: "map", outer: "$0.map", canLeave: true)
    case "flatMapValues":
      return site.placed("map { $0.flatMap { … } }", to: "map", outer: "$0.flatMap", canLeave: true)
    case "compactMapValues":
      return site.placed(
        "map { $0.compactMap { … } }", to: "map", outer: "$0.compactMap", canLeave: true)
    case "filterValues":
      // `filter` on a dictionary or a set doesn't return an array.
      return site.placed(
        "map { $0.filter { … } }", to: "map", outer: isArray ? "$0.filter" : "Array($0).filter",
        canLeave: true)
    case "sortedValues": return sorted(site)
    case "thenMap":
      return site.placed(
        "then { Promise.all($0.map { … }) }", to: "then", outer: "Promise.all($0.map", end: ")",
        canLeave: true)
    case "thenFlatMap":
      return site.placed(
        "then { Promise.all($0.map { … }) }.map { $0.flatMap(\\.self) }", to: "then",
        outer: "Promise.all($0.map", end: ") }.map { $0.flatMap(\\.self)", canLeave: true)
    case "compactMap": return compactMap(site)
    case "firstValue": return site.call == nil ? element(site, "first") : first(site)
    case "lastValue": return element(site, isArray ? "last" : nil)
    default: return nil
    }
  }

  private static func sorted(_ site: LinkSite) -> Verdict {
    guard let call = site.call, call.argument("flags") == nil else { return .kept(.queueFlags) }
    if site.closure != nil {
      return site.placed(
        "map { $0.sorted { … } }", to: "map", outer: "$0.sorted", canLeave: true)
    }
    guard call.arguments.allSatisfy({ $0.label?.text == "on" }) else {
      return .kept(.functionReference)
    }
    if site.typer.isNotSendable(site.base.value) { return .kept(.notSendable) }
    switch site.place {
    case .kept(.namedQueue), .kept(.inlineQueue), .kept(.configuredQueue):
      if case .kept(let reason) = site.place { return .kept(reason) }
    default: break
    }
    let mark = site.typer.comparesByCode(site.base.value) ? "@MainActor in " : ""
    let text = "map { \(mark)$0.sorted() }"
    return .rewritten(text) { edits in
      guard let left = call.leftParen, let right = call.rightParen else { return }
      edits.replace(call.calleeName, with: text)
      edits.remove(
        from: left.positionAfterSkippingLeadingTrivia, to: right.endPositionBeforeTrailingTrivia)
    }
  }

  // MARK: Errors for missing values

  private static func compactMap(_ site: LinkSite) -> Verdict {
    if let closure = site.closure, site.typer.result(of: closure).isNeverNil {
      return site.placed("map { … }", to: "map", canLeave: true)
    }
    guard let closure = site.closure, closure.parameterNames.count <= 1,
      closure.highestDollar <= 0, let expression = closure.onlyExpression,
      !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self),
      let type = site.foundType(closure)
    else { return .kept(.errorOfOperator) }
    let value = closure.free("value")
    let given = closure.free("given")
    let isNamed = site.isBeforeAssignment && closure.signature?.returnClause == nil
    let isImplicit = isNamed && closure.signature == nil
    return site.placed(
      "map { guard let \(value) = … else { throw PMKError.compactMap($0, \(type).self) }; … }",
      to: "map", needsLibrary: true, canLeave: true,
      parameter: isNamed ? "\(isImplicit ? "\(given) " : "")-> \(type)" : nil
    ) { edits in
      if isImplicit { edits.replaceDollar(of: closure, with: given) }
      let name = isImplicit ? given : edits.nameParameter(of: closure, given)
      // The closure no longer returns an optional.
      if let result = closure.signature?.returnClause?.type.as(OptionalTypeSyntax.self) {
        edits.remove(result.questionMark)
      }
      if let exit = closure.statements.first?.item.as(ReturnStmtSyntax.self) {
        edits.removeReturn(of: exit, before: expression)
      }
      edits.bind(
        expression, as: value, in: closure, elseThrow: "PMKError.compactMap(\(name), \(type).self)")
    }
  }

  private static func element(_ site: LinkSite, _ member: String?) -> Verdict {
    guard let access = site.node.as(MemberAccessExprSyntax.self) else {
      return .kept(.errorOfOperator)
    }
    if site.typer.isNotSendable(site.base.value) { return .kept(.notSendable) }
    // A collection of the program's own runs its code.
    let isOwn =
      if case .named(let path) = site.base.value { site.typer.table.types[path] != nil } else {
        false
      }
    // The compiler infers less from closures of several statements.
    let type = site.typer.spelling(of: site.base.value.element)
    let values = type == nil ? "$0" : "values"
    let found = member.map { "\(values).\($0)" } ?? "Array(\(values)).last"
    let head = [isOwn ? "@MainActor" : nil, type.map { "values -> \($0)" }].compactMap(\.self)
    let start = head.isEmpty ? "map {" : "map { \(head.joined(separator: " ")) in"
    let rewrite = Rewrite(
      "\(start) guard let value = \(found) else { throw PMKError.emptySequence }; … }",
      {
        var edits = Edits()
        let lineBreak = "\n\(access.declName.blanksOfLine)"
        let unit = access.indentationUnit
        edits.replace(
          access.declName,
          with: "\(start)\(lineBreak)\(unit)guard let value = \(found) else { "
            + "throw PMKError.emptySequence }\(lineBreak)\(unit)return value\(lineBreak)}")
        return edits
      }(), needsLibrary: true)
    return .rewritten(rewrite)
  }

  private static func first(_ site: LinkSite) -> Verdict {
    guard let call = site.call, site.closure != nil else { return .kept(.errorOfOperator) }
    let isTrailing = call.trailingClosure != nil
    let (open, close) = isTrailing ? ("(where:", ")") : ("", "")
    let lineBreak = "\n\(call.calleeName.blanksOfLine)"
    let unit = call.indentationUnit
    let otherwise = " else { throw PMKError.emptySequence }"
    return site.placed(
      "map { guard let value = $0.first(where: { … })\(otherwise); … }", to: "map",
      outer: "\(lineBreak)\(unit)guard let value = $0.first\(open)",
      end: "\(close)\(otherwise)\(lineBreak)\(unit)return value\(lineBreak)",
      needsLibrary: true, canLeave: true)
  }
}

extension LinkSite {
  /// The source text of the type that a `compactMap` returns.
  fileprivate func foundType(_ closure: ClosureExprSyntax) -> String? {
    if let result = closure.signature?.returnClause?.type.as(OptionalTypeSyntax.self) {
      return result.wrappedType.trimmedDescription
    }
    if let known = typer.spelling(of: result.value) { return known }
    return isLast ? typer.spelling(of: typer.expectedShape(of: node).value) : nil
  }
}

extension Shape {
  /// Whether a value can't be nil. One of a named type may come from a failable initializer.
  fileprivate var isNeverNil: Bool {
    switch self {
    case .void, .array, .dictionary, .tuple: true
    default: false
    }
  }
}

extension Typer {
  /// The source text of a type, if its shape reveals all of it.
  func spelling(of shape: Shape) -> String? {
    switch shape {
    case .named(let name):
      if ["Int", "String", "Double", "Bool", "Data", "Date", "URL"].contains(name) { return name }
      let types = table.visible(table.types[name], from: file).filter { !$0.isExtension }
      return types.count == 1 && !types.contains(where: \.isGeneric) ? name : nil
    case .array(let element): return spelling(of: element).map { "[\($0)]" }
    case .optional(let inner): return spelling(of: inner).map { "\($0)?" }
    default: return nil
    }
  }
}

extension Edits {
  /// Unwraps the only expression of a closure, which returns the value or throws.
  fileprivate mutating func bind(
    _ expression: ExprSyntax, as name: String, in closure: ClosureExprSyntax,
    elseThrow error: String
  ) {
    guard let item = closure.statements.first else { return }
    let isSimple =
      expression.lastToken(viewMode: .sourceAccurate)?.tokenKind != .rightBrace
      && !expression.is(SequenceExprSyntax.self)
    let (open, close) = isSimple ? ("", "") : ("(", ")")
    let guarded = "guard let \(name) = \(open)"
    let unit = closure.indentationUnit
    let blanks = item.indentation ?? "\(closure.blanksOfLine)\(unit)"
    let thrown = "\(close) else {\n\(blanks)\(unit)throw \(error)\n\(blanks)}"
    if let indentation = item.indentation {
      insert(guarded, before: expression)
      insert("\(thrown)\n\(indentation)return \(name)", after: expression)
      return
    }
    let start =
      closure.signature?.endPositionBeforeTrailingTrivia
      ?? closure.leftBrace.endPositionBeforeTrailingTrivia
    let lineBreak = "\n\(closure.blanksOfLine)"
    let begin = item.positionAfterSkippingLeadingTrivia
    let end = item.endPositionBeforeTrailingTrivia
    let brace = closure.rightBrace.positionAfterSkippingLeadingTrivia
    guard closure.isBlank(from: start, to: begin), closure.isBlank(from: end, to: brace) else {
      insert(guarded, before: expression)
      return insert("\(thrown); return \(name)", after: expression)
    }
    replace(from: start, to: begin, with: "\(lineBreak)\(unit)\(guarded)")
    insert("\(thrown)\(lineBreak)\(unit)return \(name)\(lineBreak)", after: expression)
    remove(from: end, to: brace)
  }
}
