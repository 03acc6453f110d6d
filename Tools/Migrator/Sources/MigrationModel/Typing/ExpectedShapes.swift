// The type that the code around an expression requires.

import SwiftSyntax

extension ExprListSyntax {
  /// Whether an operand is assigned to the first one.
  fileprivate func isAssignment(of operand: Syntax) -> Bool {
    guard dropFirst().first?.is(AssignmentExprSyntax.self) == true else { return false }
    if count == 3 { return operand.id == last?.id }
    // `online = isOnline ? one : two`
    guard count > 3, let choice = dropLast().last, choice.is(UnresolvedTernaryExprSyntax.self)
    else { return false }
    return [choice.id, last?.id].contains(operand.id)
  }

  /// Whether an operand is added to the first one: `all += [one]`
  fileprivate func isAdded(_ operand: Syntax) -> Bool {
    count == 3 && operand.id == last?.id
      && dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "+="
  }

  /// Whether an operand is the first one of a `??`.
  fileprivate func hasDefault(_ operand: Syntax) -> Bool {
    count == 3 && operand.id == first?.id
      && dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
  }

  /// Whether an operand is one of the two alternatives of a `?:` or a `??`.
  fileprivate func isChoice(of operand: Syntax) -> Bool {
    guard parent?.is(SequenceExprSyntax.self) == true,
      operand.id == last?.id
        || operand.is(
          UnresolvedTernaryExprSyntax.self),
      let before = dropLast().last
    else { return false }
    let isCoalescing = before.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    let isTernary =
      before.is(UnresolvedTernaryExprSyntax.self) || operand.is(UnresolvedTernaryExprSyntax.self)
    return (isCoalescing && count == 3)
      || isTernary
        && !contains { $0.is(AssignmentExprSyntax.self) }
  }
}

extension Typer {
  /// The shape that an expression must have, for instance as a result or as the value of a constant
  /// with a type.
  func expectedShape(of node: ExprSyntax) -> Shape {
    var child = Syntax(node)
    while let parent = child.parent {
      switch parent.as(SyntaxEnum.self) {
      case .tryExpr, .awaitExpr, .unresolvedTernaryExpr, .sequenceExpr: break
      case .exprList(let list) where list.isChoice(of: child):
        let chosen = choiceShape(child, of: parent.parent?.as(SequenceExprSyntax.self))
        if chosen.isKnown { return chosen }
      case .exprList(let list) where list.hasDefault(child):
        let expected = list.parent.map { expectedShape(of: ExprSyntax($0) ?? node) } ?? .unknown
        return expected.isKnown ? .optional(expected.withoutOptional) : .unknown
      case .exprList(let list) where list.isAssignment(of: child) || list.isAdded(child):
        return list.first.map { shape(of: $0) } ?? .unknown
      case .exprList(let list)
      where child.is(ClosureExprSyntax.self) || ExprSyntax(child)?.implicitMemberName != nil:
        return operandShape(child, in: list)
      case .returnStmt, .codeBlockItem: return expectedResult(of: child, in: parent)
      case .initializerClause:
        let type =
          parent.parent?.as(PatternBindingSyntax.self)?.type
          ?? parent.parent?.as(FunctionParameterSyntax.self)?.type
        guard let type else { return .unknown }
        return resolver.shape(of: type, in: context(of: parent))
      case .arrayElement:
        guard let array = parent.parent?.parent?.as(ArrayExprSyntax.self) else { return .unknown }
        return expectedShape(of: ExprSyntax(array)).unwrapped.element
      case .dictionaryElement(let element) where element.value.id == child.id:
        guard let dictionary = parent.parent?.parent?.as(DictionaryExprSyntax.self),
          case .dictionary(let value) = expectedShape(of: ExprSyntax(dictionary)).unwrapped
        else { return .unknown }
        return value
      case .labeledExpr(let element) where parent.parent?.parent?.is(TupleExprSyntax.self) == true:
        return elementShape(for: element)
      case .labeledExpr(let argument)
      where argument.label?.text == "default"
        && parent.parent?.parent?.is(SubscriptCallExprSyntax.self) == true:
        guard let index = parent.parent?.parent?.as(SubscriptCallExprSyntax.self),
          case .dictionary(let value) = shape(of: index.calledExpression).unwrapped
        else { return .unknown }
        return value
      case .labeledExpr(let argument): return parameterShape(for: argument)
      default: return .unknown
      }
      child = parent
    }
    return .unknown
  }

