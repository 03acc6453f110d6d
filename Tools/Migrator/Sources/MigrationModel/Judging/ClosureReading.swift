// What a closure uses, and the isolation in which it is formed.

import SwiftSyntax

/// How a handler refers to `self`.
package enum SelfUse: String, Codable, Sendable {
  case none, strong, weak
}

extension Typer {
  /// How a closure uses `self`, by name or through a member.
  func selfUse(of closure: ClosureExprSyntax) -> SelfUse {
    for capture in closure.signature?.capture?.items ?? [] {
      guard capture.name.text == "self" || capture.initializer?.value.trimmedDescription == "self"
      else { continue }
      return capture.specifier == nil ? .strong : .weak
    }
    for name in NameReader.names(in: closure) {
      if name.text == "self" { return .strong }
      if resolve(name.text, call: name.call, at: name.node).origin == .member { return .strong }
    }
    return .none
  }

  /// Whether a closure uses nothing but its parameters, its own constants and plain values, so that
  /// it behaves the same wherever it runs.
  func isSelfContained(_ closure: ClosureExprSyntax) -> Bool {
    guard closure.signature?.capture == nil, !runsMembers(closure) else { return false }
    let harmless: Set = ["min", "max", "zip", "abs"]
    return NameReader.names(in: closure).allSatisfy { name in
      // An operator on plain values, as in `reduce(0, +)`.
      if name.text.hasPrefix("$") || name.text.first?.isOperator == true { return true }
      let resolution = resolve(name.text, call: name.call, at: name.node)
      switch resolution.origin {
      case .local(let id):
        return closure.contains(id)
          || name.call == nil && resolution.shape.isPlainValue
            && declaration(id, around: Syntax(closure))?.isVariable != true
      case .type:
        return name.isMetatype || name.call != nil && isMadeOfItsParts(resolution.shape)
      case .unknown: return name.call != nil && harmless.contains(name.text)
      case .member, .extendedPromise, .global, .library: return false
      }
    }
  }

  /// Whether code uses a member whose code is in the sources, by its name, or one of a superclass.
  func runsMembers(_ node: some SyntaxProtocol) -> Bool {
    MemberReader.names(in: node).contains { $0 == "super" || table.namesOfCode.contains($0) }
  }

  /// Whether no code in the sources runs when a value of the type is made.
  private func isMadeOfItsParts(_ shape: Shape) -> Bool {
    guard case .named(let path) = shape, let types = table.types[path] else { return true }
    return table.members[path]?["init"] == nil
      && !table.visible(types, from: file).contains { $0.isMainActor || $0.isOnOtherActor }
  }

  /// Whether operators on a value may run code of the program's, as in `$0.max()`.
  func comparesByCode(_ shape: Shape) -> Bool {
    switch shape {
    case .array(let inner), .dictionary(let inner), .optional(let inner): comparesByCode(inner)
    case .tuple(let elements): elements.contains { comparesByCode($0.shape) }
    case .named(let name):
      table.types[name] != nil && table.namesOfCode.contains { $0.first?.isOperator == true }
    default: false
    }
  }

  /// Whether a value is an object of a class in the sources, or contains one.
  func isObject(_ shape: Shape) -> Bool {
    switch shape {
    case .array(let inner), .dictionary(let inner), .optional(let inner): isObject(inner)
    case .named(let name):
      table.visible(table.types[name], from: file).contains { $0.isClass || $0.isActor }
    default: false
    }
  }

  /// Whether a value consists of structs and enums in the sources, and of basic Swift values.
  func isPlainData(_ shape: Shape) -> Bool {
    switch shape {
    case .array(let inner), .dictionary(let inner), .optional(let inner): return isPlainData(inner)
    case .tuple(let elements): return elements.allSatisfy { isPlainData($0.shape) }
    case .named(let name):
      if Self.basicTypes.contains(name) { return true }
      let types = table.visible(table.types[name], from: file)
      return types.contains { $0.node.is(StructDeclSyntax.self) || $0.node.is(EnumDeclSyntax.self) }
        && !types.contains { $0.isMainActor || $0.isOnOtherActor }
    default: return false
    }
  }

  private static let basicTypes: Set<String> = [
    "Int", "Double", "Float", "String", "Bool", "Data", "Date", "URL", "UUID",
  ]

