// Rewrites another library's vocabulary as this library's, file by file.

import SwiftSyntax

enum PromisesMove {
  struct Result: Sendable {
    let text: String
    let kept: [Kept]
    let chains: Int
    let rewrittenChains: Int
    /// For each chain that one option would move, that option.
    let options: [String]
    let error: OverlapError?
  }

  /// Rewrites files to use this library's vocabulary.
  ///
  /// - Parameter isWeighing: whether code stays if too little of it would move.
  static func run(
    _ program: Program, from vocabulary: Vocabulary, isWeighing: Bool, threads: Int
  ) -> [Result] {
    let table = program.table
    guard let library = vocabulary.library else {
      return Parallel.map(program.files, threads: threads) { file in
        let moving = MovingFile(
          source: file.source, typer: Typer(file.source, table),
          facts: table.facts(for: file.source),
          members: file.declarations.members)
        return result(MovePlan(file: file, move: CallbackMove.move(moving)), [])
      }
    }
    let (plans, graph) = plans(for: program, library, isWeighing: isWeighing, threads: threads)
    let sendable = plans.reduce(into: Set()) { $0.formUnion($1.assumedSendable) }
    let verified = plans.reduce(into: Set()) { $0.formUnion($1.verifiedSendable) }
    let held = Dictionary(grouping: graph.kept, by: \.place.file)
    return Parallel.map(sharing(plans, table), threads: threads) { plan in
      var plan = plan
      plan.move.edits.add(
        AssumedTypes.edits(in: plan.file, table, sendable: sendable, verified: verified))
      return result(plan, held[plan.file.source.path] ?? [])
    }
  }

  /// Plans the rewrite of all files, until nothing more must stay with something else. A file is
  /// planned again only if what stays matters to it.
  static func plans(
    for program: Program, _ library: Library, isWeighing: Bool, threads: Int
  ) -> ([MovePlan], UnitGraph) {
    var graph = UnitGraph(program, library, threads: threads)
    var former: [Set<SyntaxIdentifier>: [MovePlan]] = [:]
    var cancels = false
    while true {
      var holding = graph.holding
      holding.cancels = cancels
      let (held, known) = (holding, graph)
      let plans = StayingPromises.known { staying in
        let before = former[staying] ?? []
        let plans = Parallel.map(Array(program.files.indices), threads: threads) { index in
          let file = program.files[index]
          if !before.isEmpty, before[index].learned.isTrue(if: held, in: file.source) {
            return before[index]
          }
          return plan(
            file, program.table, library, staying, held, isReached: known.reaches(file.source))
        }
        former[staying] = plans
        return plans
      } found: {
        $0.staying
      }
      if graph.decide(plans, isWeighing: isWeighing) { continue }
      let mayCancel =
        plans.contains(where: \.move.moves) && plans.contains(where: \.keepsCancellations)
      guard mayCancel, !cancels else { return (plans.map { $0.staying(in: graph) }, graph) }
      cancels = true
    }
  }

  private static func plan(
    _ file: Program.File, _ table: DeclarationTable, _ library: Library,
    _ staying: Set<SyntaxIdentifier>, _ holding: Holding, isReached: Bool
  ) -> MovePlan {
    let source = file.source
    var facts = table.facts(for: source)
    facts.keepsCancellations = holding.cancels
    let moving = MovingFile(
      source: source, typer: Typer(source, table, staying: staying, holding: holding),
      facts: facts, members: file.declarations.members)
    var plan = plan(moving, file, table, library, holding, isReached: isReached)
    plan.learned = Learned(
      moving: moving.typer.movingMembers, ranges: holding.ranges[source.path] ?? [],
      isWholeFile: holding.wholeFiles.contains(source.path), cancels: holding.cancels)
    plan.keepsCancellations =
      library == .promiseKit && plan.isImported
      && CancellationFinder.finds(in: source.tree, notMovedBy: plan.move.edits)
    return plan
  }

