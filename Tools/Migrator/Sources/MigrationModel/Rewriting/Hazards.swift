// Code that would mean something else, or not compile, if its promises moved.

import SwiftSyntax

/// Finds promises that are used as objects, which they aren't in this library, and calls of what
/// other modules may add to a promise.
final class HazardFinder: SyntaxVisitor {
  let typer: Typer
  let library: Library
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

  func isObject(_ expression: ExprSyntax) -> Bool {
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
      ["ObjectIdentifier", "Optional", "Unmanaged"].contains(first) || first.hasPrefix("objc_")
    let members = isOfObjects ? [] : typer.calledMembers(node)
    for argument in node.allArguments where isObject(argument.value) {
      if isOfObjects || members.contains(where: { $0.takesObject(argument.label) }) { add(node) }
    }
    if isAddedElsewhere(node) || mayBeHeld(node) || delegates(node) || givesPromiseAsValue(node)
      || isResult(node)
    {
      add(node)
    }
    return .visitChildren
  }

  /// A function that takes a task, passed to a link by its name: the link stays.
  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    if library == .bolts, node.label?.text == "continuation",
      case .function(let given, _) = typer.shape(of: node.expression),
      given.contains(where: { $0.promiseInside != nil })
    {
      add(node)
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for (index, element) in elements.enumerated() where index > 0 {
      guard element.as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
        staysOptional(elements[index - 1])
      else { continue }
      add(node)
    }
    for (index, element) in elements.enumerated() where index > 1 {
      guard element.as(TypeExprSyntax.self)?.type.nameWithoutArguments == "AnyObject" else {
        continue
      }
      if isObject(elements[index - 2]) { add(node) }
    }
    return .visitChildren
  }

  /// Whether an optional promise stays, so that its default can't move.
  private func staysOptional(_ expression: ExprSyntax) -> Bool {
    switch typer.shape(of: expression) {
    case .optional(.promise(.stayingGooglePromise, _)): true
    case .optional(.promise(let type, _)):
      type.library == library && expression.postfixSteps.last.map(typer.isHeld) ?? false
    default: false
    }
  }

