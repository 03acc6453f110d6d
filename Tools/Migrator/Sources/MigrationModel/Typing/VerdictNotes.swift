// How calls are rewritten, where that affects the code in their closures or around them. Outer
// chains are judged before inner ones.

import SwiftSyntax

struct VerdictNotes {
  /// Closures of calls that are kept, and closures that receive an outcome instead of a promise.
  var keptClosures: Set<SyntaxIdentifier> = []
  var outcomeClosures: Set<SyntaxIdentifier> = []
  /// Calls that start a chain and are rewritten, and those that are reduced to one of their parts.
  var movedHeads: Set<SyntaxIdentifier> = []
  var lostHeads: Set<SyntaxIdentifier> = []
  /// Expressions that are passed to a facade as they are.
  var handedAcross: Set<SyntaxIdentifier> = []

  /// Whether code belongs to a closure of a call that is kept, and to no other closure.
  func isInKeptClosure(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let here = current, !here.is(ClosureExprSyntax.self) { current = here.parent }
    return current.map { keptClosures.contains($0.id) } ?? false
  }

  /// The types that the file's rewrite assumes to be `Sendable`.
  var assumedSendable: Set<SyntaxIdentifier> = []
  /// The types that must be declared `Sendable`, which the compiler then accepts.
  var verifiedSendable: Set<SyntaxIdentifier> = []
  /// The stored promises of google/promises that become pairs, once they are known.
  var settled: SettledPromises?
  /// The nodes of google/promises' promises that must stay, beyond those that are known to.
  var staying: Set<SyntaxIdentifier> = []
  /// The declarations, and what is around them, that must stay because they name such a promise by
  /// an alias.
  var stayingDeclarations: Set<SyntaxIdentifier> = []
  /// Whether the file's completion sources stay, once that is known.
  var keepsCompletionSources: Bool?
}

extension Typer {
  /// The stored promises of google/promises that become pairs.
  var settled: SettledPromises {
    if let known = notes.settled { return known }
    let found = SettledPromises.find(in: self)
    notes.settled = found
    return found
  }

  /// Records how a link is rewritten.
  func note(_ verdict: Verdict, of site: LinkSite) {
    if site.library == .google { noteStaying(verdict, of: site) }
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
    // From now on, the closure's parameter has the other library's type.
    if isOutcome, isKept { forgetShapes() }
  }

  func note(_ verdict: Verdict?, ofHead node: ExprSyntax) {
    noteStaying(verdict, ofHead: node)
    if verdict?.rewrite != nil { notes.movedHeads.insert(node.id) }
    if verdict?.reason != nil, let call = node.as(FunctionCallExprSyntax.self) {
      notes.keptClosures.formUnion(
        call.allArguments.compactMap { $0.value.as(ClosureExprSyntax.self)?.id })
    }
    if let text = verdict?.rewrite?.text, ["the promise itself", "its body"].contains(text) {
      notes.lostHeads.insert(node.id)
    }
  }
}
