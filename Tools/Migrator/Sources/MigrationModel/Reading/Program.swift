// All sources of a program and their declarations.

/// Sources that were read and parsed together.
struct Program: Sendable {
  struct File: Sendable {
    let source: SourceFile
    fileprivate(set) var declarations: DeclarationCollector.Result
    let lines: Int

    init(_ file: FoundFile, _ text: String) {
      source = SourceFile(file, text: text)
      declarations = DeclarationCollector.collect(source)
      lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
  }

  let files: [File]
  let skipped: [SkippedFile]
  let table: DeclarationTable
  let assumptions: Set<Assumption>
  var refusals: Refusals

  /// Reads all Swift files below the paths.
  ///
  /// - Parameter index: the folder of a build, whose index supplies types that the source doesn't
  ///   reveal.
  init(
    paths: [String], assuming assumptions: Set<Assumption>, index build: String?, threads: Int
  ) throws(InputError) {
    var found: [FoundFile]
    do { found = try SourceFinder.files(below: paths) } catch { throw .path(error) }
    if assumptions.contains(.swift5) || assumptions.contains(.swift6) {
      for i in found.indices { found[i].isSwift5 = assumptions.contains(.swift5) }
    }
    let aliases = assumptions.aliases
    for i in found.indices { found[i].aliases = aliases }
    let read = Parallel.map(found, threads: threads) { file in
      (file, SourceFinder.text(of: file).map { File(file, $0) })
    }
    var files: [File] = []
    var skipped: [SkippedFile] = []
    for (file, result) in read {
      switch result {
      case .success(let one): files.append(one)
      case .failure(let error): skipped.append(SkippedFile(file: file.path, why: error.why))
      }
    }
    var index: CompilerIndex?
    if let build {
      do {
        index = try CompilerIndex(build: build, files: files.map(\.source.path))
      } catch { throw .index(error) }
      skipped +=
        index?.outdated.map {
          SkippedFile(file: $0, why: "changed after the build: its index is ignored")
        } ?? []
    }
    self.init(files, skipped, index, assumptions)
  }

  /// Reads sources given as text, each with its path.
  init(sources: [(path: String, text: String)], assuming assumptions: Set<Assumption> = []) {
    let found = sources.map { path, text in
      let folders = path.split(separator: "/").dropLast().map(String.init)
      let file = FoundFile(
        path: path, module: ModuleName(below: folders, root: []),
        isSwift5: assumptions.contains(.swift5), aliases: assumptions.aliases)
      return (file, text)
    }
    self.init(Parallel.map(found, threads: 1) { File($0.0, $0.1) }, [], nil, assumptions)
  }

  private init(
    _ files: [File], _ skipped: [SkippedFile], _ index: CompilerIndex?,
    _ assumptions: Set<Assumption>, _ refusals: Refusals = Refusals(), knowsOwn: Bool = false
  ) {
    let aliases = files.flatMap(\.declarations.members).filter { member in
      member.kind == .typeAlias && member.type?.functionType != nil
    }
    let names = Set(aliases.map(\.name))
    var files = files
    for index in files.indices where !names.isEmpty {
      files[index].declarations.find(functionAliases: names)
    }
    self.files = files
    self.skipped = skipped
    self.assumptions = assumptions
    self.refusals = refusals
    table = DeclarationTable(
      files.map { ($0.source, $0.declarations) }, index: index, assuming: assumptions,
      knowsOwn: knowsOwn)
  }

  /// The same program under other assumptions about its types.
  func with(assumptions: Set<Assumption>) -> Program {
    Program(files, skipped, table.index, assumptions, refusals)
  }

  /// The same program with new texts, in the order of the files, for a rewrite that starts from
  /// this library's promises. An index doesn't apply to these texts.
  func with(texts: [String], threads: Int) -> Program {
    let pairs = Array(zip(files, texts))
    return Program(
      Parallel.map(pairs, threads: threads) { file, text in
        file.source.text == text
          ? file : File(file.source.found, ExtensionParts.joined(text))
      }, skipped, nil, assumptions, refusals, knowsOwn: true)
  }
}

extension Set<Assumption> {
  fileprivate var aliases: [String: Library] {
    reduce(into: [:]) { if case .alias(let module, let library) = $1 { $0[module] = library } }
  }
}

/// The error for invalid input to a command.
package enum InputError: Error, CustomStringConvertible, Sendable {
  case path(PathError)
  case index(IndexError)

  package var description: String {
    switch self {
    case .path(let error): error.description
    case .index(let error): error.description
    }
  }
}
