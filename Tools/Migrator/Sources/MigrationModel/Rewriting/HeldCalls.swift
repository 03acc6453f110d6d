// Calls of code that stays, in code that moves: what they take and give is converted there.

import SwiftSyntax

extension Typer {
  /// Whether code that moves can call a function that stays, or read a property of an extension
  /// that stays. What it takes of the library must be promises, arrays of them, or functions that
  /// return them; it must give a promise, or nothing of the library.
  ///
  /// - Parameter types: the names of the library's types, and of their aliases.
  func canConvert(callsOf member: Member, types: Set<String>) -> Bool {
    guard
      [.function, .initializer].contains(member.kind)
        || member.kind == .property && member.type != nil
    else { return false }
    let generics = member.context.generics.filter { _, constraint in
      constraint.map { !$0.identifiers.isDisjoint(with: types) } ?? false
    }
    func mentions(_ type: TypeSyntax, _ names: some Sequence<String>) -> Bool {
      !type.identifiers.isDisjoint(with: names)
    }
    if let type = member.type, mentions(type, types.union(generics.keys)) {
      guard resolver.shape(of: type, in: member.context).isPromise, !mentions(type, generics.keys)
      else { return false }
    }
    return member.parameters.allSatisfy { parameter in
      if !mentions(parameter.type, types.union(generics.keys)) { return true }
      return !member.tellsApart(parameter)
        && resolver.shape(of: parameter.type, in: member.context).isConvertible
    }
  }

  /// Whether the source says which arguments of a call are promises.
  func knowsPromises(in call: FunctionCallExprSyntax) -> Bool {
    let taken = takenShapes(call)
    let takesPromises = taken.contains { $0.isPromise || $0.element.isPromise }
    let takesFunctions = taken.contains { $0.functionResult?.isPromise ?? false }
    return call.allArguments.allSatisfy { argument in
      guard let closure = argument.value.as(ClosureExprSyntax.self) else {
        let shape = shape(of: argument.value)
        if shape.promiseInside == nil {
          let isNamed =
            takesFunctions && !argument.value.identifiers.isDisjoint(with: table.typedPromiseNames)
          return shape.isKnown || !takesPromises && !isNamed
        }
        return shape.isConvertible
      }
      return !takesFunctions || closure.results.allSatisfy(knowsPromise)
    }
  }

  /// Whether the source says whether the result of a closure is a promise.
  private func knowsPromise(_ result: ExprSyntax) -> Bool {
    let shape = shape(of: result)
    return shape.isPromise || shape.promiseInside == nil && shape.isKnown
  }

  /// Whether an expression is `.value(1)`, for example, where code that stays takes a promise: the
  /// compiler takes it for one of that code's library.
  func isImplicit(inHeldCall expression: ExprSyntax) -> Bool {
    guard expression.implicitMemberName != nil else { return false }
    if let (call, _) = expression.callItIsPassedTo { return takenLibrary(call) != nil }
    guard let closure = Syntax(expression).enclosingClosure,
      closure.results.contains(where: { $0.id == expression.id }),
      let (call, _) = closure.callItIsPassedTo
    else { return false }
    return takenLibrary(call) != nil
  }

  /// Whether a function that stays is passed by its name.
  func passesHeldFunction(_ site: LinkSite) -> Bool {
    (site.call?.allArguments ?? []).contains { argument in
      guard let step = argument.value.postfixSteps.last, step.call == nil, isHeld(step) else {
        return false
      }
      return shape(of: argument.value).functionResult?.isPromise ?? true
    }
  }

  /// The initializers of a promise that a call names, if the program declares them.
  func madeBy(_ call: FunctionCallExprSyntax) -> [Member] {
    guard case .metatype(.promise(let type, _)) = shape(of: call.calledExpression) else {
      return []
    }
    return declaredInitializers(of: type, for: call)
  }

  private func takenShapes(_ call: FunctionCallExprSyntax) -> [Shape] {
    (calledMembers(call) + madeBy(call)).filter(isHeld).flatMap { member in
      member.parameters.map { self.resolver.shape(of: $0.type, in: member.context) }
    }
  }

  /// The library of the promises that a call of code that stays takes.
  func takenLibrary(_ call: FunctionCallExprSyntax) -> Library? {
    takenShapes(call).lazy.compactMap { $0.promiseInside?.library }.first
  }
}

extension Bridge {
  /// Converts what a call of code that stays takes: its arguments, and the type or the array that
  /// it is called on.
  mutating func takeAcross(heldStep step: PostfixStep) {
    if case .member(let access, _) = step.kind, let base = access.base {
      let shape = typer.shape(of: base)
      if shape.element.promiseType?.library == library {
        (crossings, moves) = (crossings + 1, true)
        edits.insert(".map { \(library.facadePromise)($0) }", after: base)
      } else if case .metatype(.promise) = shape, base.namesType(of: library) {
        edits.insert("\(library.facade).", before: base)
      }
    }
    if let call = step.call { takeAcross(heldCall: call) }
  }

  /// Converts the arguments of a call of code that stays.
  mutating func takeAcross(heldCall call: FunctionCallExprSyntax) {
    isHazard = isHazard || !typer.knowsPromises(in: call)
    takeAcross(argumentsOf: call)
  }
}

extension ExprSyntax {
  /// Whether it is the unqualified name of one of a library's types, perhaps with arguments.
  func namesType(of library: Library) -> Bool {
    let name = self.as(GenericSpecializationExprSyntax.self)?.expression ?? self
    return name.as(DeclReferenceExprSyntax.self)
      .map { library.typeNames.contains($0.baseName.text) } ?? false
  }
}

extension Shape {
  /// Whether a value of this type may be a promise, or have one inside.
  var mayBePromise: Bool {
    switch unwrapped {
    case .named, .tuple([]): false
    case .array(let inner), .dictionary(let inner): inner.mayBePromise
    default: true
    }
  }

  fileprivate var isPromise: Bool { if case .promise = self { true } else { false } }

  fileprivate var functionResult: Shape? {
    if case .function(_, let result) = unwrapped { result } else { nil }
  }

  /// Whether an argument of this shape can be made from this library's promises.
  fileprivate var isConvertible: Bool {
    switch self {
    case .promise(let type, _): type != .guarantee
    case .array(let element): element.isPromise && element.isConvertible
    case .function(let given, let result):
      result.isPromise && result.isConvertible && given.allSatisfy { $0.promiseInside == nil }
    default: false
    }
  }
}
