// Code that would mean something else, or not compile, if its promises moved.

import SwiftSyntax

/// Finds promises that are used as objects, which they aren't in this library, and calls of what
/// other modules may add to a promise.
final class HazardFinder: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private var hazards: [Int] = []

  static func hazards(in typer: Typer, _ library: Library) -> [Int] {
    let finder = HazardFinder(typer, library)
    finder.walk(typer.file.tree)
    return finder.hazards
  }

  private init(_ typer: Typer, _ library: Library) {
    (self.typer, self.library) = (typer, library)
    super.init(viewMode: .sourceAccurate)
  }

  private func add(_ node: some SyntaxProtocol) {
    hazards.append(node.offset)
  }

  // MARK: Objects

  private func isObject(_ expression: ExprSyntax) -> Bool {
    switch typer.shape(of: expression).unwrapped {
    case .promise(.stayingGooglePromise, _): false
    case .promise(let type, _): type.library == library
    case .resolver(library, _): true
    default: false
    }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let first = node.firstToken(viewMode: .sourceAccurate)?.text ?? ""
    let isOfObjects =
      ["ObjectIdentifier", "Unmanaged"].contains(first) || first.hasPrefix("objc_")
    let members = isOfObjects ? [] : typer.calledMembers(node)
    for argument in node.allArguments where isObject(argument.value) {
      if isOfObjects || members.contains(where: { $0.takesObject(argument.label) }) { add(node) }
    }
    if isAddedElsewhere(node) || mayBeHeld(node) || delegates(node) { add(node) }
    return .visitChildren
  }

  /// Whether a call may be of a function that stays, but its overloads leave open whether there is
  /// a promise to convert.
  private func mayBeHeld(_ node: FunctionCallExprSyntax) -> Bool {
    guard let step = ExprSyntax(node).lastStep?.step, typer.isHeld(step) else { return false }
    return !typer.shape(of: ExprSyntax(node)).isKnown
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for (index, element) in elements.enumerated() where index > 1 {
      guard element.as(TypeExprSyntax.self)?.type.nameWithoutArguments == "AnyObject" else {
        continue
      }
      if isObject(elements[index - 2]) { add(node) }
    }
    return .visitChildren
  }

  /// `Promise<Int>.pending().promise`: without its resolver, the promise stays pending there; here,
  /// it would be rejected.
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if library == .promiseKit, node.declName.baseName.text == "promise",
      let call = node.base?.as(FunctionCallExprSyntax.self), call.calleeName.text == "pending",
      isObject(ExprSyntax(node))
    {
      add(node)
    }
    return .visitChildren
  }

  /// A variable of a function's own. What a type stores is a unit.
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.modifiers.has(.weak) || node.modifiers.has(.unowned) else { return .visitChildren }
    let isObject = node.bindings.contains {
      typer.shape(of: $0, nil).promiseType?.library == library
    }
    if isObject { add(node) }
    return .visitChildren
  }

  /// `[weak promise]`
  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    guard node.specifier != nil, let closure = Syntax(node).enclosingClosure else {
      return .visitChildren
    }
    let shape =
      node.initializer.map { typer.shape(of: $0.value) }
      ?? typer.resolve(node.name.identifierText, at: closure).shape
    if shape.promiseType?.library == library, shape.promiseType != .stayingGooglePromise {
      add(node)
    }
    return .visitChildren
  }

  // MARK: Members that other modules add

  /// Whether an initializer in an extension of a promise calls one of the library's, unless this
  /// library's takes the same closure.
  private func delegates(_ call: FunctionCallExprSyntax) -> Bool {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "init", access.base?.trimmedDescription == "self",
      library != .promiseKit || call.arguments.first?.label?.text == "resolver",
      let extended = Syntax(call).enclosingExtension,
      let type = typer.ownerShape(of: Syntax(extended)).promiseType, type.library == library
    else { return false }
    // An initializer doesn't call itself.
    let around = call.ancestorOrSelf { $0.as(InitializerDeclSyntax.self) }
    return typer.declaredInitializers(of: type, for: call).allSatisfy { $0.node.id == around?.id }
  }

  /// Whether a call in an extension of a promise is of something that the sources don't declare, so
  /// that it may be a member of the promise.
  private func isAddedElsewhere(_ call: FunctionCallExprSyntax) -> Bool {
    guard let name = call.calledName?.name, name.first?.isLowercase == true,
      !Self.standard.contains(name),
      ExprSyntax(call).isPartOfLongerChain || !ExprSyntax(call).isUnusedResult,
      let extended = Syntax(call).enclosingExtension,
      typer.ownerShape(of: Syntax(extended)).promiseType?.library == library
    else { return false }
    return typer.resolve(name, call: call, at: call).origin == .unknown
  }

  private static let standard: Set<String> = [
    "abs", "fatalError", "max", "min", "preconditionFailure", "repeatElement", "sequence", "stride",
    "type", "unsafeBitCast", "unsafeDowncast", "withCheckedContinuation",
    "withCheckedThrowingContinuation", "withExtendedLifetime", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation", "zip",
  ]
}

extension Member {
  /// Whether an argument with this label must be an object.
  fileprivate func takesObject(_ label: String?) -> Bool {
    let function = node.as(FunctionDeclSyntax.self)
    let objects =
      function?.genericParameterClause?.parameters
      .filter { $0.inheritedType?.identifiers.contains("AnyObject") ?? false }.map(\.name.text)
      ?? []
    return parameters.contains { parameter in
      parameter.label == label
        && !parameter.type.identifiers.isDisjoint(with: objects + ["AnyObject"])
    }
  }
}