  /// The shape of one branch of a `?:` or a `??`: the required one, or else that of the other
  /// branch.
  private func choiceShape(_ part: Syntax, of sequence: SequenceExprSyntax?) -> Shape {
    guard let sequence, let first = sequence.elements.first, let last = sequence.elements.last
    else { return .unknown }
    let expected = expectedShape(of: ExprSyntax(sequence))
    if expected.isKnown { return expected }
    guard let choice = sequence.elements.dropLast().last?.as(UnresolvedTernaryExprSyntax.self)
    else { return part.id == last.id ? shape(of: first).withoutOptional : .unknown }
    guard part.id == choice.id || part.id == last.id else { return .unknown }
    let other = part.id == choice.id ? last : choice.thenExpression
    return other.implicitMemberName == nil ? shape(of: other) : .unknown
  }

  /// The promise, or the closure, that one of the program's own operators takes at this place.
  private func operandShape(_ operand: Syntax, in list: ExprListSyntax) -> Shape {
    let elements = Array(list)
    guard let index = elements.firstIndex(where: { $0.id == operand.id }) else { return .unknown }
    let places = [(index - 1, 1), (index + 1, 0)].filter { elements.indices.contains($0.0) }
    for (place, parameter) in places {
      guard let name = elements[place].as(BinaryOperatorExprSyntax.self)?.operator.text else {
        continue
      }
      let overloads = table.visible(table.members[""]?[name], from: file) { _ in true }
      for member in overloads where member.parameters.count == 2 {
        let type = member.parameters[parameter].type
        let taken = resolver.shape(of: type, in: member.context)
        if operand.is(ClosureExprSyntax.self) {
          if case .function = taken { return taken }
          continue
        }
        if case .promise = taken { return taken }
        if case .function([], result: .promise(let type, let value)) = taken {
          return .promise(type, value)
        }
      }
    }
    return .unknown
  }

