// The rewrite of one file, as far as it is known which code stays.

import SwiftSyntax

/// The rewrite of a file, before the types that it makes assumptions about are marked.
struct MovePlan: Sendable {
  let file: Program.File
  var move: FileMove
  /// All chains and calls of the library, and those that aren't part of code that stays.
  var chains: [Chain] = []
  var moving: [Chain] = []
  /// Whether an earlier run has moved the file.
  var wasMoved = false
  /// Whether the file sees the library's names.
  var isImported = false
  var unknown: [UnknownHead] = []
  /// The types that it assumes to be `Sendable`.
  var assumedSendable: Set<SyntaxIdentifier> = []
  /// The types that must be declared `Sendable`.
  var verifiedSendable: Set<SyntaxIdentifier> = []
  /// What must stay the library's, beyond what was known to.
  var staying: Set<SyntaxIdentifier> = []
  var stayingDeclarations: Set<SyntaxIdentifier> = []
  /// Whether code that stays cancels promises with PromiseKit's error.
  var keepsCancellations = false
  /// What it has learned of the code that stays.
  var learned = Learned()

  var source: SourceFile { file.source }
  var module: ModuleName { file.source.module }
  var path: String { file.source.path }
  var declared: [Edits.Declaration] { move.edits.declared }

  mutating func share(_ declaration: Edits.Declaration, isHere: Bool) {
    move.edits.share(declaration, isHere: isHere)
  }

  /// The same plan, with the chains that stay because their code does.
  func staying(in graph: UnitGraph) -> MovePlan {
    var plan = self
    for index in chains.indices where !wasMoved {
      guard let unit = graph.unit(at: chains[index].offset, in: file.source) else { continue }
      plan.chains[index].staying = graph.held[unit]
      plan.chains[index].holder = graph.holders[unit]
    }
    return plan
  }
}

/// What a plan depends on, of the code that stays.
struct Learned: Sendable {
  /// The members that it has found to move.
  var moving: Set<SyntaxIdentifier> = []
  /// What stays in its own file.
  var ranges: [Range<Int>] = []
  var isWholeFile = false
  var cancels = false

  /// Whether the same would be learned if all this stayed.
  func isTrue(if holding: Holding, in file: SourceFile) -> Bool {
    ranges == holding.ranges[file.path] ?? []
      && isWholeFile == holding.wholeFiles.contains(file.path)
      && cancels == holding.cancels && moving.isDisjoint(with: holding.nodes)
  }
}
