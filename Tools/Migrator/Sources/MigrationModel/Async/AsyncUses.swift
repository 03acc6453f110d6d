// Finds how functions that could become async are used.

import SwiftSyntax

/// A use of a function that could become async.
struct AsyncUse: Sendable {
  let function: SyntaxIdentifier
  let call: FunctionCallExprSyntax
  /// Whether it is `try await f().get()`; otherwise, the promise itself is needed.
  let isAwaited: Bool
  let place: Place
  let isolation: Isolation
  /// Whether `Promise.immediate { try await f() }` can replace the call.
  let canWrap: Bool
}

/// Finds the uses of the functions in one file.
final class AsyncUseFinder: SyntaxVisitor {
  private(set) var uses: [AsyncUse] = []
  private(set) var functions: [SyntaxIdentifier: AsyncFunction] = [:]
  /// Functions that may be used in a way that the source doesn't reveal, and where.
  private(set) var unclear: [(function: SyntaxIdentifier, node: Syntax, place: Place)] = []
  /// Functions that protocols require or subclasses override.
  private(set) var required: Set<AsyncRequirement> = []
  private(set) var actors: Set<String> = []
  private(set) var classes: Set<String> = []

  private let typer: Typer
  private let byName: [String: [AsyncFunction]]
  private let canImport: Bool

  private let isStructured: Bool

  init(_ typer: Typer, _ byName: [String: [AsyncFunction]], _ isStructured: Bool) {
    self.isStructured = isStructured
    self.typer = typer
    self.byName = byName
    canImport = typer.file.imports.modules.contains("AsyncPromises")
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    actors.insert(typer.context(ofBodyOf: Syntax(node)).path.joined(separator: "."))
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    classes.insert(typer.context(ofBodyOf: Syntax(node)).path.joined(separator: "."))
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isRequirement = node.parent?.parent?.parent?.parent?.is(ProtocolDeclSyntax.self) == true
    let isOverride = node.modifiers.has(.override)
    if isRequirement || isOverride, let type = typer.context(of: Syntax(node)).path.last {
      let labels = node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
      required.insert(
        AsyncRequirement(
          type: type, signature: "\(node.name.identifierText)(\(labels.joined()))",
          isOverride: isOverride))
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard let candidates = byName[node.baseName.identifierText] else { return .visitChildren }
    var expression = ExprSyntax(node)
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      // `.name` without a base is a member of the expected type: an enum case, or a static member
      // of the promise.
      guard access.base != nil else { return .visitChildren }
      expression = ExprSyntax(access)
    } else if let local = typer.local(node) {
      readLocal(node, candidates.first { $0.id == local })
      return .visitChildren
    }
    if let special = expression.parent?.as(GenericSpecializationExprSyntax.self) {
      expression = ExprSyntax(special)
    }
    if let call = expression.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == expression.id
    {
      read(call, candidates)
    } else {
      readReference(node, expression, candidates)
    }
    return .visitChildren
  }

  private func readLocal(_ node: DeclReferenceExprSyntax, _ function: AsyncFunction?) {
    guard let function else { return }
    guard let call = node.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == ExprSyntax(node).id
    else {
      unclear.append((function.id, Syntax(node), typer.file.place(of: node)))
      return
    }
    add(call, function)
  }

  private func read(_ call: FunctionCallExprSyntax, _ candidates: [AsyncFunction]) {
    let members = typer.calledMembers(call).withoutDefaults
    let meant = candidates.filter { candidate in members.contains { $0.node.id == candidate.id } }
    guard members.count == 1, let function = meant.first else {
      guard members.isEmpty || !meant.isEmpty else { return }
      let arguments = CallArguments(call)
      let possible =
        members.isEmpty
        ? candidates.filter { $0.member.accepts(arguments) && isPossible(call, $0) } : meant
      for one in possible {
        let place = typer.file.place(of: ExprSyntax(call).lastPart)
        unclear.append((one.id, Syntax(call), place))
      }
      return
    }
    add(call, function)
  }

  private func add(_ call: FunctionCallExprSyntax, _ function: AsyncFunction) {
    functions[call.id] = function
    uses.append(
      AsyncUse(
        function: function.id, call: call, isAwaited: call.wait(isStructured) != nil,
        place: typer.file.place(of: ExprSyntax(call).lastPart),
        isolation: typer.isolation(at: Syntax(call)), canWrap: canWrap(call, function)))
  }

  /// Whether an unresolved call may be a call to the function.
  private func isPossible(_ call: FunctionCallExprSyntax, _ function: AsyncFunction) -> Bool {
    guard let (step, base) = ExprSyntax(call).lastStep, case .member = step.kind, let base else {
      return function.member.context.path.isEmpty
    }
    let isType = base.trimmedDescription.split(separator: ".").last?.first?.isUppercase == true
    if isType, !function.member.isStatic { return false }
    return !function.member.context.path.isEmpty && !typer.shape(of: base).isKnown
  }

  private func canWrap(_ call: FunctionCallExprSyntax, _ function: AsyncFunction) -> Bool {
    guard canImport, !function.throwsBeforehand else { return false }
    let isOptional = ExprSyntax(call).postfixSteps.contains { step in
      if case .unwrap = step.kind { true } else { false }
    }
    let isolation = typer.isolation(at: Syntax(call))
    return !isOptional && function.isolation != .unknown
      && (function.isolation == isolation || function.isBound && isolation == .mainActor)
  }

  private func readReference(
    _ node: DeclReferenceExprSyntax, _ expression: ExprSyntax, _ candidates: [AsyncFunction]
  ) {
    let name = node.baseName.identifierText
    let members: [Member]
    if let base = expression.as(MemberAccessExprSyntax.self)?.base {
      guard typer.shape(of: base).isKnown else {
        // The source doesn't say whose member is passed on.
        for one in candidates where !one.member.context.path.isEmpty {
          unclear.append((one.id, Syntax(node), typer.file.place(of: node)))
        }
        return
      }
      // `Loader.load`, without an object, is a method too.
      members = typer.declaredMembers(
        name, nil, on: typer.shape(of: base).instance, isStatic: nil)
    } else {
      members =
        typer.declaredMembers(name, nil, on: typer.selfShape(at: Syntax(node)), isStatic: nil)
        + (typer.table.members[""]?[name]?.map(\.content) ?? [])
    }
    guard !members.contains(where: { $0.kind == .property }) else { return }
    for one in candidates where members.contains(where: { $0.node.id == one.id }) {
      unclear.append((one.id, Syntax(node), typer.file.place(of: node)))
    }
  }
}

extension [Member] {
  /// Only the requirement, of a requirement of a protocol and its default implementations.
  fileprivate var withoutDefaults: [Member] {
    let required = filter { $0.node.as(FunctionDeclSyntax.self)?.body == nil }
    guard required.count == 1, let only = required.first, only.kind == .function,
      allSatisfy({
        $0.context.path == only.context.path
          && $0.parameters.map(\.label) == only.parameters.map(\.label)
      })
    else { return self }
    return required
  }
}

extension Typer {
  /// The local constant, parameter or function that a name refers to.
  func local(_ node: DeclReferenceExprSyntax) -> SyntaxIdentifier? {
    let call = node.parent?.as(FunctionCallExprSyntax.self)
    let origin = resolve(node.baseName.identifierText, call: call, at: node).origin
    return if case .local(let id) = origin { id } else { nil }
  }
}
