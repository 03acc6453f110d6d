// The results of the libraries' functions and static members.

import SwiftSyntax

extension Typer {
  /// The library and the result of a free function that the file sees.
  func libraryFunction(_ name: String, _ call: FunctionCallExprSyntax) -> (Library, Shape)? {
    if libraries.contains(.promiseKit), let shape = promiseKitFunction(name, call) {
      return (.promiseKit, shape)
    }
    if libraries.contains(.google), let shape = googleFunction(name, call) {
      return (.google, shape)
    }
    return nil
  }

  private func arguments(_ call: FunctionCallExprSyntax) -> [Shape] {
    call.allArguments.filter { $0.label != "on" }.map { shape(of: $0.value) }
  }

  private func closureResult(_ call: FunctionCallExprSyntax) -> Shape {
    if case .function(_, let result)? = call.allArguments.last.map({ shape(of: $0.value) }) {
      return result
    }
    return .unknown
  }

  /// The value of a group: a tuple for several promises, an array for an array.
  private func groupValue(_ shapes: [Shape], isVoidForVoid: Bool) -> Shape {
    if shapes.count == 1 {
      guard case .array(let element) = shapes[0].unwrapped else { return .unknown }
      return element.value == .void && isVoidForVoid ? .void : .array(element.value)
    }
    let values = shapes.map(\.value)
    if isVoidForVoid, values.allSatisfy({ $0 == .void }) { return .void }
    return .tuple(values.map { .init($0) })
  }

  private func promiseKitFunction(_ name: String, _ call: FunctionCallExprSyntax) -> Shape? {
    let shapes = arguments(call)
    let label = call.arguments.first?.label?.text
    switch name {
    case "firstly":
      let result = closureResult(call)
      return .promise(result.promiseType ?? .thenable, result.value)
    case "when":
      switch label {
      case "fulfilled":
        return .promise(.promise, groupValue(shapes, isVoidForVoid: true))
      case "guarantees", nil:
        return .promise(.guarantee, groupValue(shapes, isVoidForVoid: true))
      default: return .promise(.guarantee, .array(.outcome))
      }
    case "race":
      let inputs = shapes.flatMap { shape in
        if case .array(let element) = shape.unwrapped { [element] } else { [shape] }
      }
      let isGuarantee = label == nil && inputs.allSatisfy { $0.promiseType == .guarantee }
      return .promise(isGuarantee ? .guarantee : .promise, inputs.first?.value ?? .unknown)
    case "after": return .promise(.guarantee, .void)
    case "wrap": return .promise(.promise, .unknown)
    case "hang": return shapes.first?.value
    default: return nil
    }
  }

  private func googleFunction(_ name: String, _ call: FunctionCallExprSyntax) -> Shape? {
    let shapes = arguments(call)
    switch name {
    case "all": return .promise(.googlePromise, groupValue(shapes, isVoidForVoid: false))
    // Two or three promises may give a tuple.
    case "any": return .promise(.googlePromise, shapes.count == 1 ? .array(.unknown) : .unknown)
    case "race":
      if case .array(let element)? = shapes.first?.unwrapped {
        return .promise(.googlePromise, element.value)
      }
      return .promise(.googlePromise, shapes.first?.value ?? .unknown)
    case "retry": return .promise(.googlePromise, closureResult(call).value)
    case "wrap": return .promise(.googlePromise, .unknown)
    case "awaitPromise": return shapes.first?.value
    default: return nil
    }
  }

  /// The value of a promise that an initializer makes, if the type doesn't specify it.
  func madeValue(_ type: PromiseType, _ call: FunctionCallExprSyntax) -> Shape {
    let all = call.allArguments.filter { $0.label != "on" }
    guard let only = all.first else { return type.library == .google ? .unknown : .void }
    guard all.count == 1, only.label == nil else { return .unknown }
    let shape = shape(of: only.value)
    if case .function(_, let result) = shape {
      guard type.library == .google || type == .task else { return .unknown }
      return result.promiseType?.library == type.library
        ? result.value : result == .void ? .unknown : result
    }
    if shape.promiseType != nil { return shape.value }
    return type.library == .google || type == .task ? shape : .unknown
  }

