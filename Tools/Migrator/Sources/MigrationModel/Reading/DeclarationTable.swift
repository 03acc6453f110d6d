// The table of all declarations in the given sources.

import SwiftSyntax

/// A declaration and the module that it belongs to.
struct TableEntry<Content: Declaration>: Sendable {
  let module: ModuleName
  var content: Content

  func isVisible(from file: SourceFile) -> Bool {
    !content.isFilePrivate || content.context.file === file
  }
}

final class DeclarationTable: Sendable {
  /// By path: `Outer.Inner`.
  let types: [String: [TableEntry<TypeDeclaration>]]
  /// By the owner's path (empty for globals), then by name.
  let members: [String: [String: [TableEntry<Member>]]]
  /// The facts about the whole program: settings and errors aren't limited to a module.
  private let programFacts: Facts
  private let testFacts: [ModuleName: Facts]
  let usedLibraries: Set<Library>
  /// The libraries that a module re-exports, so that all its files see them.
  private let exports: [String: Set<Library>]
  /// The compiler's index, if a build was given.
  let index: CompilerIndex?
  let assumptions: Set<Assumption>

  let sources: [SourceFile]
  /// The names of functions and properties whose types may be promises, or aren't written.
  let promiseNames: Set<String>
  /// Those whose types are written.
  let typedPromiseNames: Set<String>
  /// The names of properties whose initial values mention promises.
  let storedPromiseNames: Set<String>
  /// The names of functions, and of properties that run code.
  let namesOfCode: Set<String>

  /// Whether a type's values can be called: `load(1)` for `load.callAsFunction(1)`.
  let callsValues: Bool
  /// Whether the sources declare what expressions in patterns match.
  let matchesPatterns: Bool
  /// The names of aliases for a promise of google/promises.
  let aliasesOfGooglePromises: Set<String>
  /// The names of functions that give what a function gives that they are given.
  let runners: Set<String>
  /// Whether a type gives members that it doesn't declare.
  let hasDynamicMembers: Bool

  /// Whether to recognize this library's promises, too, because the rewrite starts from them.
  let knowsOwn: Bool

  init(
    _ files: [(SourceFile, DeclarationCollector.Result)], index: CompilerIndex?,
    assuming assumptions: Set<Assumption>, knowsOwn: Bool = false
  ) {
    self.index = index
    self.assumptions = assumptions
    self.knowsOwn = knowsOwn
    sources = files.map(\.0)
    var exports: [String: Set<String>] = [:]
    var programFacts = Facts()
    var testFacts: [ModuleName: Facts] = [:]
    for (file, result) in files {
      exports[file.module.name, default: []].formUnion(file.imports.exported)
      if file.isTests {
        testFacts[file.module, default: Facts()].merge(result.facts)
        programFacts.mergeChecks(of: result.facts)
      } else {
        programFacts.merge(result.facts)
      }
    }
    programFacts.findOrigins()
    let libraries = Self.libraries(of: exports)
    self.exports = libraries
    usedLibraries = files.reduce(into: []) { $0.formUnion($1.0.imports.libraries) }
    self.programFacts = programFacts
    self.testFacts = testFacts

    var types: [String: [TableEntry<TypeDeclaration>]] = [:]
    var members: [String: [String: [TableEntry<Member>]]] = [:]
    var own: Set<String> = []
    for (file, result) in files {
      for type in result.types
      where !type.isExtension && type.context.path.isEmpty && !type.isFilePrivate {
        own.insert("\(file.module.name).\(type.name)")
      }
    }
    for (file, result) in files {
      let seen = Self.seen(by: file, exports: libraries)
      func key(_ path: [String]) -> String { Self.key(path, file, seen, own) }
      for type in result.types {
        let key = key(type.context.path + [type.name])
        types[key, default: []].append(TableEntry(module: file.module, content: type))
      }
      for member in result.members {
        let key = key(member.context.path)
        members[key, default: [:]][member.name, default: []]
          .append(TableEntry(module: file.module, content: member))
      }
    }
    promiseNames = files.reduce(into: []) { names, file in
      for member in file.1.members where member.mentionsPromise { names.insert(member.name) }
    }
    typedPromiseNames = files.reduce(into: []) { names, file in
      for member in file.1.members where member.type?.mentionsPromise == true {
        names.insert(member.name)
      }
    }
    storedPromiseNames = files.reduce(into: []) { names, file in
      for member in file.1.members where member.type == nil {
        let value = member.node.as(PatternBindingSyntax.self)?.initializer?.value
        if value?.mentionsPromise == true { names.insert(member.name) }
      }
    }
    namesOfCode = files.reduce(into: []) { names, file in
      for member in file.1.members where member.runsCode { names.insert(member.name) }
    }
    MainActorTypes.mark(&types)
    Self.mark(&types, assumptions)
    MainActorTypes.mark(&types)
    self.types = types
    self.members = members
    callsValues = members.values.contains {
      $0["callAsFunction"] != nil || $0["dynamicallyCall"] != nil
    }
    matchesPatterns = members.values.contains { $0["~="] != nil }
    func names(where test: (Member) -> Bool) -> Set<String> {
      Set(members.values.joined().filter { $0.value.contains { test($0.content) } }.map(\.key))
    }
    aliasesOfGooglePromises = names {
      $0.kind == .typeAlias && $0.type?.identifiers.contains("Promise") == true
    }.subtracting(["Promise"])
    runners = names(where: \.givesResultOfLast)
    hasDynamicMembers = members.values.contains {
      $0["subscript"]?.contains(where: \.content.isDynamicSubscript) == true
    }
  }

