// An extension of a promise, as one extension for each member: some may move while others stay.

import SwiftSyntax

enum ExtensionParts {
  private static let mark = "/*part*/"

  /// The text with an extension for each member. All lines keep their numbers.
  static func split(_ text: String, _ tree: SourceFileSyntax) -> String {
    var bytes = Array(text.utf8)
    for statement in tree.statements.reversed() {
      guard let node = statement.item.as(ExtensionDeclSyntax.self), node.canBeSplit else {
        continue
      }
      let header = header(of: node, in: bytes)
      for member in node.memberBlock.members.dropLast().reversed() {
        let end = member.endPositionBeforeTrailingTrivia.utf8Offset
        bytes.insert(contentsOf: "}\(mark)\(header) {".utf8, at: end)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with parts that follow each other as one extension again, unless their headers
  /// differ.
  static func joined(_ text: String) -> String {
    guard text.contains(mark) else { return text }
    var bytes = Array(text.utf8)
    let items = SourceFile.parse(text).statements.map(\.item)
    for (before, item) in zip(items, items.dropFirst()).reversed() {
      let brace = before.endPositionBeforeTrailingTrivia.utf8Offset - 1
      let start = item.positionAfterSkippingLeadingTrivia.utf8Offset
      guard let node = item.as(ExtensionDeclSyntax.self),
        bytes[brace..<start].elementsEqual("}\(mark)".utf8)
      else { continue }
      let end = node.memberBlock.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
      let header = header(of: node, in: bytes)
      if let before = before.as(ExtensionDeclSyntax.self),
        self.header(of: before, in: bytes) == header
      {
        bytes.removeSubrange(brace..<end)
      } else {
        let blank = bytes[end...].starts(with: "\n\n".utf8) ? 1 : 0
        bytes.replaceSubrange(brace..<(end + blank), with: "\n}\n\n\(header) {".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All before the brace, as it is written.
  private static func header(of node: ExtensionDeclSyntax, in bytes: [UInt8]) -> String {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = node.memberBlock.leftBrace.positionAfterSkippingLeadingTrivia.utf8Offset
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension ExtensionDeclSyntax {
  private static let promises: Set<String> = [
    "Promise", "Guarantee", "Resolver", "Task", "Thenable", "CatchMixin",
  ]

  /// Whether it is of a promise, and each member is on lines of its own, which other extensions can
  /// use.
  fileprivate var canBeSplit: Bool {
    let header = tokens(viewMode: .sourceAccurate).prefix { $0.id != memberBlock.leftBrace.id }
    return Self.promises.contains(extendedType.lastName) && inheritanceClause == nil
      && header.dropFirst().allSatisfy { $0.leadingTrivia.allSatisfy(\.isWhitespace) }
      && memberBlock.members.allSatisfy { member in
        let modifiers = member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers
        return !member.decl.is(IfConfigDeclSyntax.self) && modifiers?.has(.private) != true
          && member.leadingTrivia.contains { $0.isNewline }
      }
  }
}
