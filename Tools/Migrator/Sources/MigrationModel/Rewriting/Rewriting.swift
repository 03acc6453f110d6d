// Rewrites the files below the given paths.

/// The result of rewriting a program.
package struct Rewriting: Sendable {
  package struct File: Sendable {
    package let path: String
    package let before: String
    package let after: String
    /// Set if two rewrites overlap; the file is then left unchanged.
    package let error: OverlapError?
    /// The number of its chains, and how many of them are rewritten.
    let (chains, rewrittenChains): (Int, Int)
    /// The compiler's first error, which is why the file is left unchanged.
    package var compilerError: String?

    package var isChanged: Bool { before != after && compilerError == nil }
  }

  /// All files that were read.
  package private(set) var files: [File]
  package let skipped: [SkippedFile]
  /// The number of files that are compiled in the Swift 5 language mode.
  package let filesInSwift5: Int
  package let kept: [Kept]
  package var chains: Int { files.reduce(0) { $0 + $1.chains } }
  package var rewrittenChains: Int {
    files.reduce(0) { $0 + ($1.compilerError == nil ? $1.rewrittenChains : 0) }
  }
  /// The number of functions that returned this library's promises, and how many of them are now
  /// async.
  package let (functions, asyncFunctions): (Int, Int)

  /// The options that would move more, by the number of chains that nothing else holds up.
  let options: [String: Int]

  package var changed: [File] { files.filter(\.isChanged) }

  /// Leaves a file unchanged, because the compiler refuses its rewrite.
  package mutating func takeBack(_ path: String, because error: String) {
    guard let index = files.firstIndex(where: { $0.path == path }) else { return }
    files[index].compilerError = error
  }

  /// - Parameter keepingForms: whether an async function keeps a form that returns a promise.
  package init(
    paths: [String], from vocabulary: Vocabulary, to goal: Goal,
    keepingForms: Bool = false, assuming assumptions: Set<Assumption> = [], index: String? = nil,
    threads: Int = 2
  ) throws(InputError) {
    self.init(
      try Program(paths: paths, assuming: assumptions, index: index, threads: threads),
      vocabulary, goal, keepingForms, isWeighing: true, threads)
  }

  /// Rewrites sources given as text, each with its path.
  ///
  /// - Parameter isWeighing: whether code stays if too little of it would move.
  init(
    sources: [(path: String, text: String)], from vocabulary: Vocabulary, to goal: Goal,
    keepingForms: Bool = false, assuming assumptions: Set<Assumption> = [],
    isWeighing: Bool = false
  ) {
    self.init(
      Program(sources: sources, assuming: assumptions), vocabulary, goal, keepingForms,
      isWeighing: isWeighing, 1)
  }

  private init(
    _ program: Program, _ vocabulary: Vocabulary, _ goal: Goal, _ keepingForms: Bool,
    isWeighing: Bool, _ threads: Int
  ) {
    let named = program.namingClasses(for: vocabulary.library, goal, threads: threads)
    let moves = Moves(named, vocabulary, goal, keepingForms, isWeighing: isWeighing, threads)
    let promises = moves.promises
    var options = promises.flatMap(\.options).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    if let library = vocabulary.library {
      options.merge(program.aliasOptions(for: library)) { $0 + $1 }
    }
    self.options = options
    let texts = moves.async?.texts ?? promises.map(\.text)
    let kept = promises.flatMap(\.kept) + (moves.async?.kept ?? [])
    (functions, asyncFunctions) = (moves.async?.functions ?? 0, moves.async?.asyncFunctions ?? 0)
    let after = Parallel.map(Array(zip(program.files, texts)), threads: threads) { file, text in
      program.form(of: text, for: file.source, isWeighing ? vocabulary.library : nil)
    }
    files = zip(zip(program.files, after), promises).map { pair, promises in
      File(
        path: pair.0.source.path, before: pair.0.source.original, after: pair.1,
        error: promises.error, chains: promises.chains,
        rewrittenChains: promises.rewrittenChains)
    }
    skipped = program.skipped
    filesInSwift5 = program.files.count(where: \.source.isSwift5)
    self.kept = kept.sorted()
  }
}

/// The rewrite to promises and, if that is the goal, to async functions.
private struct Moves {
  private(set) var promises: [PromisesMove.Result] = []
  private(set) var async: AsyncMove.Result?

  init(
    _ program: Program, _ vocabulary: Vocabulary, _ goal: Goal, _ keepingForms: Bool,
    isWeighing: Bool, _ threads: Int
  ) {
    var main = goal == .async ? MainThread(program, threads: threads) : nil
    main?.keep(program.typesWithPromises)
    while true {
      let marked = program.with(mainActor: main?.types ?? [])
      promises = PromisesMove.run(
        marked, from: vocabulary, isWeighing: isWeighing, threads: threads)
      guard let before = main?.types else { return }
      let moved = AsyncMove.run(
        marked.with(texts: promises.map(\.text), threads: threads), marked.assumptions,
        keepingForms: keepingForms, threads: threads)
      async = moved
      // Only classes with functions that become async are marked.
      main?.keep(moved.types)
      if main?.types == before { return }
    }
  }
}

extension Program {
  /// A file's new text, in the form of its names that changes fewer lines.
  ///
  /// - Parameter library: that of the facade's names.
  fileprivate func form(of text: String, for file: SourceFile, _ library: Library?) -> String {
    guard text != file.text else { return file.original }
    let text = ExtensionParts.joined(text)
    guard let library, table.types.keys.allSatisfy({ !library.sharedNames.contains($0) }),
      let other = MixedNames.theirs(text, library)
    else { return text }
    func changes(_ text: String) -> Int {
      text.lines.difference(from: file.original.lines).count
    }
    return changes(other) < changes(text) ? other : text
  }

  /// The types with functions that return promises.
  fileprivate var typesWithPromises: Set<String> {
    let members = files.flatMap(\.declarations.members).filter { member in
      member.kind == .function && member.type != nil
        && table.typedPromiseNames.contains(member.name)
    }
    return Set(members.map { $0.context.path.joined(separator: ".") })
  }

  fileprivate func with(mainActor paths: Set<String>) -> Program {
    guard let names = TypeNames(paths.sorted().joined(separator: ",")) else { return self }
    return with(assumptions: assumptions.union([.mainActor(names)]))
  }
}
