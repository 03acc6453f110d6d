// What moves together, and whether that is worth it.

import SwiftSyntax

/// What a rewrite would do with a unit.
struct UnitFigures: Sendable {
  /// The chains that move as a whole.
  var chains = 0
  /// Their links, and the calls that move.
  var moved = 0
  /// The conversions between the libraries that it would need.
  var crossings = 0
  /// Whether it would convert a promise that exists already, so that each conversion is another
  /// promise.
  var hasCopies = false
  /// Whether it would mean something else, or not compile.
  var isHazard = false
  /// Whether it has anything of the library.
  var isRelated = false
}

/// The units of a program, and how they depend on each other.
struct UnitGraph: Sendable {
  let library: Library
  private(set) var units: [Unit]
  /// Why each unit that stays does so.
  private(set) var held: [Int: Reason] = [:]
  /// How many others stay because of each unit that can't move.
  private var others: [Int: Int] = [:]
  /// The file in which nothing moves, for units that stay because it uses them.
  private(set) var holders: [Int: String] = [:]
  let assumptions: Set<Assumption>
  private let byFile: [String: [Int]]
  private let names: UnitNames
  /// The units that each one uses; those that use it, and how often; and those that pass it on by
  /// its name.
  private(set) var used: [Set<Int>] = []
  private var certainlyUsed: [Set<Int>] = []
  private var users: [[Int: Int]] = []
  private var passers: [Set<Int>] = []
  /// The units that stay if one stays, because it uses them, or they use it, in ways that allow no
  /// conversion.
  private var boundByUser: [Set<Int>] = []
  private var boundByUsed: [Set<Int>] = []
  /// The members of units that have the names of this library's operators.
  let replaced: [Int: [Member]]
  /// The units that stay because the compiler refuses the rewrite.
  private(set) var refused: Set<Int> = []
  /// Whether the program has a type with a name that the rewrite needs.
  private let isNameTaken: Bool
  /// The units that had anything of the library before.
  private var related: Set<Int> = []
  /// The units that each one implements or overrides, and those that implement or override it.
  private let relatives: [Set<Int>]

  init(_ program: Program, _ library: Library, threads: Int) {
    self.library = library
    assumptions = program.assumptions
    var types = library.typeNames
    let members = program.files.flatMap(\.declarations.members)
    let aliases = members.filter { $0.kind == .typeAlias }
    var count = 0
    while count != types.count {
      count = types.count
      for alias in aliases
      where alias.type.map({ !$0.identifiers.isDisjoint(with: types) }) ?? false {
        types.insert(alias.name)
      }
    }
    let settlers = aliases.reduce(into: ["Resolver", "TaskCompletionSource"] as Set) {
      guard let type = $1.type else { return }
      // A tuple of a promise and a function, for example, is no promise.
      if $0.contains(type.lastName) || !type.isName { $0.insert($1.name) }
    }
    let table = program.table
    let typed = Set(
      members.filter { $0.type.map { !$0.identifiers.isDisjoint(with: types) } ?? false }
        .map(\.name))
    units = program.files.flatMap {
      var found = UnitFinder($0.source, types: types, settlers: settlers, promiseNames: typed).units
      let typer = Typer($0.source, table)
      for index in found.indices {
        if let value = found[index].untyped, case .named = typer.shape(of: value, nil) {
          found[index].interface = .none
        }
      }
      return found
    }
    let unseen = table.unseenUses(of: types)
    let own = members.filter { types.contains($0.context.path.last ?? "") }
    let staying = Self.equal(members).union(unseen.nodes)
      .union(own.filter(\.replacesFunction).map(\.node.id))
    isNameTaken = table.takesName(from: library)
    for index in units.indices {
      let unit = units[index]
      units[index].mustStay =
        unit.mustStay || isNameTaken || !unit.nodes.isDisjoint(with: staying)
        || unit.interface != .none && !unit.names.isDisjoint(with: unseen.names)
    }
    let replacing = own.filter(\.replacesOperator)
    replaced = Dictionary(
      uniqueKeysWithValues: units.indices.map { [units] index in
        (index, replacing.filter { units[index].nodes.contains($0.node.id) })
      }.filter { !$0.1.isEmpty })
    byFile = Dictionary(grouping: units.indices) { [units] in units[$0].place.file }
    let byID = Dictionary(members.map { ($0.node.id, $0) }) { first, _ in first }
    names = UnitNames(units, byID, library, types: types)
    let inheriting = table.inheritingTypes
    relatives = units.map { [names] unit in
      guard unit.interface != .none else { return [] }
      return Set(
        unit.nodes.compactMap { byID[$0] }
          .filter { inheriting.contains($0.context.path.last ?? "") }
          .flatMap { table.related(to: $0).compactMap { names.byNode[$0.node.id] } })
    }
    let (known, all) = (names, units)
    let found = Parallel.map(program.files, threads: threads) { file in
      let finder = UnitUseFinder(Typer(file.source, table), known, all)
      finder.walk(file.source.tree)
      return finder.uses
    }
    used = Array(repeating: [], count: units.count)
    (passers, certainlyUsed, boundByUser, boundByUsed) = (used, used, used, used)
    users = Array(repeating: [:], count: units.count)
    for (file, uses) in zip(program.files, found) {
      for use in uses {
        guard let user = unit(at: use.offset, in: file.source), user != use.used else { continue }
        used[user].insert(use.used)
        if use.isCertain { certainlyUsed[user].insert(use.used) }
        users[use.used][user, default: 0] += 1
        if use.isPassed, !use.allowsStaying { passers[use.used].insert(user) }
        if !use.allowsMoving { boundByUser[user].insert(use.used) }
        if !use.allowsStaying { boundByUsed[use.used].insert(user) }
      }
    }
    refused = units(refusedIn: program)
  }

