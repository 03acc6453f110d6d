// The form of an async function that still returns a promise, for callers that are converted later.

import SwiftSyntax

extension FunctionDeclSyntax {
  /// Whether the function only wraps the async function of the same name in a promise.
  var isPromiseForm: Bool {
    guard body?.statements.count == 1,
      let call = body?.statements.first?.item.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedDescription == "Promise.immediate",
      let inner = call.trailingClosure?.statements, inner.count == 1,
      let attempt = inner.first?.item.as(TryExprSyntax.self)?.expression,
      let wrapped = attempt.as(AwaitExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
    else { return false }
    return wrapped.calledExpression.trimmedDescription == name.text
  }
}

extension Member {
  var isPromiseForm: Bool { node.as(FunctionDeclSyntax.self)?.isPromiseForm == true }
}

extension FunctionCallExprSyntax {
  /// Whether the result is awaited as it is, so that the call refers to an async function.
  var isAwaited: Bool {
    guard wait(true) == nil else { return false }
    var node = parent
    while let here = node, here.is(ExprSyntax.self), !here.is(ClosureExprSyntax.self) {
      if here.is(AwaitExprSyntax.self) { return true }
      node = here.parent
    }
    return false
  }
}

extension AsyncFunction {
  /// Whether a form that returns a promise can be written beside the async function.
  var canKeepForm: Bool {
    canBeWrapped && !throwsBeforehand && !node.isLocal
      && node.signature.parameterClause.parameters.allSatisfy(\.canBePassedOn)
  }

  /// The text of the form, which is placed after the function.
  func form(_ unit: String) -> String {
    let indentation = node.blanksOfLine
    let arguments = node.signature.parameterClause.parameters.map { parameter in
      let name = (parameter.secondName ?? parameter.firstName).text
      return parameter.firstName.text == "_" ? name : "\(parameter.firstName.text): \(name)"
    }
    let call = "\(node.name.text)(\(arguments.joined(separator: ", ")))"
    return """


      \(indentation)/// Returns a promise, for callers that don't await.
      \(indentation)\(node.with(\.body, nil).trimmedDescription) {
      \(indentation)\(unit)Promise.immediate { try await \(call) }
      \(indentation)}
      """
  }
}

extension FunctionParameterSyntax {
  /// Whether a closure that outlives the call can pass the parameter on.
  fileprivate var canBePassedOn: Bool {
    let type = type.trimmedDescription
    return ellipsis == nil && (secondName ?? firstName).text != "_"
      && !type.contains("@autoclosure") && (!type.contains("->") || type.contains("@escaping"))
  }
}

extension SyntaxProtocol {
  /// Whether a call here refers to the form that returns a promise, once some functions are async
  /// and include the statements of closures. Where code may await, it refers to the async function.
  func meansForm(
    _ converted: (SyntaxIdentifier) -> Bool, _ inlined: Set<SyntaxIdentifier>
  ) -> Bool {
    // The innermost closure or function decides, unless an async function absorbs it.
    var isDecided = false
    var current = parent
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let closure) where !isDecided:
        let isAsync = closure.signature?.effectSpecifiers?.asyncSpecifier != nil
        if isAsync || closure.statements.hasOwn(where: { $0.is(AwaitExprSyntax.self) }) {
          return false
        }
        if !inlined.contains(closure.id) { return true }
        isDecided = true
      case .functionDecl(let function):
        if !isDecided, function.signature.effectSpecifiers?.asyncSpecifier != nil { return false }
        if converted(function.id) { return false }
        isDecided = true
      case .initializerDecl(let initializer) where !isDecided:
        if initializer.signature.effectSpecifiers?.asyncSpecifier != nil { return false }
        isDecided = true
      case .accessorDecl(let accessor) where !isDecided:
        if accessor.effectSpecifiers?.asyncSpecifier != nil { return false }
        isDecided = true
      case .memberBlock: isDecided = true
      default: break
      }
      current = here.parent
    }
    // At the top level of a program, code may await.
    return isDecided
  }
}
