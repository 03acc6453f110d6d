// How code that looks at an optional promise is rewritten, for all libraries.

import SwiftSyntax

extension Verdict {
  /// `promise?.isPending` becomes `promise.map { $0.resultIfSettled == nil }`, which is nil without
  /// a promise.
  static func looking(inOptional access: MemberAccessExprSyntax, _ text: String) -> Verdict {
    guard let chained = access.base?.as(OptionalChainingExprSyntax.self),
      !chained.expression.isOptionalChain
    else { return .kept(.inspection) }
    return .rewritten("map { \(text) }") { edits in
      edits.replace(
        from: chained.expression.endPositionBeforeTrailingTrivia,
        to: access.endPositionBeforeTrailingTrivia, with: ".map { \(text) }")
    }
  }
}