  /// The shape of a static member of a library's type.
  func libraryStatic(_ name: String, _ call: FunctionCallExprSyntax?, on type: Shape) -> Shape? {
    guard case .promise(let kind, let value) = type else { return nil }
    func promise(_ shape: Shape) -> Shape { .promise(kind, value.isKnown ? value : shape) }
    let first = call?.allArguments.first.map { shape(of: $0.value) }
    switch (kind.library, name) {
    case (.own, _):
      return ownStatic(name, call, value)
    case (.promiseKit, "value"): return promise(call == nil ? .void : first ?? .unknown)
    case (.promiseKit, "pending"):
      let end: Shape =
        kind == .guarantee ? .function([value], result: .void) : .resolver(.promiseKit, value)
      return .tuple([
        .init(label: kind == .guarantee ? "guarantee" : "promise", shape: promise(.unknown)),
        .init(label: kind == .guarantee ? "resolve" : "resolver", shape: end),
      ])
    case (.google, "pending"): return promise(.unknown)
    case (.bolts, "cancelledTask"): return promise(.unknown)
    case (.bolts, "withDelay"), (.bolts, "whenAny"), (.bolts, "whenAll"):
      return .promise(.task, .void)
    case (.bolts, "whenAllResult"): return .promise(.task, value.isKnown ? .array(value) : .unknown)
    case (.bolts, "execute"): return .promise(.task, call.map { closureResult($0) } ?? .unknown)
    case (.bolts, "executeWithTask"):
      return promise(call.map { closureResult($0).value } ?? .unknown)
    default: return nil
    }
  }

  /// The shape of a member such as `.value(x)`, if the code around it requires a known type.
  func implicitMember(_ name: String, _ call: FunctionCallExprSyntax?, at node: ExprSyntax)
    -> Shape
  {
    let expected = expectedShape(of: node)
    guard expected.isKnown else {
      if name == "value", node.isBodyOfFirstly {
        return libraryStatic(name, call, on: .promise(.guarantee, .unknown)) ?? .unknown
      }
      return name == "cancelledTask" && libraries.contains(.bolts)
        ? .promise(.task, .unknown) : .unknown
    }
    let type = expected.unwrapped
    if name == "init", type.promiseType?.library == .google { return type }
    if name == "init", let call, type.promiseType != nil { return made(type, by: call) }
    return libraryStatic(name, call, on: type) ?? declared(name, call, on: type, isStatic: true)
      ?? .unknown
  }

  /// The shape of calls such as `queue.async(.promise) { … }` in PromiseKit and its extensions.
  func namespacedCall(_ call: FunctionCallExprSyntax) -> Shape? {
    guard libraries.contains(.promiseKit), let first = call.arguments.first else { return nil }
    if first.label?.text == "once", call.calleeName.text == "observe" {
      return .promise(.guarantee, .named("Notification"))
    }
    guard first.label == nil,
      let member = first.expression.as(MemberAccessExprSyntax.self), member.base == nil,
      member.declName.baseName.text == "promise"
    else { return nil }
    guard let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self) else {
      return .promise(.promise, .unknown)
    }
    return .promise(closure.mayThrow ? .promise : .guarantee, result(of: closure))
  }
}

extension ExprSyntax {
  /// Whether the expression is all that a `firstly` does, so that `.value(x)` is a guarantee.
  fileprivate var isBodyOfFirstly: Bool {
    var current = parent
    while let here = current, !here.is(ClosureExprSyntax.self) { current = here.parent }
    guard let closure = current?.as(ClosureExprSyntax.self), closure.onlyExpression?.id == id else {
      return false
    }
    return closure.signature?.returnClause == nil
      && closure.callItIsPassedTo?.call.calleeName.text == "firstly"
  }
}
