// Writes what the user of the tool asserts about classes.

import SwiftSyntax

enum AssumedTypes {
  /// Marks the classes of a file that are assumed to be on the main actor, or to be `Sendable`.
  static func edits(in file: Program.File, _ table: DeclarationTable) -> Edits {
    var edits = Edits()
    for type in file.declarations.types where type.isClass {
      guard let node = type.node.as(ClassDeclSyntax.self) else { continue }
      let path = (type.context.path + [type.name]).joined(separator: ".")
      let marked = table.types[path]?.first { $0.content.node.id == node.id }?.content
      guard let marked else { continue }
      if marked.isAssumedSendable {
        edits.makeSendable(node)
      } else if marked.isMainActor, table.assumesMainActor(type.name, path: path),
        !node.attributes.isMainActor
      {
        edits.insert("@MainActor\n\(node.blanksOfLine)", before: node)
      }
    }
    return edits
  }
}

extension DeclarationTable {
  /// Whether the user asserts that a class is on the main actor.
  fileprivate func assumesMainActor(_ name: String, path: String) -> Bool {
    assumptions.contains { assumption in
      if case .mainActor(let names) = assumption { names.match(name, path: path) } else { false }
    }
  }
}

extension Edits {
  fileprivate mutating func makeSendable(_ node: ClassDeclSyntax) {
    if let last = node.inheritanceClause?.inheritedTypes.last {
      insert(", @unchecked Sendable", after: last)
    } else if let generics = node.genericParameterClause {
      insert(": @unchecked Sendable", after: generics)
    } else {
      insert(": @unchecked Sendable", after: node.name)
    }
  }
}
