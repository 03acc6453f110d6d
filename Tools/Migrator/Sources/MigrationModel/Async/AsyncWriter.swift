// Writes the new text of one file: async functions and the calls to them.

import SwiftSyntax

/// The facts about a program's functions that are known before the program is rewritten.
struct AsyncPlan: Sendable {
  /// The functions that calls refer to.
  var functions: [SyntaxIdentifier: AsyncFunction] = [:]
  /// The functions that become async.
  var converted: [SyntaxIdentifier: AsyncFunction] = [:]
  /// The paths of actors.
  var actors: Set<String> = []
  /// The paths of classes.
  var classes: Set<String> = []
  /// The functions that keep a form that returns a promise.
  var forms: Set<SyntaxIdentifier> = []
  /// The closures that become statements of async functions.
  var inlined: Set<SyntaxIdentifier> = []
  /// Whether work may be cancelled along with the task that awaits it.
  let isStructured: Bool

  init(isStructured: Bool) { self.isStructured = isStructured }

  /// Whether the call is to a function that is, or becomes, async.
  func isConverted(_ call: FunctionCallExprSyntax) -> Bool {
    functions[call.id].map { $0.isForm || converted[$0.id] != nil } ?? false
  }

  /// Whether the call still refers to a function that returns a promise.
  func meansForm(_ call: FunctionCallExprSyntax) -> Bool {
    guard let function = functions[call.id], function.isForm || forms.contains(function.id) else {
      return false
    }
    return call.meansForm({ converted[$0] != nil }, inlined)
  }
}

/// Writes one file. Not safe to share between threads.
final class AsyncWriter {
  enum Mode {
    /// `return` stays as it is.
    case plain
    /// `return` returns a promise, from a function or from a closure at the end of its chain.
    case promise
    /// The same, but more links follow: a returned rejection becomes a `throw`.
    case rejecting
    /// `return` ends a handler, and the error is rethrown.
    case rethrowing(String)
  }

  let source: SourceFile
  let typer: Typer
  let plan: AsyncPlan
  let unit: String
  /// The names in the function that is being written.
  var names: AsyncNames
  var function: AsyncFunction
  /// Calls that are awaited in place.
  var awaited: Set<SyntaxIdentifier> = []
  /// Why the function can't be async after all.
  var failure: Reason?
  /// Links that can't become statements, and why.
  var keptLinks: [SyntaxIdentifier: Kept] = [:]
  /// The names that replace `$0` in the closure of a promise, by position.
  var captured: [AbsolutePosition: String] = [:]
  /// The number of enclosing blocks that have more to do after the current statement.
  var blocks = 0
  /// Whether the function is tail-recursive, and so becomes a loop.
  var isLoop = false
  /// The parameters that the loop changes.
  var changed: Set<String> = []
  /// Whether the function calls itself other than in a tail call.
  var isRecursive = false
  /// Closures whose statements have become the function's own.
  var inlined: Set<SyntaxIdentifier> = []
  private let bytes: [UInt8]

  init(_ source: SourceFile, _ typer: Typer, _ plan: AsyncPlan, _ function: AsyncFunction) {
    self.source = source
    self.typer = typer
    self.plan = plan
    self.function = function
    unit = source.tree.indentationUnit
    names = AsyncNames(function)
    bytes = Array(source.text.utf8)
  }

  var actors: Set<String> { plan.actors }

  // MARK: Text

  /// The text of a node with all changes applied.
  func text(of node: some SyntaxProtocol, _ mode: Mode = .plain) -> String {
    text(
      from: node.positionAfterSkippingLeadingTrivia, to: node.endPositionBeforeTrailingTrivia,
      edits(in: node, mode))
  }

  func text(from start: AbsolutePosition, to end: AbsolutePosition, _ edits: Edits) -> String {
    let range = start.utf8Offset..<end.utf8Offset
    let inside = edits.list.filter {
      $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound
    }
    let piece = String(decoding: bytes[range], as: UTF8.self)
    return (try? Edits(inside, movedBy: -range.lowerBound).applied(to: piece)) ?? piece
  }

  func edits(in node: some SyntaxProtocol, _ mode: Mode) -> Edits {
    let collector = AsyncCollector(self, mode)
    collector.walk(node)
    return collector.edits
  }

  // MARK: Calls

  /// The expression to await in place of a promise.
  func awaiting(_ expression: ExprSyntax, isHead: Bool) -> String {
    if isHead, let call = expression.as(FunctionCallExprSyntax.self),
      plan.functions[call.id] != nil
    {
      awaited.insert(call.id)
      if plan.functions[call.id]?.id == function.id { isRecursive = true }
      return plan.isConverted(call) ? text(of: expression) : "\(text(of: expression)).get()"
    }
    let text = text(of: expression)
    let needsParentheses =
      expression.is(SequenceExprSyntax.self) || expression.is(TernaryExprSyntax.self)
    return needsParentheses ? "(\(text)).get()" : "\(text).get()"
  }
}