  /// Whether code at a node is certainly on the main actor.
  func isOnMainActor(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let closure):
        if closure.signature?.attributes.isMainActor == true { return true }
        guard isFormedInPlace(closure) else { return false }
      case .functionDecl(let function):
        if function.attributes.isMainActor { return true }
        if function.modifiers.has(.nonisolated) { return false }
      case .variableDecl(let variable):
        if variable.attributes.isMainActor { return true }
        if variable.modifiers.has(.nonisolated) { return false }
      case .initializerDecl(let initializer):
        if initializer.attributes.isMainActor { return true }
        if initializer.modifiers.has(.nonisolated) { return false }
      case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
        return isMainActorType(here)
      default: break
      }
      current = here.parent
    }
    return false
  }

  func isMainActorType(_ declaration: Syntax) -> Bool {
    let context = context(ofBodyOf: declaration)
    let path = context.path.joined(separator: ".")
    return table.visible(table.types[path], from: file).contains { $0.isMainActor }
  }

  /// Whether a closure has the isolation of the code around it, as handlers of promises, bodies
  /// that run immediately, and closures passed to arrays do.
  func isFormedInPlace(_ closure: some ExprSyntaxProtocol) -> Bool {
    guard let (call, _) = closure.callItIsPassedTo else { return false }
    if isKeptInPlace(by: call) { return true }
    guard let step = ExprSyntax(call).lastStep?.step else { return false }
    switch step.kind {
    case .function:
      guard let name = step.name else { return false }
      if case .extendedPromise = resolve(name, call: call, at: call).origin { return true }
      return ["firstly", "Promise", "Guarantee", "retry", "wrap"].contains(name)
    case .member(let access, _):
      guard namespacedCall(call) == nil, let base = access.base else { return false }
      switch shape(of: base).unwrapped {
      case .promise, .array, .finalizer: return true
      default: return false
      }
    default: return false
    }
  }
}

extension Character {
  fileprivate var isOperator: Bool { "+-*/%<>=!&|^~".contains(self) }
}

extension Typer {
  /// Whether a function in the sources takes only closures that can't leave the caller's isolation.
  private func isKeptInPlace(by call: FunctionCallExprSyntax) -> Bool {
    let members = calledMembers(call).filter { $0.kind == .function }
    return !members.isEmpty
      && members.allSatisfy { member in
        let functions = member.parameters.filter(\.isFunction)
        return !functions.isEmpty
          && functions.allSatisfy { parameter in
            guard parameter.type.functionType != nil else { return false }
            let text =
              parameter.type.as(AttributedTypeSyntax.self)
              .map { "\($0.specifiers)\($0.attributes)" }
              ?? (parameter.type.is(OptionalTypeSyntax.self) ? "\(parameter.type)" : "")
            return ["@Sendable", "sending", "Actor", "isolated", "concurrent"]
              .allSatisfy { !text.contains($0) }
          }
      }
  }
}

extension Shape {
  /// Whether it is a basic Swift value, which can't change once it is in a constant.
  fileprivate var isPlainValue: Bool {
    [.named("Int"), .named("String"), .named("Double"), .named("Bool")].contains(self)
  }
}

/// Collects the names after dots.
private final class MemberReader: SyntaxVisitor {
  private var names: Set<String> = []

  static func names(in node: some SyntaxProtocol) -> Set<String> {
    let reader = MemberReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.names
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.declName.baseName.identifierText)
    return .visitChildren
  }

  override func visit(_ node: SuperExprSyntax) -> SyntaxVisitorContinueKind {
    names.insert("super")
    return .skipChildren
  }

  override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.declName.baseName.identifierText)
    return .visitChildren
  }
}

/// Collects the names that an expression refers to, except those after a dot.
final class NameReader: SyntaxVisitor {
  struct Name {
    let text: String
    let call: FunctionCallExprSyntax?
    let node: DeclReferenceExprSyntax
    /// `Name.self`
    let isMetatype: Bool
  }

  private var names: [Name] = []

  static func names(in node: some SyntaxProtocol) -> [Name] {
    let reader = NameReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.names
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    if let access, access.declName.id == node.id { return .skipChildren }
    var called = Syntax(node)
    if let special = node.parent?.as(GenericSpecializationExprSyntax.self) {
      called = Syntax(special)
    }
    let call = called.parent?.as(FunctionCallExprSyntax.self)
    names.append(
      Name(
        text: node.baseName.identifierText,
        call: call?.calledExpression.id == called.id ? call : nil, node: node,
        isMetatype: access?.declName.baseName.text == "self"))
    return .skipChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
