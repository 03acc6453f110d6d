// Marks types with the properties that the rewrite assumes and the user of the tool asserts.

import SwiftSyntax

enum AssumedTypes {
  /// Marks the classes of a file that are assumed to be on the main actor, and the types that a
  /// rewrite assumes to be `Sendable`.
  static func edits(
    in file: Program.File, _ table: DeclarationTable, sendable: Set<SyntaxIdentifier>,
    verified: Set<SyntaxIdentifier>
  ) -> Edits {
    var edits = Edits()
    for type in file.declarations.types where !type.isExtension {
      if sendable.contains(type.node.id) {
        edits.makeSendable(type.node, "@unchecked Sendable")
      } else if verified.contains(type.node.id) {
        edits.makeSendable(type.node, "Sendable")
      } else if !type.isMainActor, table.assumesMainActor(type),
        let node = type.node.asProtocol((any DeclGroupSyntax).self)
      {
        edits.insert("@MainActor\n\(node.blanksOfLine)", before: node)
      }
    }
    return edits
  }
}

extension DeclarationTable {
  /// Whether a class or protocol is on the main actor, and is one of those for which an assumption
  /// says so.
  fileprivate func assumesMainActor(_ type: TypeDeclaration) -> Bool {
    let path = (type.context.path + [type.name]).joined(separator: ".")
    let isOnActor = types[path]?.contains {
      $0.content.node.id == type.node.id && $0.content.isMainActor
    }
    guard isOnActor == true, type.isClass || type.node.is(ProtocolDeclSyntax.self) else {
      return false
    }
    return assumptions.contains { assumption in
      if case .mainActor(let names) = assumption {
        type.isClass ? names.match(type.name, path: path) : names.name(path)
      } else {
        false
      }
    }
  }
}

extension Edits {
  fileprivate mutating func makeSendable(_ node: Syntax, _ mark: String) {
    let inherited = node.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes
    if let last = inherited?.last {
      return insert(", \(mark)", after: last)
    }
    if let generics = node.declaredScope?.1 { return insert(": \(mark)", after: generics) }
    let name =
      node.as(ClassDeclSyntax.self)?.name ?? node.as(StructDeclSyntax.self)?.name
      ?? node.as(EnumDeclSyntax.self)?.name
    if let name { insert(": \(mark)", after: name) }
  }
}
