// Finds types that the compiler accepts if they are declared `Sendable`, because they store only
// `Sendable` values, and, if they are classes, only in constants.

import SwiftSyntax

extension Typer {
  /// Whether `: Sendable` can be added to a type without any other change.
  func canSaySendable(_ path: String) -> Bool { canSaySendable(path, seen: []) }

  private func canSaySendable(_ path: String, seen: Set<String>) -> Bool {
    let types = table.visible(table.types[path], from: file)
    guard let type = types.first(where: { !$0.isExtension }), !type.isGeneric,
      types.allSatisfy({ $0.inherited.allSatisfy { isProtocol($0, type.context) } }),
      let group = type.node.asProtocol((any DeclGroupSyntax).self)
    else { return false }
    let isClass = type.isClass
    if isClass, !group.modifiers.has(.final) || !group.attributes.isEmpty { return false }
    guard isClass || type.node.is(StructDeclSyntax.self) || type.node.is(EnumDeclSyntax.self) else {
      return false
    }
    let members = table.members[path]?.values.flatMap(\.self) ?? []
    return members.map(\.content).allSatisfy { member in
      switch member.node.as(SyntaxEnum.self) {
      case .enumCaseElement(let element):
        return element.parameterClause?.parameters.allSatisfy {
          isKnownSendable(resolver.shape(of: $0.type, in: member.context), seen.union([path]))
        } ?? true
      case .patternBinding(let binding):
        guard !member.isStatic, !binding.isComputed else { return true }
        let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
        guard let variable, variable.attributes.isEmpty, !variable.modifiers.has(.lazy),
          !isClass || variable.bindingSpecifier.tokenKind == .keyword(.let)
        else { return false }
        if let type = binding.typeAnnotation?.type, type.description.contains("@Sendable") {
          return true
        }
        let shape =
          binding.typeAnnotation.map { resolver.shape(of: $0.type, in: member.context) }
          ?? binding.initializer.map { self.shape(of: $0.value) } ?? .unknown
        return isKnownSendable(part(member.tupleIndex, of: shape), seen.union([path]))
      default: return true
      }
    }
  }

  private func isKnownSendable(_ shape: Shape, _ seen: Set<String>) -> Bool {
    switch shape {
    case .array(let inner), .dictionary(let inner), .optional(let inner):
      return isKnownSendable(inner, seen)
    case .tuple(let elements): return elements.allSatisfy { isKnownSendable($0.shape, seen) }
    case .promise(_, let value), .resolver(_, let value): return isKnownSendable(value, seen)
    case .named(let name):
      let types = table.visible(table.types[name], from: file)
      guard let type = types.first(where: { !$0.isExtension }) else {
        return Self.frameworkTypes.contains(name)
      }
      if seen.contains(name) || types.contains(where: \.isMainActor) || type.isActor { return true }
      if types.contains(where: { $0.inherited.contains { $0.description.contains("Sendable") } }) {
        return true
      }
      guard !type.isClass, !type.node.is(ProtocolDeclSyntax.self), !isNotSendable(shape) else {
        return false
      }
      return canSaySendable(name, seen: seen)
    default: return false
    }
  }

  /// Whether an inherited type is a protocol, which adds no stored properties.
  private func isProtocol(_ inherited: TypeSyntax, _ context: DeclarationContext) -> Bool {
    let name = inherited.nameWithoutArguments
    guard let path = resolver.path(of: name, in: context) else {
      return Self.plainProtocols.contains(name)
    }
    return table.visible(table.types[path], from: file)
      .contains { $0.node.is(ProtocolDeclSyntax.self) }
  }

  private static let plainProtocols: Set<String> = [
    "AnyObject", "Codable", "Decodable", "Encodable", "Equatable", "Hashable", "Comparable",
    "Identifiable", "CaseIterable", "CustomStringConvertible", "CustomDebugStringConvertible",
    "String", "Int",
  ]

  private static let frameworkTypes: Set<String> = [
    "Int", "Int64", "UInt", "UInt8", "Double", "Float", "String", "Bool", "Character", "Data",
    "Date", "URL", "UUID", "TimeInterval", "Decimal", "Locale", "TimeZone", "Calendar", "Error",
    "URLRequest", "URLSession", "JSONDecoder", "JSONEncoder", "DispatchQueue", "DispatchTime",
    "NSLock", "NSRecursiveLock",
  ]
}
