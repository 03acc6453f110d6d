// Edits to the text of a file. A rewrite inserts and removes text around the code that stays, so
// that comments and layout stay as well, and rewrites can be nested.

import SwiftSyntax

/// A replacement of bytes in a file.
struct Edit: Hashable, Sendable {
  /// The range of UTF-8 offsets from the beginning of the file.
  let range: Range<Int>
  let text: String
  /// Whether the text belongs to the code before it, and so comes first at its position.
  let isClosing: Bool
  /// The length of the part of a chain that the text encloses.
  var extent: Int?
  /// Whether it only removes a part of a line's indentation, unless another edit does more there.
  var isIndentation = false
}

/// The edits that make up one rewrite, in terms of the syntax tree.
struct Edits: Hashable, Sendable {
  private(set) var list: [Edit] = []
  /// The members that the file must declare for these edits, once, at its end, keyed by extension.
  private(set) var declarations: [String: Set<String>] = [:]

  static let none = Edits()

  mutating func add(_ other: Edits) {
    list += other.list
    declarations.merge(other.declarations) { $0.union($1) }
  }

  mutating func remove(in ranges: [Range<Int>]) {
    list.removeAll { edit in
      ranges.contains {
        $0.contains(edit.range.lowerBound) && edit.range.upperBound <= $0.upperBound
      }
    }
  }

  /// Whether they replace or remove a part of a node.
  func change(_ node: some SyntaxProtocol) -> Bool {
    let range = node.offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    return list.contains { $0.range.overlaps(range) }
  }

  mutating func declare(_ member: String, in extended: String) {
    declarations[extended, default: []].insert(member)
  }

  mutating func withdraw(_ declaration: Declaration) {
    declarations[declaration.extended]?.remove(declaration.member)
    if declarations[declaration.extended]?.isEmpty == true {
      declarations[declaration.extended] = nil
    }
  }

  /// Adds edits that enclose these where they meet.
  mutating func add(around other: Edits) {
    list = other.list + list
    declarations.merge(other.declarations) { $0.union($1) }
  }

  // MARK: Places

  mutating func insert(_ text: String, before node: some SyntaxProtocol) {
    insert(text, at: node.positionAfterSkippingLeadingTrivia)
  }

  mutating func insert(_ text: String, after node: some SyntaxProtocol) {
    let place = node.endPositionBeforeTrailingTrivia.utf8Offset
    list.append(Edit(range: place..<place, text: text, isClosing: true))
  }

  mutating func insert(_ text: String, at position: AbsolutePosition) {
    let place = position.utf8Offset
    list.append(Edit(range: place..<place, text: text, isClosing: false))
  }

  /// Inserts text around a part of a chain. Where two of these insertions meet, the one around
  /// more code is the outer one. Of two around the same code, the later one is the outer one.
  ///
  /// - Parameter isOutside: whether the text is outside everything else around the same code.
  mutating func wrap(
    _ node: some SyntaxProtocol, _ opening: String, _ closing: String, isOutside: Bool = false
  ) {
    let start = node.offset
    let end = node.endPositionBeforeTrailingTrivia.utf8Offset
    for (place, text) in [(start, opening), (end, closing)] where !text.isEmpty {
      list.append(
        Edit(
          range: place..<place, text: text, isClosing: place == end,
          extent: (end - start) * 2 + (isOutside ? 1 : 0)))
    }
  }

  /// Makes the insertions before and after a part of a chain nest with those around other parts.
  mutating func enclose(_ node: some SyntaxProtocol) {
    let start = node.offset
    let end = node.endPositionBeforeTrailingTrivia.utf8Offset
    for (place, isClosing) in [(start, false), (end, true)] {
      let found = list.indices.filter { index in
        let edit = list[index]
        return edit.extent == nil && edit.range == place..<place && edit.isClosing == isClosing
      }
      guard let first = found.first else { continue }
      let text = found.map { list[$0].text }.joined()
      list[first] = Edit(
        range: place..<place, text: text, isClosing: isClosing, extent: (end - start) * 2)
      for index in found.dropFirst().reversed() { list.remove(at: index) }
    }
  }