  var holding: Holding { Holding(units, held: Set(held.keys)) }

  /// Whether a file uses anything that has to do with the library.
  func reaches(_ file: SourceFile) -> Bool {
    indices(in: file).contains { !used[$0].isEmpty }
  }

  func unit(at offset: Int, in file: SourceFile) -> Int? {
    byFile[file.path]?.first { units[$0].range.contains(offset) }
  }

  /// The unit that declares a member.
  func unit(of node: SyntaxIdentifier) -> Int? { names.byNode[node] }

  func indices(in file: SourceFile) -> [Int] { byFile[file.path] ?? [] }

  /// Holds back what an operator is called on, if that may be a promise.
  func producers(of unknown: UnknownHead) -> [Int] {
    unknown.producers.flatMap { names.byName[$0] ?? [] }
  }

  /// The code that stays with its reasons.
  var kept: [Kept] {
    held.filter { index, _ in
      others[index] != nil || units[index].isWorthTelling && related.contains(index)
    }.map { index, reason in
      Kept(
        place: units[index].place, name: units[index].name, reason: reason,
        others: others[index] ?? 0)
    }
  }

  /// Functions that would be the same if a guarantee were a promise.
  private static func equal(_ members: [Member]) -> Set<SyntaxIdentifier> {
    func text(_ member: Member, _ rename: Bool) -> [String] {
      (member.parameters.map(\.type) + (member.type.map { [$0] } ?? [])).map { type in
        let text = type.trimmedDescription
        guard rename else { return text }
        return ["Guarantee", "Thenable"].reduce(text) { $0.replacing($1 + "<", with: "Promise<") }
      }
    }
    let functions = members.filter { $0.kind == .function || $0.kind == .initializer }
    let groups = Dictionary(grouping: functions) { member in
      member.context.path + [member.name, "\(member.isStatic)"]
        + member.parameters.map { $0.label ?? "_" } + text(member, true)
    }
    return groups.values.reduce(into: []) { found, group in
      let texts = Set(group.map { text($0, false) })
      if texts.count > 1 { found.formUnion(group.map(\.node.id)) }
    }
  }

  // MARK: Staying together

  /// The units that must stay if one does.
  private func whole(_ first: Int) -> Set<Int> {
    var found: Set = [first]
    var next = [first]
    while let index = next.popLast() {
      for other in bound(to: index) where held[other] == nil && found.insert(other).inserted {
        next.append(other)
      }
    }
    return found
  }

