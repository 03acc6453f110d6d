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

  /// The rewrite of a file, before the types that it makes assumptions about are marked.
  struct Plan: Sendable {
    fileprivate let file: Program.File
    fileprivate var move: FileMove
    fileprivate var chains: [Chain] = []
    /// The types that it assumes to be `Sendable`.
    var assumedSendable: Set<SyntaxIdentifier> = []
    /// The types that must be declared `Sendable`.
    var verifiedSendable: Set<SyntaxIdentifier> = []
    /// What must stay the library's, beyond what was known to.
    fileprivate var staying: Set<SyntaxIdentifier> = []
  }

  /// Rewrites files to use this library's vocabulary.
  static func run(_ program: Program, from vocabulary: Vocabulary, threads: Int) -> [Result] {
    let table = program.table
    let plans = StayingPromises.known { staying in
      Parallel.map(program.files, threads: threads) {
        plan($0, table, from: vocabulary, staying: staying)
      }
    } found: {
      $0.staying
    }
    let sendable = plans.reduce(into: Set()) { $0.formUnion($1.assumedSendable) }
    let verified = plans.reduce(into: Set()) { $0.formUnion($1.verifiedSendable) }
    return Parallel.map(plans, threads: threads) { plan in
      var plan = plan
      if vocabulary.library != nil {
        plan.move.edits.add(
          AssumedTypes.edits(
            in: plan.file, table, sendable: sendable, verified: verified))
      }
      return result(plan)
    }
  }

  private static func plan(
    _ file: Program.File, _ table: DeclarationTable, from vocabulary: Vocabulary,
    staying: Set<SyntaxIdentifier>
  ) -> Plan {
    let source = file.source
    let facts = table.facts(for: source)
    let moving = MovingFile(
      source: source, typer: Typer(source, table, staying: staying), facts: facts,
      members: file.declarations.members)
    guard let library = vocabulary.library else {
      return Plan(file: file, move: CallbackMove.move(moving))
    }
    guard moving.typer.libraries.contains(library) else {
      return Plan(file: file, move: FileMove())
    }
    let finder = ChainFinder(moving.typer, facts)
    finder.read(source.tree)
    let chains = finder.chains.filter { $0.library == library }
    var plan = Plan(file: file, move: FileMove())
    plan.chains = chains.filter(\.isChain)
    if source.imports.declarations["Promise"] == "AsyncPromises" {
      // The file has been moved before, so any remaining uses of the other library stay.
      plan.move.kept = chains.flatMap(\.kept)
      plan.move.wasMoved = true
      return plan
    }
    var move =
      switch library {
      case .promiseKit: PromiseKitMove.move(moving)
      case .google: GoogleMove.move(moving)
      case .bolts: BoltsMove.move(moving)
      case .own: FileMove()
      }
    let isFrozen = { [move] (chain: Chain) in
      move.frozen.contains { $0.contains(chain.offset) }
    }
    move.edits.remove(in: move.frozen)
    let names = StayingNames.edits(in: moving.typer)
    move.needsLibrary = move.needsLibrary || !names.list.isEmpty
    move.edits.add(ExtensionInitializers.edits(in: moving.typer, library))
    move.edits.add(names)
    plan.chains.removeAll(where: isFrozen)
    for chain in chains where !isFrozen(chain) {
      move.edits.add(chain.edits)
      move.needsLibrary = move.needsLibrary || chain.needsLibrary
      move.moves = move.moves || chain.moves
      move.kept += chain.kept
    }
    move.kept += finder.unknown.filter { $0.library == library }.map {
      Kept(place: $0.place, name: $0.name, reason: $0.reason ?? .unknownPromise)
    }
    plan.staying = moving.typer.notes.staying
    // If nothing moves, nothing else in the file changes either.
    guard move.moves else {
      plan.move.kept = move.kept
      return plan
    }
    move.edits.add(
      ImportMove.edits(in: source, library, needsLibrary: move.needsLibrary))
    plan.move = move
    plan.assumedSendable = moving.typer.notes.assumedSendable
    plan.verifiedSendable = moving.typer.notes.verifiedSendable
    return plan
  }

  private static func result(_ plan: Plan) -> Result {
    let rewritten = plan.move.wasMoved ? 0 : plan.chains.count { $0.isRewritable }
    let kept = plan.move.kept.sorted()
    let text = plan.file.source.text
    do {
      return Result(
        text: try plan.move.edits.applied(to: text), kept: kept, chains: plan.chains.count,
        rewrittenChains: rewritten, error: nil)
    } catch {
      return Result(
        text: text, kept: kept, chains: plan.chains.count, rewrittenChains: 0, error: error)
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
