// Functions that return promises and could be async instead.

import SwiftSyntax

/// A function in the sources that returns this library's promise.
struct AsyncFunction: Sendable {
  let node: FunctionDeclSyntax
  let member: Member
  /// The type of the promise's value, as written.
  let value: String
  let isolation: Isolation
  /// Whether the function is nonisolated, but `self` or a parameter can't be sent to another
  /// executor.
  let isBound: Bool
  /// Whether it runs in its caller's isolation.
  var isNonsending = false
  /// Whether it only wraps an async function in a promise.
  var isForm: Bool { node.isPromiseForm }
  /// Whether it is a requirement of a protocol.
  var isRequirement: Bool { node.body == nil }

  var id: SyntaxIdentifier { node.id }
  var isVoid: Bool { value == "Void" || value == "()" }

  /// The types that depend on a generic parameter of the function, such as `R.Response`, and that
  /// are `Sendable` only because a promise's value must be.
  var impliedSendable: [String] {
    guard let parameters = node.genericParameterClause?.parameters,
      let type = node.signature.returnClause?.type.promisedType
    else { return [] }
    let declared =
      parameters.map(\.trimmedDescription).joined() + (node.genericWhereClause?.description ?? "")
    return DependentTypes.find(in: type, parameters.map(\.name.text)).filter { name in
      !declared.contains("\(name): Sendable")
        && !parameters.contains {
          $0.name.text == name && $0.inheritedType?.description.contains("Sendable") == true
        }
    }
  }
  var throwsBeforehand: Bool { node.mayThrow }

  /// The full name: `name(label:_:)`.
  var signature: String {
    "\(member.name)(\(member.parameters.map { "\($0.label ?? "_"):" }.joined()))"
  }

  init?(_ member: Member, _ typer: Typer) {
    guard member.kind == .function, let node = member.node.as(FunctionDeclSyntax.self),
      let type = member.type, let value = type.promisedType,
      typer.shape(of: member, called: true).promiseType == .own,
      member.context.path.last != "Promise",
      // Calls of a value don't name it, and a mutating one would keep its object for itself.
      member.name != "callAsFunction", !node.modifiers.has(.mutating)
    else { return nil }
    self.node = node
    self.member = member
    self.value = value.trimmedDescription
    isolation = typer.isolation(at: Syntax(node))
    switch isolation {
    case .nonisolated: isBound = node.hasUnsafeParameters
    case .ofType(let path): isBound = typer.isNonisolated(path)
    case .mainActor, .unknown: isBound = false
    }
  }
}

/// Finds local functions that return promises.
final class LocalFunctionFinder: SyntaxVisitor {
  private(set) var functions: [AsyncFunction] = []
  private let typer: Typer

  init(_ typer: Typer) {
    self.typer = typer
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let list = node.parent?.as(CodeBlockItemSyntax.self)?.parent
    guard let list, list.parent?.is(SourceFileSyntax.self) == false,
      list.parent?.is(IfConfigClauseSyntax.self) == false
    else { return .visitChildren }
    let member = Member(
      kind: .function, name: node.name.identifierText,
      context: typer.context(of: Syntax(node)), isFilePrivate: true, isStatic: false,
      parameters: node.signature.parameterClause.parameters.map { Member.Parameter($0) },
      type: node.signature.returnClause?.type, value: nil, tupleIndex: nil, node: Syntax(node))
    if let function = AsyncFunction(member, typer) { functions.append(function) }
    return .visitChildren
  }
}

extension TypeSyntax {
  /// The `T` of `Promise<T>`; nil for any other type.
  var promisedType: TypeSyntax? {
    let arguments: GenericArgumentClauseSyntax?
    if let name = self.as(IdentifierTypeSyntax.self), name.name.text == "Promise" {
      arguments = name.genericArgumentClause
    } else if let member = self.as(MemberTypeSyntax.self), member.name.text == "Promise",
      member.baseType.trimmedDescription == "AsyncPromises"
    {
      arguments = member.genericArgumentClause
    } else {
      return nil
    }
    let types = arguments.types
    return types.count == 1 ? types.first : nil
  }
}

/// Where code runs, if that is certain.
enum Isolation: Hashable, Sendable {
  case mainActor
  /// Not isolated. Whatever the code can send elsewhere is known to be safe.
  case nonisolated
  /// Isolated like the type with this path, which is an actor or may inherit its isolation.
  case ofType(String)
  case unknown

  var isKnown: Bool { self == .mainActor || self == .nonisolated }
}

extension FunctionDeclSyntax {
  /// Whether a parameter is a closure that isn't `@Sendable`.
  var hasUnsafeParameters: Bool {
    signature.parameterClause.parameters.contains { parameter in
      guard parameter.type.functionType != nil || parameter.type.mayBeFunctionAlias else {
        return false
      }
      return !parameter.type.trimmedDescription.contains("@Sendable")
    }
  }

  /// Whether a closure in the function has a `weak` or `unowned` capture.
  var capturesWeakly: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      [.keyword(.weak), .keyword(.unowned)].contains(token.tokenKind)
        && token.parent?.is(ClosureCaptureSpecifierSyntax.self) == true
    }
  }

  /// Whether the function is declared inside a body.
  var isLocal: Bool {
    guard let list = parent?.as(CodeBlockItemSyntax.self)?.parent else { return false }
    return list.parent?.is(SourceFileSyntax.self) != true
  }
}

