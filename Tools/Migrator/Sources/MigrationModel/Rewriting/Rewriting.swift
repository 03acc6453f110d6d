// Rewrites the files below the given paths.

/// The result of rewriting a program.
package struct Rewriting: Sendable {
  package struct File: Sendable {
    package let path: String
    package let before: String
    package let after: String
    /// Set if two rewrites overlap; the file is then left as it is.
    package let error: OverlapError?
  }

  /// All files that were read.
  package let files: [File]
  package let skipped: [SkippedFile]
  package let kept: [Kept]
  package let chains: Int
  package let rewrittenChains: Int
  /// The number of functions that returned this library's promises, and how many of them are now
  /// async.
  package let (functions, asyncFunctions): (Int, Int)

  package var changed: [File] { files.filter { $0.before != $0.after } }

  package init(
    paths: [String], from vocabulary: Vocabulary, to goal: Goal,
    assuming assumptions: Set<Assumption> = [], index: String? = nil, threads: Int = 2
  ) throws(InputError) {
    self.init(
      try Program(paths: paths, assuming: assumptions, index: index, threads: threads),
      vocabulary, goal, threads)
  }

  /// Rewrites sources given as text, each with its path.
  init(
    sources: [(path: String, text: String)], from vocabulary: Vocabulary, to goal: Goal,
    assuming assumptions: Set<Assumption> = []
  ) {
    self.init(Program(sources: sources, assuming: assumptions), vocabulary, goal, 1)
  }

  private init(
    _ program: Program, _ vocabulary: Vocabulary, _ goal: Goal, _ threads: Int
  ) {
    let promises = Parallel.map(program.files, threads: threads) {
      PromisesMove.run($0, program.table, from: vocabulary)
    }
    var texts = promises.map(\.text)
    var kept = promises.flatMap(\.kept)
    var functions = (all: 0, async: 0)
    if goal == .async {
      let moved = AsyncMove.run(
        program.with(texts: texts, threads: threads), program.assumptions, threads: threads)
      texts = moved.texts
      kept += moved.kept
      functions = (moved.functions, moved.asyncFunctions)
    }
    (self.functions, asyncFunctions) = functions
    files = zip(zip(program.files, texts), promises).map { pair, promises in
      File(
        path: pair.0.source.path, before: pair.0.source.text, after: pair.1,
        error: promises.error)
    }
    skipped = program.skipped
    self.kept = kept.sorted()
    chains = promises.reduce(0) { $0 + $1.chains }
    rewrittenChains = promises.reduce(0) { $0 + $1.rewrittenChains }
  }
}