  private static func plan(
    _ moving: MovingFile, _ file: Program.File, _ table: DeclarationTable, _ library: Library,
    _ holding: Holding, isReached: Bool
  ) -> MovePlan {
    let source = file.source
    let isImported = moving.typer.libraries.contains(library)
    guard isImported || isReached else { return MovePlan(file: file, move: FileMove()) }
    let finder = ChainFinder(moving.typer, moving.facts, reached: library)
    finder.read(source.tree)
    var plan = MovePlan(file: file, move: FileMove(), isImported: isImported)
    plan.chains = finder.chains.filter { $0.library == library }
    if source.wasMoved(from: library) {
      // Any remaining uses of the other library stay.
      plan.move.kept = plan.chains.flatMap(\.kept)
      plan.wasMoved = true
      return plan
    }
    plan.unknown = finder.unknown.filter { one in
      let mayBePromise = !one.producers.isDisjoint(with: table.typedPromiseNames)
      return one.library == library && (isImported || mayBePromise)
    }
    var move =
      switch library {
      case _ where !isImported: FileMove()
      case .promiseKit: PromiseKitMove.move(moving)
      case .google: GoogleMove.move(moving)
      case .bolts: BoltsMove.move(moving)
      case .own: FileMove()
      }
    move.hazards += HazardFinder.hazards(in: moving.typer, library)
    move.hazards += AnyValueFinder.hazards(in: moving.typer, library)
    move.identities = IdentityFinder(moving.typer, library).found
    let held = holding.ranges[source.path] ?? []
    move.frozen += held
    move.edits.remove(in: move.frozen)
    move.needsLibrary = move.needsLibrary || isImported && !held.isEmpty
    move.moves = move.moves && !holding.wholeFiles.contains(source.path)
    var names = StayingNames.edits(in: moving.typer)
    move.needsLibrary = move.needsLibrary || !names.list.isEmpty
    move.edits.add(ExtensionModifiers.edits(in: moving.typer, library))
    move.edits.add(FacadeValues.edits(in: moving.typer, library))
    move.edits.remove(in: held)
    names.remove(in: held)
    let (heldNames, conversions) = HeldNames.edits(in: moving.typer, library)
    move.edits.add(heldNames)
    let listed = ListedFunctions.edits(in: moving.typer, library)
    move.edits.add(listed)
    move.needsLibrary = move.needsLibrary || !listed.list.isEmpty
    let mayConvert = table.assumptions.mayConvert(in: source.path)
    move.moves = move.moves || mayConvert && (conversions > 0 || !listed.list.isEmpty)
    plan.moving = plan.chains.filter { chain in
      !move.frozen.contains { $0.contains(chain.offset) }
    }
    for chain in plan.moving {
      move.edits.add(chain.edits)
      move.needsLibrary = move.needsLibrary || chain.needsLibrary
      move.moves = move.moves || chain.moves
    }
    // Inside the conversions of the chains.
    move.edits.add(names)
    for (name, text) in HeldAliases.names(in: moving.typer, library) where !move.edits.change(name)
    {
      move.edits.replace(name, with: text)
    }
    move.edits.add(IsolationNamer.edits(in: moving.typer, beside: move.edits))
    move.kept += plan.chains.flatMap(\.kept)
    move.kept += plan.unknown.map {
      Kept(place: $0.place, name: $0.name, reason: $0.reason ?? .unknownPromise)
    }
    plan.staying = moving.typer.notes.staying
    plan.stayingDeclarations = moving.typer.notes.stayingDeclarations
    // If nothing moves, nothing else in the file changes either.
    guard move.moves else {
      (plan.move.kept, plan.move.hazards) = (move.kept, move.hazards)
      plan.move.identities = move.identities
      plan.moving = []
      return plan
    }
    move.edits.add(
      ImportMove.edits(
        in: source, library, needsLibrary: move.needsLibrary,
        isExported: table.isExported(library, to: source), written: move.edits))
    move.edits.add(ImportMove.dispatchImport(in: source, library, written: move.edits))
    plan.move = move
    plan.assumedSendable = moving.typer.notes.assumedSendable
    plan.verifiedSendable = moving.typer.notes.verifiedSendable
    return plan
  }

  private static func result(_ plan: MovePlan, _ held: [Kept]) -> Result {
    let kept = (plan.move.kept + held).sorted()
    let options = plan.chains.compactMap(\.option)
    let text = plan.file.source.text
    let chains = plan.chains.count { $0.isChain }
    do {
      return Result(
        text: try plan.move.edits.applied(to: text), kept: kept, chains: chains,
        rewrittenChains: plan.moving.count { $0.isChain && $0.isRewritable },
        options: options, error: nil)
    } catch {
      return Result(
        text: text, kept: kept, chains: chains, rewrittenChains: 0,
        options: [], error: error)
    }
  }
}

extension SourceFile {
  /// Whether an earlier run moved the file and left some of it: it says which library's promise is
  /// meant, or converts.
  fileprivate func wasMoved(from library: Library) -> Bool {
    if imports.declarations["Promise"] == "AsyncPromises" { return true }
    return library == .bolts && imports.modules.contains("AsyncPromises")
      && tree.statements.contains {
        !$0.item.is(ImportDeclSyntax.self) && $0.identifiers.contains(library.facade)
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
