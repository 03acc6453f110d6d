// Adds a statement to a closure.

import SwiftSyntax

/// The body of a closure that gets a new first statement.
struct ClosureBody {
  let closure: ClosureExprSyntax
  /// The expression that needs a `return` once it is no longer the only statement.
  private let result: Syntax?

  /// Nil if it is unclear whether the only statement is the result.
  init?(_ closure: ClosureExprSyntax, isVoid: Bool) {
    self.closure = closure
    guard !isVoid, closure.statements.count == 1, let only = closure.statements.first else {
      result = nil
      return
    }
    if let expression = only.item.as(ExprSyntax.self) {
      let isAssignment =
        expression.as(SequenceExprSyntax.self)?.elements.contains {
          $0.is(AssignmentExprSyntax.self)
        } ?? false
      result = isAssignment ? nil : Syntax(expression)
      return
    }
    // Without a `return` in it, an `if` or `switch` is the result itself.
    if only.item.is(ExpressionStmtSyntax.self), closure.statements.returnedExpressions.isEmpty {
      return nil
    }
    result = nil
  }

  /// Names the first parameter if it is `_`.
  func name(_ name: String, _ edits: inout Edits) {
    guard name != "$0", closure.parameterNames.first == "_" else { return }
    closure.parameters.first.map { edits.replace($0.name, with: name) }
  }

  func begin(_ statement: String, _ edits: inout Edits) {
    edits.insert(first: statement, in: closure)
    if let result { edits.insert("return ", before: result) }
  }
}

extension ClosureExprSyntax {
  /// Returns a name that the closure doesn't use.
  func free(_ names: String...) -> String {
    let taken = Set(tokens(viewMode: .sourceAccurate).map(\.text))
    if let free = names.first(where: { !taken.contains($0) }) { return free }
    var free = names.last ?? "it"
    while taken.contains(free) { free = "_\(free)" }
    return free
  }

}
