// What becomes of calls, as far as it changes what stands in their closures or around them. Outer
// chains are judged before inner ones.

import SwiftSyntax

struct VerdictNotes {
  /// Closures of calls that are kept, and those that are given an outcome in place of a promise.
  var keptClosures: Set<SyntaxIdentifier> = []
  var outcomeClosures: Set<SyntaxIdentifier> = []
  /// Calls at the beginning of chains that are rewritten, and those of which only a part is left.
  var movedHeads: Set<SyntaxIdentifier> = []
  var lostHeads: Set<SyntaxIdentifier> = []
  /// What is handed to a facade, as it is written.
  var handedAcross: Set<SyntaxIdentifier> = []
}

extension Typer {
  /// Notes what becomes of a link.
  func note(_ verdict: Verdict, of site: LinkSite) {
    let isOutcome = LibraryOperator.named(site.name, in: site.library)?.kind == .onPromise
    let isKept = verdict.reason != nil
    guard isOutcome || isKept else { return }
    for argument in site.call?.allArguments ?? [] {
      guard let closure = argument.value.as(ClosureExprSyntax.self) else { continue }
      if isKept {
        notes.keptClosures.insert(closure.id)
      } else {
        notes.outcomeClosures.insert(closure.id)
      }
    }
    // Its parameter is the other library's from now on.
    if isOutcome, isKept { forgetShapes() }
  }

  func note(_ verdict: Verdict?, ofHead node: ExprSyntax) {
    if verdict?.rewrite != nil { notes.movedHeads.insert(node.id) }
    if let text = verdict?.rewrite?.text, ["the promise itself", "its body"].contains(text) {
      notes.lostHeads.insert(node.id)
    }
  }
}