extension Edits {
  init(_ list: [Edit], movedBy distance: Int) {
    self.init()
    for edit in list {
      let range = (edit.range.lowerBound + distance)..<(edit.range.upperBound + distance)
      add(Edit(range: range, text: edit.text, isClosing: edit.isClosing))
    }
  }
}

/// Collects the changes in a node.
private final class AsyncCollector: SyntaxVisitor {
  var edits = Edits()
  private let writer: AsyncWriter
  private var modes: [AsyncWriter.Mode]

  init(_ writer: AsyncWriter, _ mode: AsyncWriter.Mode) {
    self.writer = writer
    modes = [mode]
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    modes.append(.plain)
    return .visitChildren
  }
  override func visitPost(_ node: ClosureExprSyntax) { modes.removeLast() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    modes.append(.plain)
    guard let function = writer.plan.converted[node.id] else { return .visitChildren }
    let inner = AsyncWriter(writer.source, writer.typer, writer.plan, function)
    edits.add(inner.written)
    if writer.plan.forms.contains(function.id) {
      edits.insert(function.form(writer.unit), after: node)
    }
    writer.keptLinks.merge(inner.keptLinks) { first, _ in first }
    return .skipChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { modes.removeLast() }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    switch modes.last {
    case .promise?:
      writer.lower(node, &edits)
      return .skipChildren
    case .rejecting?:
      guard let error = node.expression?.rejectedError else { return .visitChildren }
      edits.replace(node, with: "throw \(writer.text(of: error))")
      return .skipChildren
    case .rethrowing(let name)?:
      edits.replace(node, with: "throw \(name)")
      return .skipChildren
    case .plain?, nil: return .visitChildren
    }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard writer.plan.isConverted(node), !writer.awaited.contains(node.id) else {
      return .visitChildren
    }
    if writer.plan.functions[node.id]?.id == writer.function.id { writer.isRecursive = true }
    if let wait = node.wait(writer.plan.isStructured) {
      edits.remove(
        from: node.endPositionBeforeTrailingTrivia, to: wait.endPositionBeforeTrailingTrivia)
    } else if !writer.plan.meansForm(node) {
      let isUnused = !ExprSyntax(node).isPartOfLongerChain && ExprSyntax(node).isUnusedResult
      let captures = writer.captures(node, &edits)
      let isMember = writer.plan.functions[node.id]?.member.context.path.isEmpty == false
      let owner = isMember && node.isNamedLikeItsConstant ? "self." : ""
      edits.insert(
        "\(isUnused ? "_ = " : "")Promise.immediate { \(captures)try await \(owner)",
        before: node)
      edits.insert(" }", after: node)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let place = node.positionAfterSkippingLeadingTrivia
    if let name = writer.captured[place] ?? writer.names.renamed[place] {
      edits.replace(node.baseName, with: name)
    }
    return .visitChildren
  }
}

extension FunctionCallExprSyntax {
  /// Whether it is the value in `let portrait = portrait(of: user)`: in a closure there, the name
  /// would refer to the constant.
  fileprivate var isNamedLikeItsConstant: Bool {
    guard let name = calledName?.name, calledExpression.is(DeclReferenceExprSyntax.self) else {
      return false
    }
    var current = parent
    while let here = current, !here.is(CodeBlockItemSyntax.self) {
      if let binding = here.as(PatternBindingSyntax.self) {
        return binding.pattern.trimmedDescription == name
      }
      current = here.parent
    }
    return false
  }

  /// The `get()`, or if allowed the `value`, that is used on this call's result.
  func wait(_ orValue: Bool) -> ExprSyntax? {
    guard let member = parent?.as(MemberAccessExprSyntax.self),
      member.base?.id == ExprSyntax(self).id
    else { return nil }
    let name = member.declName.baseName.text
    if name == "value", orValue { return ExprSyntax(member) }
    guard name == "get", let call = member.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == ExprSyntax(member).id, call.allArguments.isEmpty
    else { return nil }
    return ExprSyntax(call)
  }
}

extension AsyncWriter {
  /// `[value = $0] in ` if the call uses the unnamed parameters of a closure around it.
  func captures(_ call: FunctionCallExprSyntax, _ edits: inout Edits) -> String {
    let finder = DollarFinder(viewMode: .sourceAccurate)
    finder.walk(call)
    let uses = finder.uses.filter {
      names.renamed[$0.positionAfterSkippingLeadingTrivia] == nil
    }
    guard !uses.isEmpty else { return "" }
    let words = Set(call.tokens(viewMode: .sourceAccurate).map(\.text))
    var new: [String: String] = [:]
    for use in uses where new[use.baseName.text] == nil {
      var name = "value"
      var number = 1
      while words.contains(name) || new.values.contains(name) {
        number += 1
        name = "value\(number)"
      }
      new[use.baseName.text] = name
    }
    for use in uses {
      captured[use.positionAfterSkippingLeadingTrivia] = new[use.baseName.text]
    }
    let list = new.sorted { $0.key < $1.key }.map { "\($0.value) = \($0.key)" }
    return "[\(list.joined(separator: ", "))] in "
  }
}
