// The indentation of code that leaves the braces around it.

import SwiftSyntax

extension Edits {
  /// Moves the lines of an expression to the left, as far as its first line moves.
  mutating func outdent(_ part: ExprSyntax, to blanks: String) {
    guard let first = part.firstToken(viewMode: .sourceAccurate), let before = first.indentation,
      before.hasPrefix(blanks), before != blanks
    else { return }
    let width = before.utf8.count - blanks.utf8.count
    for token in part.tokens(viewMode: .sourceAccurate).dropFirst()
    where !token.isInLongString {
      var position = token.position.utf8Offset
      var isNewLine = false
      for piece in token.leadingTrivia {
        switch piece {
        case .spaces(let count), .tabs(let count):
          if isNewLine, count >= width {
            add(
              Edit(
                range: position..<position + width, text: "", isClosing: false,
                isIndentation: true))
          }
          isNewLine = false
        default: isNewLine = piece.isNewline
        }
        position += piece.sourceLength.utf8Length
      }
    }
  }

  /// All edits, where those of indentation give way to others.
  var withIndentation: [Edit] {
    var lines: [Int: Int] = [:]
    for edit in list where edit.isIndentation {
      lines[edit.range.lowerBound, default: 0] += edit.range.count
    }
    let others = list.filter { !$0.isIndentation }
    return others
      + lines.compactMap { start, width in
        let range = start..<start + width
        let isTaken = others.contains {
          $0.range.overlaps(range) || range.dropFirst().contains($0.range.lowerBound)
        }
        return isTaken ? nil : Edit(range: range, text: "", isClosing: false)
      }
  }
}

extension TokenSyntax {
  /// Whether it is a part of a string of several lines, whose indentation counts.
  fileprivate var isInLongString: Bool {
    var current = parent
    while let here = current {
      if let string = here.as(StringLiteralExprSyntax.self),
        string.openingQuote.tokenKind == .multilineStringQuote
      {
        return true
      }
      current = here.parent
    }
    return false
  }
}