  /// Merges the insertions around parts of a chain into one edit at each position.
  mutating func nest() {
    let around = list.filter { $0.extent != nil }.enumerated().sorted { left, right in
      let (a, b) = (left.element.extent ?? 0, right.element.extent ?? 0)
      return a == b ? left.offset < right.offset : a < b
    }.map(\.element)
    list.removeAll { $0.extent != nil }
    for (place, edits) in Dictionary(
      grouping: around, by: { [$0.isClosing ? 1 : 0, $0.range.lowerBound] }
    )
    .sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let texts = edits.map(\.text)
      let isClosing = place[0] == 1
      list.append(
        Edit(
          range: place[1]..<place[1], text: (isClosing ? texts : texts.reversed()).joined(),
          isClosing: isClosing))
    }
  }

  /// Inserts text at the beginning of a statement, before everything else that is inserted at this
  /// position.
  mutating func begin(_ text: String, before node: some SyntaxProtocol) {
    let place = node.offset
    list.append(Edit(range: place..<place, text: text, isClosing: true))
  }

  /// Replaces a node that no other rewrite changes: a name, a keyword, a type, a literal.
  mutating func replace(_ node: some SyntaxProtocol, with text: String) {
    replace(node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia, text)
  }

  mutating func remove(_ node: some SyntaxProtocol) { replace(node, with: "") }

  /// Removes the text between two positions.
  mutating func remove(from start: AbsolutePosition, to end: AbsolutePosition) {
    replace(start, end, "")
  }

  private mutating func replace(
    _ start: AbsolutePosition, _ end: AbsolutePosition, _ text: String
  ) {
    list.append(Edit(range: start.utf8Offset..<end.utf8Offset, text: text, isClosing: false))
  }

  // MARK: Calls

  /// Renames the called member or function. The code before the name stays, unless it is a module,
  /// and `name` that of a type's member.
  mutating func rename(_ call: FunctionCallExprSyntax, to name: String) {
    let callee = call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self), name.first?.isUppercase == false {
      replace(member.declName, with: name)
    } else {
      replace(callee, with: name)
    }
  }

  /// Replaces the name, arguments and closures of a call, if no other rewrite changes them.
  mutating func replaceCall(_ call: FunctionCallExprSyntax, _ text: String) {
    let start = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName
    replace(
      start?.positionAfterSkippingLeadingTrivia ?? call.positionAfterSkippingLeadingTrivia,
      call.endPositionBeforeTrailingTrivia, text)
  }

  /// Reduces an expression to a part: `firstly { load() }` becomes `load()`. Comments around the
  /// part stay next to it.
  mutating func unwrap(_ part: ExprSyntax, of whole: ExprSyntax) {
    let (before, after) = whole.comments(around: part)
    remove(
      from: whole.positionAfterSkippingLeadingTrivia, to: part.positionAfterSkippingLeadingTrivia)
    remove(from: part.endPositionBeforeTrailingTrivia, to: whole.endPositionBeforeTrailingTrivia)
    // `firstly { a ?? b }.then { … }`
    let needsParentheses = part.is(SequenceExprSyntax.self) && whole.isPartOfLongerChain
    let (left, right) = needsParentheses ? ("(", ")") : ("", "")
    insert(before.map { "\($0) " }.joined() + left, before: part)
    insert(right + after.map { " \($0)" }.joined(), after: part)
    outdent(part, to: whole.blanksOfLine)
  }

  /// Removes an argument in the parentheses, and the parentheses if nothing else is in them and a
  /// trailing closure follows.
  mutating func remove(_ argument: LabeledExprSyntax, of call: FunctionCallExprSyntax) {
    let arguments = Array(call.arguments)
    guard let index = arguments.firstIndex(where: { $0.id == argument.id }) else { return }
    if arguments.count == 1, call.trailingClosure != nil, let left = call.leftParen,
      let right = call.rightParen
    {
      return remove(
        from: left.positionAfterSkippingLeadingTrivia, to: right.endPositionBeforeTrailingTrivia)
    }
    if index + 1 < arguments.count {
      let next = arguments[index + 1]
      if argument.trailingTrivia.hasComment || next.leadingTrivia.hasComment {
        return remove(argument)
      }
      remove(
        from: argument.positionAfterSkippingLeadingTrivia,
        to: arguments[index + 1].positionAfterSkippingLeadingTrivia)
    } else if index > 0 {
      remove(
        from: arguments[index - 1].expression.endPositionBeforeTrailingTrivia,
        to: argument.endPositionBeforeTrailingTrivia)
    } else {
      remove(argument)
    }
  }

  /// Removes the label of an argument: `fulfilled: promises` becomes `promises`.
  mutating func removeLabel(of argument: LabeledExprSyntax) {
    guard let label = argument.label else { return }
    remove(
      from: label.positionAfterSkippingLeadingTrivia,
      to: argument.expression.positionAfterSkippingLeadingTrivia)
  }
}

extension SyntaxProtocol {
  /// The indentation of a node that starts its line; nil for any other node.
  var indentation: String? {
    guard let token = firstToken(viewMode: .sourceAccurate) else { return nil }
    var blanks = ""
    for piece in token.leadingTrivia.reversed() {
      switch piece {
      case .spaces(let count): blanks = String(repeating: " ", count: count) + blanks
      case .tabs(let count): blanks = String(repeating: "\t", count: count) + blanks
      case .newlines, .carriageReturns, .carriageReturnLineFeeds: return blanks
      default: blanks = ""
      }
    }
    return token.previousToken(viewMode: .sourceAccurate) == nil ? blanks : nil
  }
}

/// The error if two rewrites change the same text of a file, which is a bug in this tool. The file
/// is then left unchanged.
package struct OverlapError: Error, Hashable, Sendable {
  package let offset: Int
}

extension Edits {
  mutating func add(_ edit: Edit) { list.append(edit) }

  /// Applies all edits to `text`.
  func applied(to text: String) throws(OverlapError) -> String {
    let ordered = withIndentation.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.range.lowerBound != b.range.lowerBound {
        return a.range.lowerBound < b.range.lowerBound
      }
      // Insertions come before a removal at the same position. Closing texts come first, starting
      // with the innermost. Opening texts start with the outermost, because outer chains are found
      // before inner ones.
      if a.range.isEmpty != b.range.isEmpty { return a.range.isEmpty }
      if a.isClosing != b.isClosing { return a.isClosing }
      return a.isClosing ? left.offset > right.offset : left.offset < right.offset
    }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    for (_, edit) in ordered {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else {
        throw OverlapError(offset: edit.range.lowerBound)
      }
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    result += bytes[position...]
    for (extended, members) in declarations.sorted(by: { $0.key < $1.key }) {
      let body = members.sorted().joined(separator: "\n\n")
      result += "\n\(extended) {\n\(body)\n}\n".utf8
    }
    return String(decoding: result, as: UTF8.self)
  }
}
