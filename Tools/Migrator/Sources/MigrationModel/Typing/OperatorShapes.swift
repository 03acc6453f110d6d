// The results of the libraries' operators.

import SwiftSyntax

extension Typer {
  /// The shape of a library operator's result; nil for other names.
  func operatorShape(_ name: String, call: FunctionCallExprSyntax?, on base: Shape) -> Shape? {
    switch base.unwrapped {
    case .promise(let type, let value):
      guard LibraryOperator.named(name, in: type.library) != nil else { return nil }
      return switch type.library {
      case .promiseKit: promiseKitShape(name, call, type, value)
      case .google: googleShape(name, call, value)
      case .bolts: boltsShape(name, call, value)
      case .own: ownShape(name, closure(of: call).result, value)
      }
    case .named(let facade):
      let library = Library.allCases.first { $0.facadePromise == facade }
      let kind = library.flatMap { LibraryOperator.named(name, in: $0) }?.kind
      return kind == nil || kind == .inspection || kind == .settling ? nil : base.unwrapped
    case .finalizer: return name == "finally" ? .void : nil
    case .resolver(.bolts, let value):
      return switch name {
      case "task": .promise(.task, value)
      case "set", "cancel": .void
      case "trySet", "tryCancel": .named("Bool")
      default: .unknown
      }
    case .resolver(.promiseKit, _):
      return ["fulfill", "reject", "resolve"].contains(name) ? .void : .unknown
    case .resolver: return .unknown
    default: return nil
    }
  }

  /// The result of a call's closure, and whether the closure may throw.
  private func closure(
    of call: FunctionCallExprSyntax?, given value: Shape = .unknown
  ) -> (result: Shape, throws: Bool) {
    guard let last = call?.allArguments.last?.value else { return (.unknown, true) }
    if let path = last.as(KeyPathExprSyntax.self) {
      return (property(path, of: value) ?? .unknown, false)
    }
    let mayThrow = last.as(ClosureExprSyntax.self)?.mayThrow ?? false
    if case .function(_, let result) = shape(of: last), result.isKnown {
      return (result, mayThrow)
    }
    return (result(ofPassed: last, given: value), true)
  }

  /// The shape of `\.name`.
  private func property(_ path: KeyPathExprSyntax, of shape: Shape) -> Shape? {
    guard path.components.count == 1, path.root == nil, shape.isKnown,
      let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
    else { return nil }
    return declared(name.declName.baseName.identifierText, nil, on: shape, isStatic: false)
  }

  private func promiseKitShape(
    _ name: String, _ call: FunctionCallExprSyntax?, _ type: PromiseType, _ value: Shape
  ) -> Shape {
    let given = name == "map" ? value : value.element
    let (result, mayThrow) = closure(of: call, given: given)
    // A closure that throws turns a guarantee into a promise.
    let kind: PromiseType = mayThrow && type == .guarantee ? .promise : type
    switch name {
    case "then":
      let isGuarantee = type == .guarantee && result.promiseType == .guarantee && !mayThrow
      return .promise(isGuarantee ? .guarantee : .promise, result.value)
    case "map": return .promise(kind, result)
    case "compactMap": return .promise(.promise, result.withoutOptional)
    case "done": return .promise(kind, .void)
    case "get": return .promise(kind, value)
    case "tap", "validate": return .promise(.promise, value)
    case "asVoid": return .promise(type, .void)
    case "ensure", "ensureThen": return .promise(.promise, value)
    case "catch", "cauterize": return .finalizer
    case "recover":
      let recovered = result.promiseType ?? .thenable
      return .promise(recovered == .promise ? .promise : recovered, value)
    case "mapValues": return .promise(kind, .array(result))
    case "flatMapValues": return .promise(kind, .array(result.element))
    case "compactMapValues": return .promise(kind, .array(result.withoutOptional))
    case "thenMap":
      let all = type == .guarantee && result.promiseType == .guarantee
      return .promise(all ? .guarantee : .promise, .array(result.value))
    case "thenFlatMap": return .promise(.promise, .array(result.value.element))
    case "filterValues", "sortedValues": return .promise(type, value)
    case "firstValue", "lastValue": return .promise(.promise, value.element)
    case "wait", "async": return value
    case "value": return .optional(value)
    case "pipe": return .void
    default: return .unknown
    }
  }

  private func googleShape(_ name: String, _ call: FunctionCallExprSyntax?, _ value: Shape)
    -> Shape
  {
    switch name {
    case "then":
      let result = closure(of: call).result
      if result.promiseType?.library == .google { return .promise(.googlePromise, result.value) }
      let keepsValue =
        result == .void && call.map { expectedValue(of: ExprSyntax($0)) } != .some(.void)
      return .promise(.googlePromise, keepsValue ? value : result)
    case "catch", "always", "recover", "validate", "timeout", "delay", "reduce":
      return .promise(.googlePromise, value)
    case "async": return value
    case "value": return .optional(value)
    case "fulfill", "reject": return .void
    default: return .unknown
    }
  }

  private func boltsShape(_ name: String, _ call: FunctionCallExprSyntax?, _ value: Shape)
    -> Shape
  {
    let result = closure(of: call).result
    return switch name {
    case "continueWith", "continueOnSuccessWith": .promise(.task, result)
    case "continueWithTask", "continueOnSuccessWithTask": .promise(.task, result.value)
    case "continueOnErrorWith", "continueOnErrorWithTask": .promise(.task, value)
    case "result": .optional(value)
    case "asyncPromise": .named("AsyncPromises.Promise")
    default: .unknown
    }
  }
}

extension ClosureExprSyntax {
  /// Whether the body contains a `try` or a `throw`, outside nested closures and functions.
  var mayThrow: Bool {
    statements.hasOwn {
      $0.is(ThrowStmtSyntax.self)
        || $0.as(TryExprSyntax.self).map { $0.questionOrExclamationMark == nil } == true
    }
  }
}
