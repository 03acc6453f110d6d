// Rewrites another library's vocabulary as this library's, file by file.

import SwiftSyntax

enum PromisesMove {
  struct Result: Sendable {
    let text: String
    let kept: [Kept]
    let chains: Int
    let rewrittenChains: Int
    let error: OverlapError?
  }

  /// Rewrites a file in this library's vocabulary.
  static func run(
    _ file: Program.File, _ table: DeclarationTable, from vocabulary: Vocabulary
  ) -> Result {
    let source = file.source
    let facts = table.facts(for: source)
    let moving = MovingFile(
      source: source, typer: Typer(source, table), facts: facts,
      members: file.declarations.members)
    guard let library = vocabulary.library else {
      return result(CallbackMove.move(moving), [], source)
    }
    let assumed = AssumedTypes.edits(in: file, table)
    guard moving.typer.libraries.contains(library) else {
      return result(FileMove(edits: assumed), [], source)
    }
    let finder = ChainFinder(moving.typer, facts)
    finder.read(source.tree)
    let chains = finder.chains.filter { $0.library == library }
    if source.imports.declarations["Promise"] == "AsyncPromises" {
      // The file has been moved before, so any remaining uses of the other library stay.
      return Result(
        text: source.text, kept: chains.flatMap(\.kept).sorted(),
        chains: chains.count(where: \.isChain),
        rewrittenChains: 0, error: nil)
    }
    var move =
      switch library {
      case .promiseKit: PromiseKitMove.move(moving)
      case .google: GoogleMove.move(moving)
      case .bolts: BoltsMove.move(moving)
      case .own: FileMove()
      }
    let isFrozen = { (chain: Chain) in
      move.frozen.contains { $0.contains(chain.offset) }
    }
    move.edits.remove(in: move.frozen)
    move.edits.add(assumed)
    for chain in chains where !isFrozen(chain) {
      move.edits.add(chain.edits)
      move.needsLibrary = move.needsLibrary || chain.needsLibrary
      move.moves = move.moves || chain.moves
      move.kept += chain.kept
    }
    move.kept += finder.unknown.filter { $0.library == library }.map {
      Kept(place: $0.place, name: $0.name, reason: $0.reason ?? .unknownPromise)
    }
    let open = chains.filter { !isFrozen($0) }
    // Nothing is written around what stays.
    guard move.moves else {
      return result(FileMove(edits: assumed, kept: move.kept), open.filter(\.isChain), source)
    }
    move.edits.add(
      ImportMove.edits(in: source.tree, library, needsLibrary: move.needsLibrary))
    return result(move, open.filter(\.isChain), source)
  }

  private static func result(
    _ move: FileMove, _ chains: [Chain], _ source: SourceFile
  ) -> Result {
    let rewritten = chains.count { $0.isRewritable }
    do {
      return Result(
        text: try move.edits.applied(to: source.text), kept: move.kept.sorted(),
        chains: chains.count, rewrittenChains: rewritten, error: nil)
    } catch {
      return Result(
        text: source.text, kept: move.kept.sorted(), chains: chains.count, rewrittenChains: 0,
        error: error)
    }
  }
}

extension Chain {
  fileprivate var kept: [Kept] {
    var kept = links.compactMap { link in
      link.verdict.reason.map {
        Kept(place: link.place, name: link.name, reason: $0, obstacle: link.obstacle)
      }
    }
    if let reason = head.verdict?.reason {
      kept.append(Kept(place: place, name: head.name, reason: reason, obstacle: head.obstacle))
    }
    return kept
  }
}
