// Finds the classes and protocols that only code on the main actor uses, so that they can be on the
// main actor as well, and their functions async.

import SwiftSyntax

/// A use of a class or protocol, or of something that may be its member.
struct TypeUse: Hashable, Sendable {
  /// Where code runs, as far as the sources say.
  enum Place: Hashable, Sendable {
    case main
    /// Wherever the type with this path is used.
    case type(String)
    case elsewhere
  }

  /// The path of the type that is used.
  let type: String
  var place: Place
  /// Whether the source says that it is this type.
  var isCertain = true
}

/// The classes and protocols of a program that only the main actor uses.
struct MainThread: Sendable {
  /// Their paths.
  private(set) var types: Set<String>
  private let uses: Set<TypeUse>
  /// For each type, those that must be on the same actor because one inherits from the other.
  private let related: [String: Set<String>]

  init(_ program: Program, threads: Int) {
    let candidates = MainThreadCandidates(program.table)
    related = candidates.related
    uses = Parallel.map(program.files, threads: threads) { file in
      let finder = TypeUseFinder(Typer(file.source, program.table), candidates)
      finder.walk(file.source.tree)
      return finder.uses
    }.reduce(into: []) { $0.formUnion($1) }
    types = candidates.types
    while true {
      let before = types.count
      dropUsedElsewhere()
      types = reached
      guard types.count < before else { break }
    }
  }

  private mutating func dropUsedElsewhere() {
    while true {
      var dropped = Set(uses.filter { !holds($0.place) }.map(\.type)).intersection(types)
      for (type, others) in related where !types.isSuperset(of: others) { dropped.insert(type) }
      guard !dropped.isDisjoint(with: types) else { return }
      types.subtract(dropped)
    }
  }

  private func holds(_ place: TypeUse.Place) -> Bool {
    switch place {
    case .main: true
    case .type(let path): types.contains(path)
    case .elsewhere: false
    }
  }

  /// The types that code on the main actor uses, directly or through other such types.
  private var reached: Set<String> {
    var found: Set<String> = []
    while true {
      let next = types.subtracting(found).filter { type in
        related[type]?.isDisjoint(with: found) == false
          || uses.contains { use in
            guard use.type == type, use.isCertain else { return false }
            return if case .type(let user) = use.place { found.contains(user) } else { true }
          }
      }
      if next.isEmpty { return found }
      found.formUnion(next)
    }
  }

  /// Keeps only the given types, those that use them, and those that are related to them.
  mutating func keep(_ needed: Set<String>) {
    var kept = types.intersection(needed)
    while true {
      let before = kept.count
      for use in uses where kept.contains(use.type) {
        if case .type(let user) = use.place { kept.insert(user) }
      }
      for type in kept { kept.formUnion(related[type] ?? []) }
      if kept.count == before { break }
    }
    types = kept
  }
}

/// The classes and protocols, and structs that conform to these, whose declarations permit the main
/// actor, if their uses do.
struct MainThreadCandidates: Sendable {
  private(set) var types: Set<String> = []
  private(set) var structs: Set<String> = []
  /// By the last part of the path.
  private(set) var byName: [String: String] = [:]
  /// The candidates that have a member with a given name, and those members.
  private(set) var owners: [String: [String: [Member]]] = [:]
  private(set) var related: [String: Set<String>] = [:]

  /// What may be inherited from another module: nothing that calls members from elsewhere.
  private static let harmless: Set<String> = ["AnyObject", "ObservableObject"]