  /// The shape that a function requires for an argument.
  private func parameterShape(for argument: LabeledExprSyntax) -> Shape {
    guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) else {
      return .unknown
    }
    if let element = addedElement(call) { return element }
    let shapes = calledMembers(call).map { member -> Shape in
      let fitting = member.parameters.filter { $0.label == argument.label?.identifierText }
      guard fitting.count == 1 || argument.label == nil,
        [.function, .initializer].contains(member.kind)
      else {
        return .unknown
      }
      let before = call.arguments.prefix { $0.id != argument.id }.count { $0.label == nil }
      let index = argument.label == nil ? before : 0
      guard index < fitting.count else { return .unknown }
      return resolver.shape(of: fitting[index].type, in: member.context)
    }
    guard let first = shapes.first else {
      if let label = argument.label { return memberwiseShape(label.identifierText, of: call) }
      guard case .function(let given, _) = shape(of: call.calledExpression).unwrapped,
        let index = call.arguments.firstIndex(where: { $0.id == argument.id })
      else { return .unknown }
      let position = call.arguments.distance(from: call.arguments.startIndex, to: index)
      return position < given.count ? given[position] : .unknown
    }
    return shapes.dropFirst().reduce(first) { $0.merged(with: $1) }
  }

  /// The shape of an argument of a struct's memberwise initializer.
  func memberwiseShape(_ label: String, of call: FunctionCallExprSyntax) -> Shape {
    guard let path = memberwiseType(of: call) else { return .unknown }
    return declared(label, nil, on: .named(path), isStatic: false) ?? .unknown
  }

  /// The type whose memberwise initializer a call names, if it may have one.
  private func memberwiseType(of call: FunctionCallExprSyntax) -> String? {
    let isImplicit = ExprSyntax(call).implicitMemberName == "init"
    let made = isImplicit ? expectedShape(of: ExprSyntax(call)) : shape(of: call.calledExpression)
    guard case .named(let path) = made.instance, isImplicit || made != made.instance,
      table.members[path]?["init"] == nil
    else { return nil }
    return path
  }

  /// The function that the trailing closure of a memberwise initializer is: the first one without
  /// a label of its own.
  private func memberwiseFunction(of call: FunctionCallExprSyntax) -> Shape {
    guard let path = memberwiseType(of: call), let members = table.members[path] else {
      return .unknown
    }
    let labels = call.arguments.compactMap(\.label?.identifierText)
    let properties = members.values.joined().map(\.content).filter { member in
      member.kind == .property && !member.isStatic && !labels.contains(member.name)
    }
    let shapes = properties.sorted { $0.node.offset < $1.node.offset }.map {
      resolver.shape(of: $0.type, in: $0.context)
    }
    let functions = shapes.filter { if case .function = $0.unwrapped { true } else { false } }
    return functions.first ?? .unknown
  }

  /// The shape that an element of a tuple, or an expression in parentheses, must have.
  private func elementShape(for element: LabeledExprSyntax) -> Shape {
    guard let tuple = element.parent?.parent?.as(TupleExprSyntax.self) else { return .unknown }
    let expected = expectedShape(of: ExprSyntax(tuple))
    if tuple.elements.count == 1 { return expected }
    guard let index = tuple.elements.map(\.id).firstIndex(of: element.id) else { return .unknown }
    return part(index, of: expected.unwrapped)
  }

  /// The shape of the elements of the collection that a call adds to.
  private func addedElement(_ call: FunctionCallExprSyntax) -> Shape? {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      ["append", "insert", "updateValue"].contains(member.declName.baseName.text),
      let base = member.base
    else { return nil }
    return switch shape(of: base).unwrapped {
    case .array(let element): element
    case .dictionary(let value): value
    default: nil
    }
  }

  /// The shape that the function, closure or property around a statement must return.
  private func expectedResult(of expression: Syntax, in statement: Syntax) -> Shape {
    let isReturn = statement.is(ReturnStmtSyntax.self)
    var child = statement
    while let parent = child.parent {
      switch parent.as(SyntaxEnum.self) {
      case .codeBlockItemList(let list):
        // Without `return`, the statement must be the only one.
        if !isReturn, list.count != 1 { return .unknown }
      case .functionDecl(let function):
        let context = context(of: parent)
        guard let type = function.signature.returnClause?.type else { return .void }
        return resolver.shape(of: type, in: context)
      case .closureExpr(let closure): return expectedResult(of: closure)
      case .accessorDecl, .accessorBlock:
        if let binding = parent.parent?.as(PatternBindingSyntax.self) {
          return resolver.shape(of: binding.type, in: context(of: parent))
        }
        if let declaration = parent.parent?.as(SubscriptDeclSyntax.self) {
          return resolver.shape(of: declaration.returnClause.type, in: context(of: parent))
        }
      case .ifExpr, .switchExpr:
        // `let promise: Promise<Int> = if isNew { .value(1) } else { .value(2) }`
        let isValue = parent.parent?.is(ExpressionStmtSyntax.self) != true
        if !isReturn, isValue, let value = ExprSyntax(parent),
          parent.parent?.is(IfExprSyntax.self) != true
        {
          return expectedShape(of: value)
        }
      case .forStmt, .whileStmt, .doStmt, .guardStmt:
        if !isReturn { return .unknown }
      case .initializerDecl, .deinitializerDecl, .memberBlock: return .unknown
      default: break
      }
      child = parent
    }
    return .unknown
  }

  /// The shape that a closure must return, according to its signature or to the function type that
  /// the code around it requires.
  private func expectedResult(of closure: ClosureExprSyntax) -> Shape {
    if let type = closure.signature?.returnClause?.type {
      return resolver.shape(of: type, in: context(of: Syntax(closure)))
    }
    if let (call, _) = closure.callItIsPassedTo {
      if closureGivingResult(of: call)?.id == closure.id {
        return expectedShape(of: ExprSyntax(call))
      }
      if let start = startOfReduction(call) { return start }
    }
    let required =
      closure.parent?.is(FunctionCallExprSyntax.self) == true
      ? trailingShape(closure) : expectedShape(of: ExprSyntax(closure))
    if case .function(_, let result) = required.unwrapped { return result }
    // `last.map { .value($0) }`
    guard let (call, _) = closure.callItIsPassedTo, call.calleeName.text == "map" else {
      return .unknown
    }
    return switch expectedShape(of: ExprSyntax(call)) {
    case .optional(let inner), .array(let inner): inner
    default: .unknown
    }
  }

  /// The shape that a function in the sources requires for its trailing closure.
  private func trailingShape(_ closure: ClosureExprSyntax) -> Shape {
    guard let call = closure.parent?.as(FunctionCallExprSyntax.self),
      call.additionalTrailingClosures.isEmpty
    else { return .unknown }
    if let element = addedElement(call) { return element }
    let shapes = calledMembers(call).map { member -> Shape in
      let last = member.parameters.last { $0.isFunction }
      return resolver.shape(of: last?.type, in: member.context)
    }
    guard let first = shapes.first else { return memberwiseFunction(of: call) }
    return shapes.dropFirst().reduce(first) { $0.merged(with: $1) }
  }
}
