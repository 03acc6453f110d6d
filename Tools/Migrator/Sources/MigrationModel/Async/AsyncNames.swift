// Resolves conflicts between names that came from separate closures and now share a scope.

import SwiftSyntax

/// Chooses names in the function for the values that closures received or declared.
struct AsyncNames {
  /// The new names of references, by position.
  private(set) var renamed: [AbsolutePosition: String] = [:]
  private var bound: [SyntaxIdentifier: Set<String>] = [:]
  private var made: Set<String> = []

  /// How many times each name occurs, other than as a member or a label.
  private let words: [String: Int]
  /// The parameters of a recursive function, which a loop assigns new values.
  private let reserved: Set<String>

  init(_ asyncFunction: AsyncFunction) {
    let function = asyncFunction.node
    let member = asyncFunction.member
    let calls = CallFinder(member.name)
    calls.walk(function)
    reserved = calls.isFound ? Set(member.parameters.map(\.name)) : []
    words = function.tokens(viewMode: .sourceAccurate).reduce(into: [:]) { words, token in
      guard case .identifier = token.tokenKind, token.isName else { return }
      words[token.identifierText, default: 0] += 1
    }
  }

  /// Returns a scope's name for the value that a closure calls `name`; nil if there is none.
  ///
  /// - Parameters:
  ///   - suggestion: the name to use if the closure doesn't name the value.
  ///   - callee: the function that returns the value.
  ///   - isDeclaredBefore: whether the constant is declared before the code that produces the
  ///     value.
  mutating func bind(
    _ name: String, _ closure: ClosureExprSyntax, in scope: CodeBlockItemListSyntax,
    insteadOf suggestion: String? = nil, callee: String? = nil, isDeclaredBefore: Bool = false
  ) -> String? {
    var new = name
    if let suggestion {
      let isFree =
        suggestion == callee && words[suggestion] == 1 && !isDeclaredBefore
        && !made.contains(suggestion)
      // The constant can share the function's name if the name is used only once, to get the value.
      new = isFree ? suggestion : fresh(suggestion)
      made.insert(new)
    } else if collides(name, closure, in: scope, before: isDeclaredBefore) {
      new = fresh(name)
    }
    if new != name {
      let finder = UseFinder(name)
      finder.walk(closure.statements)
      guard !finder.isDeclaredAgain else { return nil }
      for use in finder.uses { renamed[use] = new }
    }
    bound[scope.id, default: []].insert(new)
    return new
  }

  /// Declares a closure's local name in a scope. Returns false if it is already in use there.
  mutating func bind(
    local name: String, of closure: ClosureExprSyntax, in scope: CodeBlockItemListSyntax
  ) -> Bool {
    guard !collides(name, closure, in: scope) else { return false }
    bound[scope.id, default: []].insert(name)
    return true
  }

  /// Returns a name that the function doesn't use.
  mutating func fresh(_ name: String) -> String {
    var candidate = name
    var number = 1
    while words[candidate] != nil || made.contains(candidate) {
      number += 1
      candidate = "\(name)\(number)"
    }
    made.insert(candidate)
    return candidate
  }

  private func collides(
    _ name: String, _ closure: ClosureExprSyntax, in scope: CodeBlockItemListSyntax,
    before: Bool = false
  ) -> Bool {
    if reserved.contains(name) || bound[scope.id]?.contains(name) == true || made.contains(name) {
      return true
    }
    for item in scope where item.declaredNames.contains(name) { return true }
    let finder = UseFinder(name, besides: closure)
    finder.walk(scope)
    return (finder.uses + finder.captures).contains { before || $0 > closure.position }
  }

  mutating func rename(_ name: String, _ new: String, in closure: ClosureExprSyntax) -> Bool {
    let finder = UseFinder(name)
    finder.walk(closure.statements)
    guard !finder.isDeclaredAgain else { return false }
    for use in finder.uses { renamed[use] = new }
    return true
  }
}

extension TokenSyntax {
  /// Whether the token is neither a label nor a member of anything but `self`.
  fileprivate var isName: Bool {
    if let reference = parent?.as(DeclReferenceExprSyntax.self),
      let access = reference.parent?.as(MemberAccessExprSyntax.self),
      access.declName.id == reference.id
    {
      return access.base?.trimmedDescription == "self"
    }
    return parent?.is(LabeledExprSyntax.self) != true
  }
}

extension CodeBlockItemSyntax {
  /// The names that the statement declares for the statements after it.
  var declaredNames: [String] {
    if let variable = item.as(VariableDeclSyntax.self) {
      return variable.bindings.flatMap { $0.pattern.boundNames.map(\.name) }
    }
    if let function = item.as(FunctionDeclSyntax.self) { return [function.name.identifierText] }
    if let check = item.as(GuardStmtSyntax.self) {
      return check.conditions.flatMap { element in
        element.condition.as(OptionalBindingConditionSyntax.self)?.pattern.boundNames.map(\.name)
          ?? []
      }
    }
    return []
  }
}

/// Finds the uses of a name, except in closures with a parameter of that name.
final class UseFinder: SyntaxVisitor {
  private(set) var uses: [AbsolutePosition] = []
  private(set) var isDeclaredAgain = false
  private(set) var captures: [AbsolutePosition] = []

  private let name: String
  private let excluded: SyntaxIdentifier?

  init(_ name: String, besides closure: ClosureExprSyntax? = nil) {
    self.name = name
    excluded = closure?.id
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    if let access, access.declName.id == node.id { return .visitChildren }
    if node.baseName.identifierText == name {
      uses.append(node.positionAfterSkippingLeadingTrivia)
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if node.id == excluded || node.parameterNames.contains(name) { return .skipChildren }
    // The closure has its own `$0`.
    if name.hasPrefix("$"), node.parameterNames.isEmpty { return .skipChildren }
    return .visitChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if node.name.identifierText == name, node.initializer == nil {
      isDeclaredAgain = true
      captures.append(node.positionAfterSkippingLeadingTrivia)
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if node.identifier.identifierText == name { isDeclaredAgain = true }
    return .visitChildren
  }
}

/// Finds calls to a function by its unqualified name or through `self`.
private final class CallFinder: SyntaxVisitor {
  private(set) var isFound = false
  private let name: String

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    if node.calledName?.name == name
      || (member?.declName.baseName.text == name && member?.base?.trimmedDescription == "self")
    {
      isFound = true
    }
    return .visitChildren
  }
}