  init(_ table: DeclarationTable) {
    var counts: [String: Int] = [:]
    for (path, entries) in table.types where entries.contains(where: { !$0.content.isExtension }) {
      counts[path.lastPart, default: 0] += 1
    }
    var aliased: Set<String> = []
    for member in table.members.values.joined().flatMap(\.value).map(\.content)
    where member.kind == .typeAlias {
      aliased.formUnion(member.type.map(Self.names) ?? [])
    }
    for (path, entries) in table.types where counts[path.lastPart] == 1 {
      let members = table.members[path]?.values.joined().map(\.content) ?? []
      guard Self.mayMove(entries.map(\.content)), members.allSatisfy(Self.mayMove),
        !aliased.contains(path.lastPart)
      else { continue }
      types.insert(path)
      if entries.contains(where: { $0.content.node.is(StructDeclSyntax.self) }) {
        structs.insert(path)
      }
      byName[path.lastPart] = path
      owners["init", default: [:]][path] = []
      for member in members { owners[member.name, default: [:]][path, default: []].append(member) }
    }
    var stay: Set<String> = []
    for (path, entries) in table.types {
      for name in entries.flatMap(\.content.inherited).flatMap(Self.names) {
        switch (byName[path.lastPart] == path, byName[name]) {
        case (true, let other?):
          related[path, default: []].insert(other)
          related[other, default: []].insert(path)
        case (true, nil): if !Self.harmless.contains(name) { stay.insert(path) }
        case (false, let other?):
          if !entries.contains(where: { $0.content.isMainActor }) { stay.insert(other) }
        case (false, nil): break
        }
      }
    }
    types.subtract(stay)
  }

  private static func names(in type: TypeSyntax) -> [String] {
    type.tokens(viewMode: .sourceAccurate).compactMap { token in
      if case .identifier = token.tokenKind { token.identifierText } else { nil }
    }
  }

  private static func mayMove(_ declarations: [TypeDeclaration]) -> Bool {
    let main = declarations.filter { !$0.isExtension }
    // A struct is on the main actor because of a protocol.
    guard main.count == 1,
      main[0].isClass || main[0].node.is(ProtocolDeclSyntax.self)
        || main[0].node.is(StructDeclSyntax.self) && !main[0].inherited.isEmpty
    else { return false }
    return declarations.allSatisfy { type in
      guard let node = type.node.asProtocol((any DeclGroupSyntax).self) else { return false }
      return !type.isMainActor && !type.isOnOtherActor && node.attributes.isEmpty
        && !node.modifiers.has(.public) && !node.modifiers.has(.open)
    }
  }

  private static func mayMove(_ member: Member) -> Bool {
    let isNamed = member.name.first?.isLetter == true || member.name.first == "_"
    guard isNamed, !["subscript", "callAsFunction"].contains(member.name),
      let (attributes, modifiers) = member.node.attributesAndModifiers
    else { return false }
    return !member.node.isAsync && attributes.allSatisfy(\.isHarmless)
      && [.override, .nonisolated, .open].allSatisfy { !modifiers.has($0) }
  }
}

extension AttributeListSyntax.Element {
  /// Whether the attribute neither isolates a member nor lets other code use it.
  fileprivate var isHarmless: Bool {
    let name = self.as(AttributeSyntax.self)?.attributeName.trimmedDescription ?? ""
    return ["discardableResult", "available", "Published"].contains(name)
  }
}

extension Syntax {
  /// Whether a function, an initializer or an accessor of a property is async.
  fileprivate var isAsync: Bool {
    switch self.as(SyntaxEnum.self) {
    case .functionDecl(let node): return node.signature.effectSpecifiers?.asyncSpecifier != nil
    case .initializerDecl(let node): return node.signature.effectSpecifiers?.asyncSpecifier != nil
    case .patternBinding(let node):
      guard case .accessors(let list)? = node.accessorBlock?.accessors else { return false }
      return list.contains { $0.effectSpecifiers?.asyncSpecifier != nil }
    default: return false
    }
  }

  /// Of a member, or of the variable that it belongs to; nil for a type alias.
  fileprivate var attributesAndModifiers: (AttributeListSyntax, DeclModifierListSyntax)? {
    let node = self.is(PatternBindingSyntax.self) ? parent?.parent : self
    guard let node, let declaration = node.asProtocol((any WithModifiersSyntax).self),
      let attributed = node.asProtocol((any WithAttributesSyntax).self)
    else { return nil }
    return (attributed.attributes, declaration.modifiers)
  }
}

extension String {
  /// `Inner` of `Outer.Inner`.
  fileprivate var lastPart: String { split(separator: ".").last.map(String.init) ?? self }
}
