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

  /// What was asked for, with what the compiler has refused since.
  private var request: Request
  /// The compiler's errors because of which code stays, at its places in the originals.
  private(set) var refused: [CompilerError] = []

  /// Leaves a file unchanged, because the compiler refuses its rewrite.
  package mutating func takeBack(_ path: String, because error: String) {
    guard let index = files.firstIndex(where: { $0.path == path }) else { return }
    files[index].compilerError = error
  }

  /// Rewrites again, and leaves more of the code that the compiler refuses as it was.
  ///
  /// - Returns: whether there is more that can stay.
  package mutating func hold(_ errors: [CompilerError]) -> Bool {
    var (request, refused) = (request, refused)
    var found: Set<Refusals.Code> = []
    var isChanged = false
    for error in errors {
      guard let index = files.firstIndex(where: { $0.path == error.path }) else { continue }
      let line = files[index].lineBefore(error.line)
      let new = request.program.files[index].source.pieces(on: line).filter {
        found.insert($0).inserted && request.refuse($0)
      }
      guard !new.isEmpty else { continue }
      isChanged = true
      let place = CompilerError(path: error.path, line: line, message: error.message)
      if !refused.contains(where: { ($0.path, $0.line) == (place.path, line) }) {
        refused.append(place)
      }
    }
    guard isChanged else { return false }
    self = Rewriting(request)
    self.refused = refused
    return true
  }

  /// - Parameter keepingForms: whether an async function keeps a form that returns a promise.
  package init(
    paths: [String], from vocabulary: Vocabulary, to goal: Goal,
    keepingForms: Bool = false, assuming assumptions: Set<Assumption> = [], index: String? = nil,
    threads: Int = 2
  ) throws(InputError) {
    self.init(
      Request(
        program: try Program(
          paths: paths, assuming: assumptions, index: index, threads: threads),
        vocabulary: vocabulary, goal: goal, keepsForms: keepingForms, isWeighing: true,
        threads: threads))
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
      Request(
        program: Program(sources: sources, assuming: assumptions), vocabulary: vocabulary,
        goal: goal, keepsForms: keepingForms, isWeighing: isWeighing, threads: 1))
  }

  private init(_ request: Request) {
    self.request = request
    let (program, library) = (request.program, request.vocabulary.library)
    let moves = Moves(request)
    let promises = moves.promises
    var options = promises.flatMap(\.options).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    if let library { options.merge(program.aliasOptions(for: library)) { $0 + $1 } }
    self.options = options
    let texts = moves.async?.texts ?? promises.map(\.text)
    let kept = promises.flatMap(\.kept) + (moves.async?.kept ?? [])
    (functions, asyncFunctions) = (moves.async?.functions ?? 0, moves.async?.asyncFunctions ?? 0)
    let after = Parallel.map(Array(zip(program.files, texts)), threads: request.threads) {
      file, text in program.form(of: text, for: file.source, request.isWeighing ? library : nil)
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

/// What to rewrite, and how.
private struct Request: Sendable {
  var program: Program
  let vocabulary: Vocabulary
  let goal: Goal
  let keepsForms: Bool
  let isWeighing: Bool
  let threads: Int

  /// Leaves more of a piece of code as it was.
  mutating func refuse(_ code: Refusals.Code) -> Bool {
    // Functions with callbacks have no units.
    switch (goal, vocabulary.library) {
    case (.promises, nil): false
    case (.promises, _?): program.refusals.add(code, in: .unit ... .file)
    case (.async, nil): program.refusals.add(code, in: .function ... .callees)
    case (.async, _?): program.refusals.add(code, in: .function ... .file)
    }
  }
}

/// The rewrite to promises and, if that is the goal, to async functions.
private struct Moves {
  private(set) var promises: [PromisesMove.Result] = []
  private(set) var async: AsyncMove.Result?

  init(_ request: Request) {
    let (goal, threads) = (request.goal, request.threads)
    let program = request.program.namingClasses(
      for: request.vocabulary.library, goal, threads: threads)
    var main = goal == .async ? MainThread(program, threads: threads) : nil
    main?.keep(program.typesWithPromises)
    while true {
      let marked = program.with(mainActor: main?.types ?? [])
      promises = PromisesMove.run(
        marked, from: request.vocabulary, isWeighing: request.isWeighing, threads: threads)
      guard let before = main?.types else { return }
      let moved = AsyncMove.run(
        marked.with(texts: promises.map(\.text), threads: threads), marked.assumptions,
        keepingForms: request.keepsForms, threads: threads)
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
