// How a closure inspects the completed Bolts task that it receives, and how the rewritten closure
// inspects an outcome instead.

import SwiftSyntax

struct OutcomeUse {
  let closure: ClosureExprSyntax
  /// Accesses such as `task.error`.
  private let members: [MemberAccessExprSyntax]
  /// The task itself, as an argument or a result.
  private let wholes: [DeclReferenceExprSyntax]
  private let results: [ExprSyntax]

  private static let names: Set<String> = ["result", "error", "faulted", "cancelled", "completed"]

  /// Nil if the closure does anything else with the task.
  init?(_ closure: ClosureExprSyntax, _ typer: Typer) {
    self.closure = closure
    var members: [MemberAccessExprSyntax] = []
    var wholes: [DeclReferenceExprSyntax] = []
    let name = closure.parameterNames.first ?? "$0"
    for use in NameReader.names(in: closure.statements) where use.text == name && name != "_" {
      // An inner closure may have a parameter with the same name.
      guard typer.resolve(name, at: use.node).origin == .local(closure.id) else { continue }
      if let access = use.node.parent?.as(MemberAccessExprSyntax.self) {
        let member = access.declName.baseName.text
        if Self.names.contains(member) {
          members.append(access)
        } else if LibraryOperator.named(member, in: .bolts) == nil {
          // A member that the sources declare.
          wholes.append(use.node)
        } else {
          return nil
        }
      } else if use.node.isPassedOn {
        wholes.append(use.node)
      } else {
        return nil
      }
    }
    (self.members, self.wholes) = (members, wholes)
    results = closure.results
  }

  /// The members of the task that the closure uses.
  var looks: Set<String> { Set(members.map(\.declName.baseName.text)) }

  var givesTypedResult: Bool { closure.signature?.returnClause != nil }

  /// Whether the closure does something and then returns the task itself.
  var givesItself: Bool {
    guard closure.statements.count > 1,
      closure.statements.last?.item.as(ReturnStmtSyntax.self) != nil
    else { return false }
    let given = Set(wholes.map(\.id))
    return !results.isEmpty
      && results.allSatisfy {
        $0.as(DeclReferenceExprSyntax.self).map { given.contains($0.id) } ?? false
      }
  }

  func givesNothing(_ typer: Typer) -> Bool {
    if typer.result(of: closure) == .void { return true }
    // A call on a continuation.
    return closure.onlyExpression?.lastStep?.step.name == "resume"
  }

  /// The name of the outcome in a closure that no longer mentions it.
  var ignored: String? {
    let isNamed = members.contains { $0.declName.baseName.text != "completed" }
    return closure.signature?.parameterClause == nil && !isNamed ? "_" : nil
  }

  /// The same, where the closure also gets the outcome as a whole.
  var ignoredWhole: String? { wholes.isEmpty ? ignored : nil }

  // MARK: Changes

  /// Inspects an outcome or, if `outcomes` names several, the first of them.
  func look(at outcomes: String?, _ edits: inout Edits) {
    removeType(&edits)
    for member in members { edits.look(member.declName.baseName.text) }
    for whole in wholes where outcomes == nil {
      edits.replace(whole, with: "Promise(\(whole.trimmedDescription))")
    }
    guard let outcomes, !members.isEmpty || !wholes.isEmpty else { return }
    let name = closure.parameters.first?.name
    if let name, closure.statements.count > 1 {
      edits.replace(name, with: outcomes)
      edits.insert(first: "let \(name.text) = \(outcomes)[0]", in: closure)
      for whole in wholes {
        edits.replace(whole, with: "Promise(\(whole.trimmedDescription))")
      }
      return
    }
    if let name { edits.replace(name, with: outcomes) }
    let first = name == nil ? "$0[0]" : "\(outcomes)[0]"
    for member in members where member.declName.baseName.text != "completed" {
      if let base = member.base { edits.replace(base, with: first) }
    }
    for whole in wholes { edits.replace(whole, with: "Promise(\(first))") }
  }

  /// Inspects an outcome, and returns nothing.
  func observe(_ edits: inout Edits) {
    removeType(&edits)
    for member in members { edits.look(member.declName.baseName.text) }
    for result in results {
      guard let statement = result.parent?.as(ReturnStmtSyntax.self) else { continue }
      let items = Array(closure.statements)
      let isLast = items.last?.item.id == statement.id
      if isLast, items.count > 1, !statement.leadingTrivia.hasComment {
        let before = items[items.count - 2]
        edits.remove(
          from: before.semicolon?.positionAfterSkippingLeadingTrivia ?? before.endPosition,
          to: statement.endPositionBeforeTrailingTrivia)
      } else {
        edits.remove(
          from: statement.returnKeyword.endPositionBeforeTrailingTrivia,
          to: result.endPositionBeforeTrailingTrivia)
      }
    }
  }

  private func removeType(_ edits: inout Edits) {
    guard let parameter = closure.parameters.first, let type = parameter.type else { return }
    edits.remove(
      from: parameter.name.endPositionBeforeTrailingTrivia,
      to: type.endPositionBeforeTrailingTrivia)
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the reference is an argument or a result.
  fileprivate var isPassedOn: Bool {
    guard let parent else { return false }
    return parent.is(ReturnStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self)
      || (parent.is(LabeledExprSyntax.self)
        && parent.parent?.parent?.is(TupleExprSyntax.self) != true)
  }
}

extension Trivia {
  var hasComment: Bool {
    contains { piece in
      switch piece {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
      default: false
      }
    }
  }
}

/// A member that closures use on a `Result`.
private struct Look {
  let type: String
  let comment: String
  let body: String

  static let all = [
    "result": Look(
      type: "Success?", comment: "The value, if there is one.", body: "try? get()"),
    "error": Look(
      type: "(any Error)?", comment: "The error, unless it stands for a cancellation.",
      body:
        "if case .failure(let error) = self, !(error is CancellationError) { error } else { nil }"),
    "faulted": Look(type: "Bool", comment: "Whether there is an error.", body: "error != nil"),
    "cancelled": Look(
      type: "Bool", comment: "Whether it is a cancellation.",
      body: "if case .failure(is CancellationError) = self { true } else { false }"),
  ]
}

extension Edits {
  /// Declares a member that a closure uses on a `Result`.
  mutating func look(_ name: String) {
    guard let look = Look.all[name] else { return }
    if name == "faulted" { self.look("error") }
    declare(
      """
        /// \(look.comment)
        fileprivate var \(name): \(look.type) {
          \(look.body)
        }
      """, in: "extension Result where Failure == any Error")
  }
}

extension Member {
  /// Whether an earlier rewrite has declared it.
  func isLook(_ name: String) -> Bool {
    let variable = node.parent?.parent
    return Look.all[name].map { variable?.description.contains("/// \($0.comment)\n") ?? false }
      ?? false
  }
}