extension Typer {
  private static let plainProtocols: Set<String> = [
    "Equatable", "Hashable", "Comparable", "Codable", "Encodable", "Decodable", "Error",
    "Identifiable", "CustomStringConvertible", "AnyObject",
  ]

  /// Whether nothing isolates the type, neither its own declaration nor anything that it inherits
  /// from.
  func isNonisolated(_ path: String) -> Bool {
    var next = [path]
    var seen: Set<String> = []
    while let name = next.popLast() {
      guard seen.insert(name).inserted, !Self.plainProtocols.contains(name) else { continue }
      let types = table.visible(table.types[name], from: file)
      guard !types.isEmpty, !types.contains(where: { $0.isMainActor }) else { return false }
      next += types.flatMap { $0.inherited.map { $0.nameWithoutArguments } }
    }
    return true
  }

  func isolation(at node: Syntax) -> Isolation {
    if isOnMainActor(node) { return .mainActor }
    var current: Syntax? = node
    var inner = node
    while let here = current {
      defer { inner = here }
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let closure):
        guard closure.signature?.attributes.isEmpty != false else { return .unknown }
        if closure.callee == "MainActor.assumeIsolated" || closure.callee == "MainActor.run" {
          return .mainActor
        }
        guard isHandler(closure) || isTask(closure) || closure.isExpectation else {
          return .unknown
        }
      case .functionDecl(let function):
        if function.attributes.isMainActor { return .mainActor }
        let isSendable = function.attributes.names("Sendable")
        if function.modifiers.has(.nonisolated) || isSendable { return .nonisolated }
        if function.attributes.mayIsolate { return .unknown }
      case .variableDecl(let variable):
        if variable.modifiers.has(.nonisolated) { return .nonisolated }
        if variable.attributes.mayIsolate { return .unknown }
      case .initializerDecl(let initializer):
        if initializer.attributes.mayIsolate { return .unknown }
      case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
        return isOnMainActor(inner) ? .mainActor : isolation(ofType: here)
      default: break
      }
      current = here.parent
    }
    return .nonisolated
  }

  private func isolation(ofType declaration: Syntax) -> Isolation {
    let path = context(ofBodyOf: declaration).path.joined(separator: ".")
    guard declaration.asProtocol((any DeclGroupSyntax).self)?.attributes.mayIsolate != true else {
      return .unknown
    }
    if declaration.is(ActorDeclSyntax.self) { return .ofType(path) }
    if declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) {
      return .nonisolated
    }
    let inherited = table.visible(table.types[path], from: file).flatMap(\.inherited)
    let isSendable = inherited.contains { $0.trimmedDescription.hasSuffix("Sendable") }
    return isSendable ? .nonisolated : .ofType(path)
  }

  /// Whether a closure is the operation of a task, which inherits the isolation of the code around
  /// it.
  private func isTask(_ closure: ClosureExprSyntax) -> Bool {
    switch closure.callee {
    case "Task", "Task.immediate": !libraries.contains(.bolts)
    case "Promise", "Promise.immediate": true
    default: false
    }
  }

  /// Whether a closure is passed to a method of a promise or an array, and so runs in the isolation
  /// of the code around it.
  private func isHandler(_ closure: ClosureExprSyntax) -> Bool {
    guard let (call, _) = closure.callItIsPassedTo,
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    else { return false }
    if case .array = shape(of: base) { return true }
    return shape(of: base).promiseType == .own
  }
}

extension ClosureExprSyntax {
  /// The function that the closure is passed to, as written.
  fileprivate var callee: String? {
    callItIsPassedTo?.call.calledExpression.trimmedDescription
  }

  /// Whether it is the closure of `#expect(throws:)` or `#require(throws:)`, which isn't sent
  /// elsewhere.
  fileprivate var isExpectation: Bool {
    guard let macro = parent?.as(MacroExpansionExprSyntax.self) else { return false }
    return ["expect", "require"].contains(macro.macroName.text)
  }
}

extension AttributeListSyntax {
  private static let harmless: Set<String> = [
    "discardableResult", "available", "inlinable", "usableFromInline", "Test", "Suite",
    "preconcurrency", "Sendable", "objc", "IBAction", "frozen", "testable",
  ]

  /// Whether one of the attributes may be a global actor.
  var mayIsolate: Bool {
    contains { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return true }
      return !Self.harmless.contains(attribute.attributeName.trimmedDescription)
    }
  }
}

/// Finds `T` and `T.Element` in a type, given the names of generic parameters.
private final class DependentTypes: SyntaxVisitor {
  private let parameters: [String]
  private var found: [String] = []

  static func find(in type: TypeSyntax, _ parameters: [String]) -> [String] {
    let finder = DependentTypes(parameters)
    finder.walk(type)
    return finder.found
  }

  private init(_ parameters: [String]) {
    self.parameters = parameters
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if parameters.contains(node.name.text) { found.append(node.name.text) }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    guard let root = node.firstToken(viewMode: .sourceAccurate)?.text, parameters.contains(root)
    else { return .visitChildren }
    found.append(node.trimmedDescription)
    return .skipChildren
  }
}
