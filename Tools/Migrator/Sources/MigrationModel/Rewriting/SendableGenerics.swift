// Makes generic parameters `Sendable` if they are values of promises, as this library requires.

import SwiftSyntax

/// Adds `Sendable` once to each generic parameter that is the value of a promise.
struct SendableGenerics {
  private var done: Set<SyntaxIdentifier> = []

  /// - Parameter types: the generic arguments of a promise.
  mutating func need(_ types: [TypeSyntax], at node: Syntax, _ edits: inout Edits) {
    for type in types {
      for name in NamesInType.names(in: type) {
        declare(name, at: node, &edits)
      }
    }
  }

  private mutating func declare(_ name: String, at node: Syntax, _ edits: inout Edits) {
    var current: Syntax? = node
    while let here = current {
      if let parameter = here.genericClause?.parameters.first(where: { $0.name.text == name }) {
        guard done.insert(parameter.id).inserted, !here.requiresSendable(name) else { return }
        guard let inherited = parameter.inheritedType else {
          return edits.insert(": Sendable", after: parameter.name)
        }
        if !inherited.trimmedDescription.split(separator: " ").contains("Sendable") {
          edits.insert(" & Sendable", after: inherited)
        }
        return
      }
      if let members = here.as(ProtocolDeclSyntax.self)?.memberBlock.members {
        for case let type? in members.map({ $0.decl.as(AssociatedTypeDeclSyntax.self) })
        where type.name.text == name && done.insert(type.id).inserted {
          let inherited = type.inheritanceClause?.inheritedTypes
          if let last = inherited?.last {
            if inherited?.contains(where: { $0.type.trimmedDescription == "Sendable" }) != true {
              edits.insert(", Sendable", after: last)
            }
          } else {
            edits.insert(": Sendable", after: type.name)
          }
        }
      }
      current = here.parent
    }
  }
}

extension Syntax {
  fileprivate var genericClause: GenericParameterClauseSyntax? {
    if let declared = declaredScope { return declared.1 }
    return self.as(TypeAliasDeclSyntax.self)?.genericParameterClause
  }

  /// Whether a `where` clause makes the name `Sendable`.
  fileprivate func requiresSendable(_ name: String) -> Bool {
    let clause =
      self.asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause
      ?? self.as(ExtensionDeclSyntax.self)?.genericWhereClause
    return clause?.requirements.contains { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement else {
        return false
      }
      return conformance.leftType.trimmedDescription == name
        && conformance.rightType.trimmedDescription.contains("Sendable")
    } ?? false
  }
}

/// Finds the names that a type consists of.
final class NamesInType: SyntaxVisitor {
  private var found: [String] = []

  static func names(in type: TypeSyntax) -> [String] {
    let finder = NamesInType(viewMode: .sourceAccurate)
    finder.walk(type)
    return finder.found
  }

  // A requirement on `R.Response` says nothing about `R`.
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if let arguments = node.genericArgumentClause { walk(arguments) }
    return .skipChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    found.append(node.name.text)
    return .visitChildren
  }
}