  /// The units that must stay if one does, except for those that must stay because of these.
  private func bound(to index: Int) -> Set<Int> {
    let unit = units[index]
    guard unit.interface != .none else { return boundByUser[index] }
    return boundByUser[index].union(relatives[index]).union(
      unit.interface == .shared ? boundByUsed[index] : passers[index])
  }

  /// - Parameter holder: the file in which nothing moves, if the unit stays because of that.
  /// - Returns: whether anything new stays.
  private mutating func hold(_ index: Int, _ reason: Reason, by holder: String? = nil) -> Bool {
    guard held[index] == nil else { return false }
    for one in whole(index) {
      held[one] = one == index ? reason : .heldBack
      holders[one] = holder
    }
    return true
  }

  // MARK: Deciding

  /// Finds more units that stay, from what a rewrite would do with each.
  ///
  /// Units move with those that use them, and those that they use, if one of their chains moves as
  /// a whole, and if no other choice moves more links and calls of such chains, less the
  /// conversions.
  ///
  /// - Parameters:
  ///   - still: the files that wouldn't change. Code in them that stays converts nothing.
  ///   - isWeighing: whether to compare; otherwise, only what can't move stays.
  /// - Returns: whether there are any.
  mutating func decide(
    _ figures: [UnitFigures], still: Set<String>, isWeighing: Bool
  ) -> Bool {
    related = Set(units.indices.filter { figures[$0].isRelated })
    var isChanged = false
    for index in units.indices where figures[index].isHazard && held[index] == nil {
      let count = whole(index).count { $0 != index && units[$0].isWorthTelling }
      if count > 0 { others[index] = count }
    }
    for index in units.indices where figures[index].isHazard {
      let reason: Reason = refused.contains(index) ? .refused : .heldBack
      isChanged = hold(index, isNameTaken ? .takenName : reason) || isChanged
    }
    for index in held.keys.sorted() where still.contains(units[index].place.file) {
      let holder = holders[index] ?? units[index].place.file
      for other in used[index].sorted() {
        isChanged = hold(other, .heldBack, by: holder) || isChanged
      }
    }
    if isChanged || !isWeighing { return isChanged }
    let worth = worthMoving(figures)
    for index in related.sorted() where !worth.contains(index) {
      isChanged = hold(index, .nothingMoves) || isChanged
    }
    return isChanged
  }

  /// The units that move if the most links and calls are to move for the fewest conversions.
  private func worthMoving(_ figures: [UnitFigures]) -> Set<Int> {
    var cut = MinimumCut(nodes: units.count)
    for index in units.indices where held[index] == nil {
      cut.gain(figures[index].moved, of: index)
      cut.cost(
        figures[index].crossings
          + users[index].reduce(0) { $0 + (held[$1.key] == nil ? 0 : $1.value) }, of: index)
      for other in certainlyUsed[index]
      where held[other] == nil && units[other].interface != .none {
        cut.link(index, other, cost: users[other][index] ?? 0)
      }
      for other in bound(to: index) where held[other] == nil { cut.bind(other, to: index) }
    }
    let kept = cut.kept()
    return parts(figures, among: kept).filter { part in
      part.contains { figures[$0].chains > 0 }
    }.reduce(into: []) { $0.formUnion($1) }
  }

  /// The units that move, in groups that use each other, or that must stay together.
  private func parts(_ figures: [UnitFigures], among kept: Set<Int>) -> [[Int]] {
    var root = Array(units.indices)
    func find(_ index: Int) -> Int {
      var index = index
      while root[index] != index {
        root[index] = root[root[index]]
        index = root[index]
      }
      return index
    }
    let moving = kept.sorted().filter { held[$0] == nil && figures[$0].isRelated }
    for index in moving {
      for other in certainlyUsed[index].union(bound(to: index)) where held[other] == nil {
        root[find(index)] = find(other)
      }
    }
    return Dictionary(grouping: moving, by: find).values.sorted { $0[0] < $1[0] }
  }
}
