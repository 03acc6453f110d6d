// Members that implement or override each other.

import SwiftSyntax

extension DeclarationTable {
  /// The names of types that inherit from others, and of those that they inherit from.
  var inheritingTypes: Set<String> {
    types.values.joined().reduce(into: []) { names, entry in
      guard !entry.content.inherited.isEmpty else { return }
      names.insert(entry.content.name)
      names.formUnion(entry.content.inherited.map(\.nameWithoutArguments))
    }
  }

  /// The members with the same name and labels in the protocols and classes that a member's type
  /// inherits from, and in those that inherit from it; of a protocol's member, its default
  /// implementations, too.
  func related(to member: Member) -> [Member] {
    guard let owner = member.context.path.last else { return [] }
    let labels = member.parameters.map(\.label)
    func same(_ path: String) -> [Member] {
      (members[path]?[member.name] ?? []).map(\.content).filter {
        $0.kind == member.kind && $0.parameters.map(\.label) == labels
      }
    }
    var names: Set = [owner]
    // The types that those in the group inherit from, and those that inherit from them.
    var above: Set<String> = []
    var below: Set<String> = []
    var found: [String: [Member]] = [:]
    var count = 0
    while count < names.count + above.count + below.count {
      count = names.count + above.count + below.count
      for (path, entries) in types {
        let name = path.split(separator: ".").last.map(String.init) ?? path
        let inherited = entries.flatMap { $0.content.inherited.map(\.nameWithoutArguments) }
        if inherited.contains(where: { names.contains($0) || below.contains($0) }) {
          below.insert(name)
        }
        if above.contains(name) || below.contains(name) {
          found[path] = same(path)
          if found[path]?.isEmpty == false { names.insert(name) }
        }
        if names.contains(name) || above.contains(name) { above.formUnion(inherited) }
      }
    }
    let path = member.context.path.joined(separator: ".")
    let isProtocol = types[path]?.contains { $0.content.node.is(ProtocolDeclSyntax.self) } == true
    return (found.values.flatMap(\.self) + (isProtocol ? same(path) : []))
      .filter { $0.node.id != member.node.id }
  }
}
