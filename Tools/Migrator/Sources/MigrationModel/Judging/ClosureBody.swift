// A closure that a statement is added to.

import SwiftSyntax

/// The body of a closure that gets a statement before its others.
struct ClosureBody {
  let closure: ClosureExprSyntax
  /// What `return` has to be written before, once it is not the only statement any more.
  private let result: Syntax?

  /// Fails if it can't be told whether the only statement is the result.
  init?(_ closure: ClosureExprSyntax, isVoid: Bool) {
    self.closure = closure
    guard !isVoid, closure.statements.count == 1, let only = closure.statements.first else {
      result = nil
      return
    }
    switch only.item {
    case .expr(let expression):
      let isAssignment =
        expression.as(SequenceExprSyntax.self)?.elements.contains {
          $0.is(AssignmentExprSyntax.self)
        } ?? false
      result = isAssignment ? nil : Syntax(expression)
    case .stmt(let statement):
      guard statement.is(ExpressionStmtSyntax.self) else {
        result = nil
        return
      }
      // An `if` or a `switch`: without any `return`, it is the result itself.
      guard !closure.statements.returnedExpressions.isEmpty else { return nil }
      result = nil
    case .decl: result = nil
    }
  }

  /// Gives the first parameter a name in place of `_`.
  func name(_ name: String, _ edits: inout Edits) {
    guard name != "$0", closure.parameterNames.first == "_" else { return }
    closure.nameOfFirst.map { edits.replace($0, with: name) }
  }

  func begin(_ statement: String, _ edits: inout Edits) {
    edits.insert(first: statement, in: closure)
    if let result { edits.insert("return ", before: result) }
  }
}

extension ClosureExprSyntax {
  /// A name that the closure does not mention.
  func free(_ names: String...) -> String {
    let taken = Set(tokens(viewMode: .sourceAccurate).map(\.text))
    if let free = names.first(where: { !taken.contains($0) }) { return free }
    var free = names.last ?? "it"
    while taken.contains(free) { free = "_\(free)" }
    return free
  }

  /// The name of the first parameter where it is written.
  var nameOfFirst: TokenSyntax? {
    switch signature?.parameterClause {
    case .simpleInput(let names)?: names.first?.name
    case .parameterClause(let list)?:
      list.parameters.first.map { $0.secondName ?? $0.firstName }
    case nil: nil
    }
  }
}