  /// Extensions of a library's type are stored under the library's key for it, unless the module
  /// has a type with that name.
  private static func key(
    _ path: [String], _ file: SourceFile, _ libraries: Set<Library>, _ own: Set<String>
  ) -> String {
    let whole = path.joined(separator: ".")
    guard path.count == 1, !own.contains("\(file.module.name).\(whole)") else { return whole }
    let parts = whole.split(separator: ".").map(String.init)
    let module = parts.count > 1 ? parts[0] : file.imports.declarations[whole]
    let candidates = module.map { module in file.imports.library(module).map { [$0] } ?? [] }
    for library in candidates ?? libraries.sorted() {
      if case .promise(let type)? = library.exportedType(parts.last ?? whole) {
        return "\(library.rawValue).\(type.rawValue)"
      }
    }
    return whole
  }

  /// Marks classes and protocols that are assumed to be on the main actor, and types assumed to be
  /// `Sendable`.
  private static func mark(
    _ types: inout [String: [TableEntry<TypeDeclaration>]], _ assumptions: Set<Assumption>
  ) {
    for assumption in assumptions {
      for (path, entries) in types {
        for (index, entry) in entries.enumerated() {
          let type = entry.content
          guard !type.isExtension, !type.isMainActor, !type.isOnOtherActor else { continue }
          let isProtocol = type.node.is(ProtocolDeclSyntax.self)
          switch assumption {
          case .mainActor(let names)
          where type.isClass && names.match(type.name, path: path)
            || isProtocol && names.name(path):
            types[path]?[index].content.isMainActor = true
          case .sendable(let names) where !isProtocol && names.match(type.name, path: path):
            types[path]?[index].content.isAssumedSendable = true
          default: break
          }
        }
      }
    }
  }

  /// Follows re-exports of re-exports.
  private static func libraries(of exports: [String: Set<String>]) -> [String: Set<Library>] {
    var result: [String: Set<Library>] = [:]
    for module in exports.keys {
      var seen: Set<String> = []
      var next = Array(exports[module] ?? [])
      while let other = next.popLast() {
        guard seen.insert(other).inserted else { continue }
        next.append(contentsOf: exports[other] ?? [])
      }
      result[module] = Set(seen.compactMap { Library(module: $0) })
    }
    return result
  }

  private static func seen(
    by file: SourceFile, exports: [String: Set<Library>]
  ) -> Set<Library> {
    var libraries = file.imports.libraries
    libraries.formUnion(exports[file.module.name] ?? [])
    for module in file.imports.modules { libraries.formUnion(exports[module] ?? []) }
    return libraries
  }

  /// Whether the sources declare a type, rather than only extend it.
  func isDeclared(_ type: String) -> Bool {
    types[type]?.contains { !$0.content.isExtension } ?? false
  }

  /// Whether a file that imports no library sees one because its module re-exports it.
  func isExported(_ library: Library, to file: SourceFile) -> Bool {
    exports[file.module.name]?.contains(library) ?? false
  }

  /// Whether any file uses a library; without one, there are no chains.
  var usesLibraries: Bool { !usedLibraries.isEmpty }

  /// The facts that apply to a file.
  func facts(for file: SourceFile) -> Facts {
    var facts = programFacts
    facts.assumptions = assumptions
    if file.isTests, let own = testFacts[file.module] { facts.merge(own) }
    return facts
  }

