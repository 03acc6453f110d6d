// The form of an async function that still returns a promise, for callers that move later.

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
  /// Whether the result is awaited as it is, so that the call means an async function.
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

  /// The form, which follows the function.
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

/// Where a call is, as far as that decides whether it can mean an async function.
struct AsyncContext: Sendable {
  /// Whether the innermost closure or function around it is async.
  private let isAsync: Bool
  /// The innermost closure around it, and all functions.
  private let closure: SyntaxIdentifier?
  private let functions: [SyntaxIdentifier]

  init(of node: some SyntaxProtocol) {
    var isAsync: Bool?
    var closure: SyntaxIdentifier?
    var functions: [SyntaxIdentifier] = []
    var current = node.parent
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let here):
        let specifier = here.signature?.effectSpecifiers?.asyncSpecifier
        if functions.isEmpty { closure = closure ?? here.id }
        isAsync = isAsync ?? (specifier != nil || AwaitFinder.isFound(in: here.statements))
      case .functionDecl(let function):
        isAsync = isAsync ?? (function.signature.effectSpecifiers?.asyncSpecifier != nil)
        functions.append(function.id)
      case .initializerDecl(let initializer):
        isAsync = isAsync ?? (initializer.signature.effectSpecifiers?.asyncSpecifier != nil)
      case .accessorDecl(let accessor):
        isAsync = isAsync ?? (accessor.effectSpecifiers?.asyncSpecifier != nil)
      case .memberBlock: isAsync = isAsync ?? false
      default: break
      }
      current = here.parent
    }
    // At the top level of a program, code may await.
    self.isAsync = isAsync ?? true
    (self.closure, self.functions) = (closure, functions)
  }

  /// Whether a call means the form that returns a promise, once some functions are async, and some
  /// closures have become statements of theirs.
  func isSynchronous(
    _ converted: (SyntaxIdentifier) -> Bool, _ inlined: Set<SyntaxIdentifier>
  ) -> Bool {
    if let closure, !inlined.contains(closure) { return !isAsync }
    return !isAsync && !functions.contains(where: converted)
  }
}

/// Finds an `await` outside of inner closures and functions.
private final class AwaitFinder: SyntaxVisitor {
  private var found = false

  static func isFound(in statements: CodeBlockItemListSyntax) -> Bool {
    let finder = AwaitFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.found
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
