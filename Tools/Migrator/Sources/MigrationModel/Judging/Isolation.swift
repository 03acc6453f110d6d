// Finds code that is certainly nonisolated.

import SwiftSyntax

extension Typer {
  /// Whether code at a node is certainly nonisolated.
  func isNonisolated(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let closure):
        guard closure.signature?.attributes.isEmpty ?? true, isFormedInPlace(closure) else {
          return false
        }
      case .functionDecl(let function):
        if function.modifiers.has(.nonisolated) { return true }
        guard function.attributes.namesNoActor else { return false }
      case .variableDecl(let variable):
        if variable.modifiers.has(.nonisolated) { return true }
        guard variable.attributes.namesNoActor else { return false }
      case .initializerDecl(let initializer):
        if initializer.modifiers.has(.nonisolated) { return true }
        guard initializer.attributes.namesNoActor else { return false }
      case .actorDecl, .protocolDecl: return false
      case .classDecl, .structDecl, .enumDecl, .extensionDecl: return isNonisolatedType(here)
      case .sourceFile: return true
      default: break
      }
      current = here.parent
    }
    return true
  }

  private func isNonisolatedType(_ declaration: Syntax) -> Bool {
    if ownerShape(of: declaration).promiseType != nil { return true }
    let path = context(ofBodyOf: declaration).path.joined(separator: ".")
    let types = table.visible(table.types[path], from: file)
    guard types.contains(where: { !$0.isExtension && !$0.isActor }) else { return false }
    return types.allSatisfy { type in
      !type.isMainActor && type.inherited.allSatisfy { isNonisolated(inherited: $0, type) }
    }
  }

  private func isNonisolated(inherited: TypeSyntax, _ type: TypeDeclaration) -> Bool {
    let name = inherited.nameWithoutArguments
    if Self.harmlessTypes.contains(name) { return true }
    guard let path = resolver.path(of: name, in: type.context) else { return false }
    let types = table.visible(table.types[path], from: file)
    return types.allSatisfy { type in
      !type.isMainActor
        && type.inherited.allSatisfy { Self.harmlessTypes.contains($0.nameWithoutArguments) }
    }
  }

  private static let harmlessTypes: Set<String> = [
    "AnyObject", "CaseIterable", "Codable", "Comparable", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Int", "LocalizedError",
    "NSObject", "Sendable", "String", "@unchecked Sendable", "Double", "Sequence",
  ]
}

extension AttributeListSyntax {
  /// Whether none of the attributes can be a global actor.
  fileprivate var namesNoActor: Bool {
    let known: Set = [
      "discardableResult", "available", "inlinable", "usableFromInline", "inline", "objc", "Test",
      "preconcurrency", "Sendable", "escaping",
    ]
    return allSatisfy { attribute in
      guard let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription else {
        return false
      }
      return known.contains(name)
    }
  }
}
