// The names by which code refers to units.

import SwiftSyntax

/// The units of a program by what code says about them.
struct UnitNames: Sendable {
  private(set) var byNode: [SyntaxIdentifier: Int] = [:]
  /// Those that have something of the library.
  private(set) var byName: [String: [Int]] = [:]
  private(set) var byOwner: [String: [Int]] = [:]
  private(set) var aliases: Set<Int> = []
  let library: Library
  /// The names of the library's types, and of their aliases.
  let types: Set<String>
  private let members: [SyntaxIdentifier: Member]

  init(
    _ units: [Unit], _ members: [SyntaxIdentifier: Member], _ library: Library,
    types: Set<String>
  ) {
    (self.members, self.library, self.types) = (members, library, types)
    for (index, unit) in units.enumerated() {
      for node in unit.nodes { byNode[node] = index }
      guard unit.interface != .none else { continue }
      for name in unit.names { byName[name, default: []].append(index) }
      if let owner = unit.owner { byOwner[owner, default: []].append(index) }
      if unit.nodes.contains(where: { members[$0]?.kind == .typeAlias }) { aliases.insert(index) }
    }
  }

  /// The members of a unit with a name.
  func members(of unit: Unit, named name: String) -> [Member] {
    unit.nodes.compactMap { members[$0] }.filter { $0.name == name }
  }
}
