// Finds values that are certainly not `Sendable`.

import SwiftSyntax

/// Why a chain's values or closures can't move: something isn't `Sendable`.
package enum Obstacle: Hashable, Sendable {
  /// The type of a promise's value.
  case value(type: String)
  /// A value that a closure captures; the type is nil for a local function.
  case capture(String, type: String?)
  case variable(String)

  package var sentence: String {
    switch self {
    case .value(let type):
      "its value, `\(type)`, is not `Sendable`; here, all values must be"
    case .capture(let name, let type?):
      "it captures `\(name)`, and `\(type)` is not `Sendable`; here, it must be"
    case .capture(let name, nil):
      "it captures `\(name)`, which uses something that is not `Sendable`; here, it must be"
    case .variable(let name):
      "it captures the variable `\(name)`, which must not leave its thread"
    }
  }

  /// The type to make `Sendable`.
  package var type: String? {
    switch self {
    case .value(let type): type
    case .capture(_, let type): type
    case .variable: nil
    }
  }
}

extension LinkSite {
  /// Why a call is kept, if its values or closures can't move.
  var obstacle: Obstacle? {
    let made = base == .unknown ? [typer.madeValue(node)] : []
    let values = [base.value, result.value] + made + groupValues
    if let type = values.lazy.compactMap(typer.notSendable).first { return .value(type: type) }
    for argument in call?.allArguments ?? [] {
      if let closure = argument.value.as(ClosureExprSyntax.self) {
        if let type = typer.notSendable(in: typer.result(of: closure)) {
          return .value(type: type)
        }
        if let obstacle = typer.obstacle(capturedBy: closure) { return obstacle }
      }
    }
    guard case .reference(let function) = handler else { return nil }
    let owner = function.as(MemberAccessExprSyntax.self)?.base.map(typer.shape(of:))
    let shape = owner ?? typer.selfShape(at: Syntax(function))
    return .capture(
      owner == nil || function.trimmedDescription.hasPrefix("self.")
        ? "self" : function.trimmedDescription, type: typer.notSendable(in: shape))
  }

  /// The values of the promises that a group waits for.
  private var groupValues: [Shape] {
    guard base == .unknown, let call else { return [] }
    return call.arguments.map { typer.shape(of: $0.expression) }.flatMap {
      [$0.value, $0.element.value]
    }
  }
}

extension Typer {
  /// Whether a value of the shape is certainly not `Sendable`.
  func isNotSendable(_ shape: Shape) -> Bool { notSendable(in: shape) != nil }

  /// The part of a type whose values are certainly not `Sendable`, which the Swift 5 mode permits.
  func notSendable(in shape: Shape) -> String? {
    file.isSwift5 ? nil : part(of: shape, thatIsNotSendable: isNotSendable(type:))
  }

  private func part(of shape: Shape, thatIsNotSendable isNot: (String) -> Bool) -> String? {
    switch shape {
    case .named(let name): return Self.notSendableTypes.contains(name) || isNot(name) ? name : nil
    case .array(let inner), .dictionary(let inner), .optional(let inner):
      return part(of: inner, thatIsNotSendable: isNot)
    case .tuple(let elements):
      return elements.compactMap { part(of: $0.shape, thatIsNotSendable: isNot) }.first
    case .function: return "() -> Void"
    case .promise, .resolver, .finalizer, .metatype, .generic, .unknown: return nil
    }
  }

  /// Whether a value of the shape isn't `Sendable` as the sources declare it.
  func isDeclaredNotSendable(_ shape: Shape) -> Bool {
    part(of: shape, thatIsNotSendable: isDeclaredNotSendable(type:)) != nil
  }

  private static let notSendableTypes: Set<String> = [
    "Any", "AnyObject", "AnyHashable", "NSObject", "NSArray", "NSDictionary", "NSMutableArray",
    "NSMutableDictionary", "PromiseKit.Result",
  ]

