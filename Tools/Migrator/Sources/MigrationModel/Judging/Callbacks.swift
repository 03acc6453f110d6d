// Functions with a completion handler: the handler's parameters, and whether `wrap` accepts it.

import SwiftSyntax

/// The parameters of a completion handler.
enum CallbackShape: String, Sendable {
  case nothing = "()"
  case value = "(T)"
  case valueOrError = "(T?, Error?)"
  case error = "(Error?)"
  case result = "(Result)"
  case flagOrError = "(Bool, Error?)"
  case twoOrError = "(T?, U?, Error?)"
  case two = "(T, U)"
  case errorFirst = "(Error?, T?)"
  case errorAndValue = "(Error?, T)"
  case other

  /// Whether it says how an operation ended, so that the handler needs no descriptive name.
  var isOutcome: Bool {
    switch self {
    case .valueOrError, .error, .result, .flagOrError, .twoOrError, .errorFirst, .errorAndValue:
      true
    case .nothing, .value, .two, .other: false
    }
  }

  /// Whether there is a `Promise.wrap` for it.
  var isWrappable: Bool { ![.errorFirst, .errorAndValue, .other].contains(self) }

  /// Whether there is a `Promise.wrap(cancel:)` for it.
  var isWrappableWithCancel: Bool { isWrappable && self != .nothing && self != .two }

  init(_ parameters: [Shape]) {
    let error = Shape.optional(.named("Error"))
    let parameters = parameters.map { $0.isOptionalError ? error : $0 }
    func isOptional(_ shape: Shape) -> Bool { shape != shape.withoutOptional && shape != error }
    switch parameters.count {
    case 0: self = .nothing
    case 1:
      if parameters[0] == error {
        self = .error
      } else if [.named("Result"), .named("Swift.Result")].contains(parameters[0]) {
        self = .result
      } else {
        self = parameters[0] == .named("Error") || !parameters[0].isKnown ? .other : .value
      }
    case 2 where parameters[1] == error:
      self =
        parameters[0] == .named("Bool")
        ? .flagOrError : isOptional(parameters[0]) ? .valueOrError : .other
    case 2 where parameters[0] == error:
      self = isOptional(parameters[1]) ? .errorFirst : .errorAndValue
    case 2:
      let mayBeErrors = parameters.contains { $0 == .named("Error") || isOptional($0) }
      self = mayBeErrors ? .other : .two
    case 3 where parameters[2] == error && isOptional(parameters[0]) && isOptional(parameters[1]):
      self = .twoOrError
    default: self = .other
    }
  }
}

/// A function with a completion handler.
struct CallbackFunction {
  let member: Member
  let shape: CallbackShape
  let verdict: Verdict
  /// The promise form to add next to it.
  private(set) var form: CallbackForm?

  private static let names: Set<String> = [
    "completion", "completionHandler", "completed", "completionBlock", "callback", "handler",
    "onCompletion", "onComplete", "onFinish", "onResult", "whenDone", "reply", "success",
    "failure", "onSuccess", "onFailure", "onError",
  ]

  /// Nil unless a parameter is named like a completion handler, or is the last one and receives an
  /// outcome. The handler must escape and return nothing.
  init?(_ member: Member, _ typer: Typer) {
    guard member.kind == .function || member.kind == .initializer else { return nil }
    let handlers = member.parameters.enumerated().compactMap {
      index, parameter -> ([Shape], Int)? in
      let names = [parameter.name, parameter.label ?? ""]
      let isNamed = names.contains { Self.names.contains($0) }
      let isLast = index + 1 == member.parameters.count && !names.contains { $0.namesEvents }
      guard isNamed || isLast else { return nil }
      let type = typer.resolver.shape(of: parameter.type, in: member.context)
      guard case .function(let given, .tuple(let result)) = type.unwrapped, result.isEmpty else {
        return nil
      }
      let isKept = parameter.type.isEscaping || type != type.unwrapped
      guard isKept else { return nil }
      let shapes = CallbackValue(typer, member.context).shapes(given, of: parameter.type)
      return isNamed || CallbackShape(shapes).isOutcome ? (shapes, index) : nil
    }
    guard let (first, index) = handlers.first else { return nil }
    self.member = member
    shape = handlers.count > 1 ? .other : CallbackShape(first)
    if handlers.count > 1 {
      verdict = .kept(.severalCallbacks)
      return
    }
    if Self.isRepeated(member, handler: member.parameters[index], typer) {
      verdict = .kept(.repeatedCallback)
      return
    }
    switch CallbackForm.find(for: member, shape, handler: index, typer) {
    case .success(let form):
      self.form = form
      verdict = .rewritten(
        Rewrite(form.isCancelled ? "Promise.wrap(cancel:) { … }" : "Promise.wrap { … }"))
    case .failure(let failure): verdict = .kept(failure.reason)
    }
  }
}

extension Typer {
  /// The shape of the called function's completion handler; nil if the function isn't in the given
  /// sources.
  func callback(of call: FunctionCallExprSyntax) -> CallbackShape? {
    let shapes = calledMembers(call).map { member -> CallbackShape? in
      let types = member.parameters.map {
        resolver.shape(of: $0.type, in: member.context).unwrapped
      }
      guard case .function(let given, _)? = types.last(where: \.isFunction) else { return nil }
      return CallbackShape(given)
    }
    guard let first = shapes.first, shapes.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}

extension Shape {
  /// Objective-C's callbacks pass its own kind of errors.
  var isOptionalError: Bool {
    [.optional(.named("Error")), .optional(.named("NSError"))].contains(self)
  }

  fileprivate var isFunction: Bool { if case .function = self { true } else { false } }
}
