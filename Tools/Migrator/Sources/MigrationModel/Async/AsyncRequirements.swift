// The functions that protocols require: a requirement becomes async with all its witnesses.

import SwiftSyntax

/// A function that a protocol requires or a subclass overrides.
struct AsyncRequirement: Hashable, Sendable {
  let type: String
  let signature: String
  let isOverride: Bool
}

/// Requirements and their witnesses, which become async together or not at all.
struct AsyncGroups: Sendable {
  private(set) var groups: [Set<SyntaxIdentifier>] = []
  /// The requirements in these groups.
  private(set) var requirements: Set<AsyncRequirement> = []
  /// The functions that can't become async, because a witness of theirs isn't among the sources'
  /// functions.
  private(set) var incomplete: Set<SyntaxIdentifier> = []

  init(
    _ trials: [AsyncTrial], _ table: DeclarationTable, _ ancestors: [String: Set<String>]
  ) {
    let unclear = table.unclearConformances
    for trial in trials where trial.function.isRequirement {
      let requirement = trial.function
      guard let name = requirement.member.context.path.last else { continue }
      let witnesses = trials.filter { $0.function.isWitness(of: requirement, ancestors) }
      let owners = witnesses.compactMap(\.function.member.context.path.last)
      let conforming = ancestors.filter { $0.value.contains(name) }
        .filter { !table.isProtocol($0.key) }
      let isComplete =
        !conforming.isEmpty && !unclear.contains(name) && Set(owners).count == owners.count
        && conforming.allSatisfy { type, above in
          owners.contains { $0 == type || above.contains($0) }
        }
        && witnesses.allSatisfy { $0.isIsolated(like: trial) }
      let group = Set(witnesses.map(\.function.id) + [requirement.id])
      guard isComplete else {
        incomplete.formUnion(group)
        continue
      }
      groups.append(group)
      requirements.insert(
        AsyncRequirement(type: name, signature: requirement.signature, isOverride: false))
    }
  }
}

extension AsyncTrial {
  /// Whether both functions run in the same isolation when they are async.
  fileprivate func isIsolated(like other: AsyncTrial) -> Bool {
    isNonsending == other.isNonsending
      && (isNonsending
        || function.isolation.isKnown && function.isolation == other.function.isolation)
  }
}

extension AsyncFunction {
  fileprivate func isWitness(
    of requirement: AsyncFunction, _ ancestors: [String: Set<String>]
  ) -> Bool {
    guard !isRequirement || id != requirement.id, signature == requirement.signature,
      let type = member.context.path.last, let name = requirement.member.context.path.last
    else { return false }
    return type == name || ancestors[type]?.contains(name) == true
  }

  func isAsked(for requirement: AsyncRequirement, _ ancestors: [String: Set<String>]) -> Bool {
    guard let type = member.context.path.last, requirement.signature == signature else {
      return false
    }
    if type == requirement.type { return true }
    return requirement.isOverride
      ? ancestors[requirement.type]?.contains(type) == true
      : ancestors[type]?.contains(requirement.type) == true
  }
}

extension DeclarationTable {
  /// The names of everything that each type inherits from or conforms to, directly or indirectly.
  var ancestors: [String: Set<String>] {
    var parents: [String: Set<String>] = [:]
    for entry in types.values.joined() {
      let inherited = entry.content.inherited.map { $0.nameWithoutArguments }
      parents[entry.content.name, default: []].formUnion(inherited)
    }
    var all: [String: Set<String>] = [:]
    for name in parents.keys {
      var next = Array(parents[name] ?? [])
      while let parent = next.popLast() {
        guard all[name, default: []].insert(parent).inserted else { continue }
        next += parents[parent] ?? []
      }
    }
    return all
  }

  fileprivate func isProtocol(_ name: String) -> Bool {
    types.values.joined().contains {
      $0.content.name == name && $0.content.node.is(ProtocolDeclSyntax.self)
    }
  }

  /// The names of types in compositions and type aliases, through which others may conform to them.
  fileprivate var unclearConformances: Set<String> {
    let inherited = types.values.joined().flatMap(\.content.inherited)
      .filter { !$0.is(IdentifierTypeSyntax.self) }
    let aliased = members.values.joined().flatMap(\.value).map(\.content)
      .filter { $0.kind == .typeAlias }.compactMap(\.type)
    return (inherited + aliased).reduce(into: []) { names, type in
      names.formUnion(type.tokens(viewMode: .sourceAccurate).map(\.identifierText))
    }
  }
}
