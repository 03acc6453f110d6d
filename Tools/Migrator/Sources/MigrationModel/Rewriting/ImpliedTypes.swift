// Members whose promises the compiler takes for associated types, which the source doesn't name
// there.

import SwiftSyntax

extension DeclarationTable {
  /// The members that stay, because they imply that an associated type is a promise: of iterators,
  /// sequences and collections, and of protocols, if the sources require that promise.
  ///
  /// - Parameter types: the names of the library's types, and of their aliases.
  func impliedTypes(of types: Set<String>) -> Set<SyntaxIdentifier> {
    let required = RequiredTypes.names(in: self, types)
    var nodes: Set<SyntaxIdentifier> = []
    for (path, byName) in members {
      let inherited = self.types[path]?.flatMap(\.content.inherited).map(\.nameWithoutArguments)
      let isSequence = inherited?.contains { Self.sequences.contains($0) } ?? false
      for (name, entries) in byName {
        for member in entries.map(\.content) where member.mentions(types) {
          let isImplied =
            isSequence && Self.namesInSequences.contains(name)
            || member.kind == .typeAlias && required.contains(name)
            || !required.isEmpty && inherited != nil
              && related(to: member).contains { member.implies(required, in: $0, types) }
          if isImplied { nodes.insert(member.node.id) }
        }
      }
    }
    return nodes
  }

  private static let sequences = Set(Typer.collections).union([
    "IteratorProtocol", "LazySequenceProtocol", "AsyncIteratorProtocol", "AsyncSequence",
  ])
  private static let namesInSequences: Set<String> = [
    "next", "makeIterator", "makeAsyncIterator", "Element", "Iterator", "AsyncIterator",
  ]
}

extension Member {
  fileprivate func mentions(_ types: Set<String>) -> Bool {
    ([type] + parameters.map(\.type)).contains { $0?.names(types) == true }
  }

  /// Whether it has a promise where a requirement has an associated type.
  fileprivate func implies(
    _ associated: Set<String>, in requirement: Member, _ types: Set<String>
  ) -> Bool {
    let own = [type] + parameters.map(\.type)
    let required = [requirement.type] + requirement.parameters.map(\.type)
    return zip(own, required).contains { own, required in
      own?.names(types) == true && required?.names(associated) == true
        && required?.names(types) == false
    }
  }
}

extension TypeSyntax {
  fileprivate func names(_ types: Set<String>) -> Bool { !identifiers.isDisjoint(with: types) }
}

/// Finds the associated types that the sources require to be promises.
private final class RequiredTypes: SyntaxVisitor {
  private let table: DeclarationTable
  private let types: Set<String>
  private var names: Set<String> = []

  static func names(in table: DeclarationTable, _ types: Set<String>) -> Set<String> {
    let finder = RequiredTypes(table, types)
    for file in table.sources { finder.walk(file.tree) }
    return finder.names.subtracting(types)
  }

  private init(_ table: DeclarationTable, _ types: Set<String>) {
    (self.table, self.types) = (table, types)
    super.init(viewMode: .sourceAccurate)
  }

  /// `where Output == Promise<Int>`
  override func visit(_ node: SameTypeRequirementSyntax) -> SyntaxVisitorContinueKind {
    if !node.identifiers.isDisjoint(with: types) {
      for side in [Syntax(node.leftType), Syntax(node.rightType)] {
        if let name = side.as(TypeSyntax.self)?.lastName { names.insert(name) }
      }
    }
    return .visitChildren
  }

  /// `some UseCase<Promise<Int>>`
  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    guard let arguments = node.genericArgumentClause,
      !arguments.identifiers.isDisjoint(with: types)
    else { return .visitChildren }
    for entry in table.types[node.name.identifierText] ?? [] {
      let list = entry.content.node.as(ProtocolDeclSyntax.self)?.primaryAssociatedTypeClause
      for type in list?.primaryAssociatedTypes ?? [] { names.insert(type.name.identifierText) }
    }
    return .visitChildren
  }
}