  /// The libraries whose names the file can use.
  func libraries(of file: SourceFile) -> Set<Library> { Self.seen(by: file, exports: exports) }

  /// Of several types with the same name, those that the file sees first: those of its module, then
  /// those of modules that it imports, then those of other folders, which may belong to the same
  /// module.
  func visible<Content>(
    _ all: [TableEntry<Content>]?, from file: SourceFile
  ) -> [Content] {
    let entries = all?.filter { $0.isVisible(from: file) } ?? []
    let own = entries.filter { $0.module == file.module }
    return own.isEmpty ? visibleElsewhere(entries, from: file) : own.map(\.content)
  }

  /// A type's declaration and its extensions. A folder that extends a type of another folder sees
  /// both.
  func visible(
    _ all: [TableEntry<TypeDeclaration>]?, from file: SourceFile
  ) -> [TypeDeclaration] {
    let entries = all?.filter { $0.isVisible(from: file) } ?? []
    let own = entries.filter { $0.module == file.module }.map(\.content)
    if own.contains(where: { !$0.isExtension }) { return own }
    let others = entries.filter { $0.module != file.module }
    let declaring = Set(others.filter { !$0.content.isExtension }.map(\.module))
    let meant = declaring.isEmpty ? others : others.filter { declaring.contains($0.module) }
    return own + visibleElsewhere(meant, from: file)
  }

  /// Of several members with the same name, those that fit and that the file sees: those of its
  /// module and of modules that it imports, or else those of other folders.
  func visible(
    _ entries: [TableEntry<Member>]?, from file: SourceFile, where fits: (Member) -> Bool
  ) -> [Member] {
    let fitting = entries?.filter { $0.isVisible(from: file) && fits($0.content) } ?? []
    let near = fitting.filter {
      $0.module == file.module || file.imports.modules.contains($0.module.name)
    }
    return near.isEmpty ? visibleElsewhere(fitting, from: file) : near.map(\.content)
  }

  private func visibleElsewhere<Content>(
    _ entries: [TableEntry<Content>], from file: SourceFile
  ) -> [Content] {
    let imported = entries.filter { file.imports.modules.contains($0.module.name) }
    if !imported.isEmpty { return imported.map(\.content) }
    guard !file.module.isTarget else { return [] }
    let folders = entries.filter { !$0.module.isTarget }
    return Set(folders.map(\.module)).count == 1 ? folders.map(\.content) : []
  }
}

extension Member {
  /// Whether the member's type names a promise, or it is a property without a written type.
  fileprivate var mentionsPromise: Bool {
    switch kind {
    case .function: return type?.mentionsPromise ?? false
    case .property: return type?.mentionsPromise ?? true
    default: return false
    }
  }
}

extension Member {
  /// Whether using the member runs code of the program.
  fileprivate var runsCode: Bool {
    switch kind {
    case .function: true
    case .property:
      node.as(PatternBindingSyntax.self)?.accessorBlock != nil
        || node.parent?.parent?.as(VariableDeclSyntax.self)?.modifiers.has(.lazy) == true
    case .initializer, .enumCase, .typeAlias: false
    }
  }
}

extension SyntaxProtocol {
  fileprivate var mentionsPromise: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      ["Promise", "Guarantee", "Task"].contains($0.text)
    }
  }
}

extension DeclarationCollector {
  struct Result: Sendable {
    let types: [TypeDeclaration]
    fileprivate(set) var members: [Member]
    let facts: Facts
  }

  static func collect(_ file: SourceFile) -> Result {
    let collector = DeclarationCollector(file)
    collector.walk(file.tree)
    var facts = collector.facts
    facts.declaresCancellableErrors = collector.types.contains { type in
      type.inherited.contains { $0.nameWithoutArguments.hasSuffix("CancellableError") }
    }
    facts.mentionsCancellations = Facts.cancellations.contains { file.text.contains($0) }
    if file.imports.libraries.contains(.google) {
      facts.googleMentions = .read(file.tree)
      facts.read(file.tree)
      if file.text.contains("FBLPromises") { facts.keepGoogleErrors() }
    }
    return Result(types: collector.types, members: collector.members, facts: facts)
  }
}

extension DeclarationCollector.Result {
  /// Marks the parameters whose types are these aliases.
  mutating func find(functionAliases names: Set<String>) {
    for member in members.indices {
      for index in members[member].parameters.indices {
        let type = members[member].parameters[index].type.bare
        let inner = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
        if names.contains(inner.nameWithoutArguments) {
          members[member].parameters[index].isFunction = true
        }
      }
    }
  }
}