  /// Whether the sources declare the type, and don't make it `Sendable`.
  private func isNotSendable(type path: String) -> Bool {
    if let known = notSendableTypes[path] { return known }
    // For a type that contains itself, only the rest of it matters.
    notSendableTypes[path] = false
    var isNot = isDeclaredNotSendable(type: path)
    if isNot,
      let assumed = table.visible(table.types[path], from: file).first(where: \.isAssumedSendable)
    {
      notes.assumedSendable.insert(assumed.node.id)
      isNot = false
    }
    if isNot, canSaySendable(path),
      let type = table.visible(table.types[path], from: file).first(where: { !$0.isExtension })
    {
      notes.verifiedSendable.insert(type.node.id)
      isNot = false
    }
    notSendableTypes[path] = isNot
    return isNot
  }

  private func isDeclaredNotSendable(type path: String) -> Bool {
    let types = table.visible(table.types[path], from: file)
    guard let type = types.first(where: { !$0.isExtension }), !type.isActor,
      !types.contains(where: { mayBeSendable($0) })
    else { return false }
    if type.isClass || type.node.is(ProtocolDeclSyntax.self) { return true }
    guard let group = type.node.asProtocol((any DeclGroupSyntax).self) else { return false }
    // The compiler infers `Sendable` for a public type only if the type is frozen.
    if group.modifiers.has(.public), !group.attributes.names("frozen") { return true }
    let members = table.members[path]?.values.flatMap(\.self) ?? []
    return table.visible(members, from: file, where: { _ in true })
      .contains { member in
        member.storedTypes.contains { isNotSendable(stored: $0, in: member.context, of: type) }
      }
  }

  private func isNotSendable(
    stored type: TypeSyntax, in context: DeclarationContext, of owner: TypeDeclaration
  ) -> Bool {
    if let name = type.bare.as(IdentifierTypeSyntax.self)?.name.text,
      owner.context.generics[name] == nil, let constraint = context.generics[name]
    {
      return constraint?.trimmedDescription.contains("Sendable") != true
    }
    if type.trimmedDescription.contains("@Sendable") { return false }
    return isNotSendable(resolver.shape(of: type, in: context))
  }

  /// Whether a type is on an actor, is declared `Sendable`, or inherits from a type that is.
  private func mayBeSendable(_ type: TypeDeclaration, depth: Int = 0) -> Bool {
    if type.isMainActor || type.isOnOtherActor { return true }
    if depth > 0, type.isAssumedSendable {
      notes.assumedSendable.insert(type.node.id)
      return true
    }
    return type.inherited.contains { inherited in
      let name = inherited.nameWithoutArguments
      if inherited.mayBeSendable { return true }
      guard depth < 8, let path = resolver.path(of: name, in: type.context) else {
        return Self.sendableProtocols.contains(name)
      }
      return table.visible(table.types[path], from: file)
        .contains { !$0.isExtension && mayBeSendable($0, depth: depth + 1) }
    }
  }

  private static let sendableProtocols: Set<String> = [
    "Error", "LocalizedError", "CustomNSError", "RecoverableError", "CodingKey",
  ]
}

extension TypeSyntax {
  /// Whether a type that inherits from this one may be `Sendable`. `Codable`, for instance,
  /// doesn't make it so.
  fileprivate var mayBeSendable: Bool {
    trimmedDescription.contains("Sendable") || trimmedDescription.contains("Actor")
  }
}

extension Member {
  /// The types of the values that the member stores in each instance of its owner.
  fileprivate var storedTypes: [TypeSyntax] {
    if let element = node.as(EnumCaseElementSyntax.self) {
      return element.parameterClause?.parameters.map(\.type) ?? []
    }
    guard kind == .property, !isStatic, let type,
      let binding = node.as(PatternBindingSyntax.self), !binding.isComputed
    else { return [] }
    return [type]
  }
}

extension Member {
  /// The name of a stored property without a value.
  var labelOfMemberwiseInitializer: String? {
    guard kind == .property, !isStatic, value == nil,
      node.as(PatternBindingSyntax.self)?.isComputed == false
    else { return nil }
    return name
  }
}

extension PatternBindingSyntax {
  /// Whether the property has a getter. With only `willSet` or `didSet`, it is stored.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard let list = accessors.as(AccessorDeclListSyntax.self) else { return true }
    return !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}
