// Moves lines of text out of closures and into other blocks.

import SwiftSyntax

enum AsyncText {
  /// The lines of `text` without their original indentation. The first line has none.
  static func lines(_ text: String, without indentation: String) -> [String] {
    if text.isEmpty { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      index, line in
      index > 0 && line.hasPrefix(indentation)
        ? String(line.dropFirst(indentation.count)) : String(line)
    }
  }

  static func indented(_ lines: [String], by unit: String) -> [String] {
    lines.map { $0.isEmpty ? $0 : unit + $0 }
  }

  /// The comments in trivia, one per line.
  static func comments(_ trivia: Trivia) -> [String] {
    trivia.pieces.compactMap { piece in
      switch piece {
      case .lineComment(let text), .docLineComment(let text): text
      case .blockComment(let text), .docBlockComment(let text): text
      default: nil
      }
    }
  }
}

extension SyntaxProtocol {
  /// The length of the text before the node on its line.
  var positionInLine: Int {
    var token = firstToken(viewMode: .sourceAccurate)
    while let here = token {
      if let blanks = here.indentation {
        let start = here.offset
        return blanks.count + offset - start
      }
      token = here.previousToken(viewMode: .sourceAccurate)
    }
    return 0
  }
}

extension SyntaxProtocol {
  /// One level of indentation in the file of a node: that of the first indented line.
  var indentationUnit: String {
    for token in root.tokens(viewMode: .sourceAccurate) {
      guard let blanks = token.indentation, !blanks.isEmpty else { continue }
      return blanks.hasPrefix("\t") ? "\t" : blanks
    }
    return "  "
  }
}