  /// `Promise<Int>.pending().promise`: without its resolver, the promise stays pending there; here,
  /// it would be rejected.
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if isImplicitPromise(node) || !typer.dynamicMembers(node).isEmpty { add(node) }
    if node.declName.baseName.text == "wait", let base = node.base,
      case .promise(.guarantee, _) = typer.shape(of: base)
    {
      // A guarantee's wait doesn't throw.
      add(node)
    }
    let isStored = node.parent?.parent?.parent?.is(PatternBindingSyntax.self) == true
    if library == .google, node.base == nil, node.declName.baseName.text == "pending", !isStored {
      // Here, `pending()` isn't a promise alone.
      add(node)
    }
    if library == .promiseKit, node.declName.baseName.text == "promise",
      let call = node.base?.as(FunctionCallExprSyntax.self), call.calleeName.text == "pending",
      isObject(ExprSyntax(node))
    {
      add(node)
    }
    return .visitChildren
  }

  /// `tasks.allSatisfy(\.completed)`
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    let names = node.components.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
    }
    guard library != .promiseKit, !Self.looks.isDisjoint(with: names),
      let base = node.callItIsPassedTo?.call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      typer.shape(of: base).promiseInside?.library == library
    else { return .visitChildren }
    add(node)
    return .visitChildren
  }

  private static let looks: Set<String> = [
    "isPending", "isFulfilled", "isRejected", "value", "error", "result", "completed", "faulted",
    "cancelled",
  ]

  /// What a `~=` of the program's own matches.
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    guard typer.table.matchesPatterns,
      let matched = node.ancestorOrSelf(mapping: { $0.matchedExpression }),
      typer.shape(of: matched).promiseInside?.library == library
    else { return .visitChildren }
    add(matched)
    return .visitChildren
  }

  /// `promise #if … .then { } #endif`: only one of the branches would be read.
  override func visit(_ node: PostfixIfConfigExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base, isObject(base) { add(node) }
    return .visitChildren
  }

  /// `table[key, default: promise]`
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.arguments.contains(where: { $0.label?.text == "default" && isObject($0.expression) }),
      library == .google || (node.calledExpression.lastStep?.step).map(typer.isHeld) ?? false
    {
      add(node)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.baseName.text {
    case "oldValue", "newValue":
      // An observer's or a setter's own name for the property's value.
      let property = node.ancestorOrSelf { $0.as(AccessorDeclSyntax.self) }?
        .ancestorOrSelf { $0.as(PatternBindingSyntax.self) }
      let isNamed = node.parent?.is(InitializerClauseSyntax.self) == true
      if isNamed || ExprSyntax(node).isPartOfLongerChain, let property,
        typer.shape(of: property, nil).promiseInside?.library == library
      {
        add(node)
      }
    case "Guarantee", "Promise":
      // `Promise.self` in an extension of a guarantee
      let isMade =
        node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
        || node.parent?.parent?.is(FunctionCallExprSyntax.self) == true
      if library == .promiseKit, !isMade, typer.isOtherThanExtended(node) { add(node) }
    case let name where name.hasPrefix("$") && name.dropFirst().first?.isNumber != true:
      // What a property wrapper projects isn't read.
      let access = node.parent?.as(MemberAccessExprSyntax.self)
      let whole = access?.declName.id == node.id ? access.map { ExprSyntax($0) } : nil
      let isGiven = whole?.parent?.is(CodeBlockItemSyntax.self) == true
      let used = whole ?? ExprSyntax(node)
      if used.isPartOfLongerChain || isGiven, !typer.shape(of: used).isKnown { add(node) }
    default: break
    }
    return .visitChildren
  }

  /// A type that a function declares isn't read.
  private func localType(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    let isLocal =
      node.parent?.is(CodeBlockItemSyntax.self) == true
      && node.parent?.parent?.parent?.is(SourceFileSyntax.self) != true
      && node.parent?.parent?.parent?.is(IfConfigClauseSyntax.self) != true
    if isLocal, !node.identifiers.isDisjoint(with: library.typeNames) { add(node) }
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { localType(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { localType(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { localType(node) }

  /// `Box<Promise<Int>?>`, for a `Box` of the program's: its members may be promises.
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    let name =
      node.parent?.as(IdentifierTypeSyntax.self)?.name
      ?? node.parent?.as(GenericSpecializationExprSyntax.self)?.expression
      .as(DeclReferenceExprSyntax.self)?.baseName
    let takesPromise = !node.arguments.identifiers.isDisjoint(with: library.typeNames)
    if takesPromise, let name, Self.ofObjects.contains(name.text) { add(node) }
    if takesPromise, let name, !library.typeNames.contains(name.text),
      typer.resolver.path(of: name.text, in: typer.context(of: Syntax(node))) != nil
    {
      add(node)
    }
    return .visitChildren
  }

  /// Generic types of Foundation whose arguments must be classes.
  private static let ofObjects: Set<String> = ["NSCache", "NSHashTable", "NSMapTable"]

  /// Whether `.value(1)` may be a promise, where nothing says so, or `Promise.value` is passed on.
  private func isImplicitPromise(_ node: MemberAccessExprSyntax) -> Bool {
    if library == .promiseKit, node.declName.baseName.text == "value", node.base != nil,
      let (call, _) = ExprSyntax(node).callItIsPassedTo, call.calleeName.text == "then"
    {
      return isObject(ExprSyntax(node))
    }
    guard library == .promiseKit, node.base == nil, node.declName.baseName.text == "value",
      let call = node.parent?.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      call.arguments.first?.label == nil, !typer.shape(of: ExprSyntax(call)).isKnown,
      !typer.expectedShape(of: ExprSyntax(call)).isKnown, !isGivenToLink(call)
    else { return false }
    return !typer.table.members.values.contains { members in
      members["value"]?.contains { $0.content.isStatic } == true
    }
  }

  /// Whether a link that stays takes its own library's promise from a closure.
  private func isGivenToLink(_ call: FunctionCallExprSyntax) -> Bool {
    guard call.parent?.is(ArrayElementSyntax.self) != true,
      call.parent?.is(LabeledExprSyntax.self) != true,
      let (taking, _) = Syntax(call).enclosingClosure?.callItIsPassedTo
    else { return false }
    let name = taking.calleeName.text
    return name == "firstly" || LibraryOperator.named(name, in: library) != nil
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

  /// `Promise<Int>.Then<String>`: this library has no names for its closures' types.
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    guard library == .google, node.name.text != "Value" else { return .visitChildren }
    let base = typer.resolver.shape(of: node.baseType, in: typer.context(of: Syntax(node)))
    if base.promiseType == .googlePromise { add(node) }
    return .visitChildren
  }
}

extension Syntax {
  /// What the patterns of a `switch` or a condition match.
  fileprivate var matchedExpression: ExprSyntax? {
    self.as(SwitchExprSyntax.self)?.subject
      ?? self.as(MatchingPatternConditionSyntax.self)?.initializer.value
      ?? self.as(ForStmtSyntax.self)?.sequence
  }
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
