// Keeps the comments of code that is removed.

import SwiftSyntax

extension ExprSyntax {
  /// The comments before and after a part, in a form that can share a line with code.
  func comments(around part: ExprSyntax) -> (before: [String], after: [String]) {
    var (before, after): ([String], [String]) = ([], [])
    let (start, end) = (
      part.positionAfterSkippingLeadingTrivia, part.endPositionBeforeTrailingTrivia
    )
    for token in tokens(viewMode: .sourceAccurate) {
      let (first, last) = (
        token.positionAfterSkippingLeadingTrivia, token.endPositionBeforeTrailingTrivia
      )
      if first > positionAfterSkippingLeadingTrivia {
        if first <= start { before += token.leadingTrivia.inlineComments }
        if first >= end { after += token.leadingTrivia.inlineComments }
      }
      if last < endPositionBeforeTrailingTrivia {
        if last <= start { before += token.trailingTrivia.inlineComments }
        if last >= end { after += token.trailingTrivia.inlineComments }
      }
    }
    return (before, after)
  }
}

extension Trivia {
  /// The comments, in a form that code can follow.
  fileprivate var inlineComments: [String] {
    compactMap { piece in
      switch piece {
      case .blockComment(let text), .docBlockComment(let text): text
      case .lineComment(let text), .docLineComment(let text):
        "/* \(text.drop { $0 == "/" || $0 == " " }) */"
      default: nil
      }
    }
  }
}
