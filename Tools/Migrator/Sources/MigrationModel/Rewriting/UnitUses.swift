// Which units use each other.

import SwiftSyntax

/// A use of a unit, where it has something of the library.
struct UnitUse: Hashable, Sendable {
  let offset: Int
  let used: Int
  /// Whether it is passed on by its name, or its result is where the source doesn't know it.
  let isPassed: Bool
  /// Whether the source says that this unit is meant, rather than any with its name.
  let isCertain: Bool
  /// Whether this code can convert what the unit takes and gives, if only the unit stays.
  var allowsStaying = false
  /// Whether this code can convert what the unit gives, if only the unit moves.
  var allowsMoving = false
}

/// Finds the uses of units in a file.
final class UnitUseFinder: SyntaxVisitor {
  private(set) var uses: Set<UnitUse> = []
  private let typer: Typer
  private let names: UnitNames
  private let units: [Unit]

  init(_ typer: Typer, _ names: UnitNames, _ units: [Unit]) {
    (self.typer, self.names, self.units) = (typer, names, units)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    let isExtended = node.parent?.is(ExtensionDeclSyntax.self) == true
    addAlias(node.name.identifierText, at: node, canExpand: !isExtended)
    return .visitChildren
  }

  /// `API.Reply`
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    addAlias(node.name.identifierText, at: node)
    return .visitChildren
  }

  private func addAlias(
    _ name: String, at node: some SyntaxProtocol, canExpand: Bool = false
  ) {
    for one in names.byName[name] ?? [] where names.aliases.contains(one) {
      let alias = canExpand ? typer.expansion(ofAlias: name, at: node, names.library)?.alias : nil
      add(
        one, at: node, allowsStaying: alias.map { units[one].nodes.contains($0.node.id) } ?? false)
    }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.identifierText
    addAlias(name, at: node, canExpand: ExprSyntax(node).callOfType != nil)
    guard names.byName[name] != nil || names.byOwner[name] != nil else { return .visitChildren }
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    let isMember = access?.declName.id == node.id
    var whole = isMember ? access.map { ExprSyntax($0) } ?? ExprSyntax(node) : ExprSyntax(node)
    if let special = whole.parent?.as(GenericSpecializationExprSyntax.self) {
      whole = ExprSyntax(special)
    }
    let parent = whole.parent?.as(FunctionCallExprSyntax.self)
    let call = parent?.calledExpression.id == whole.id ? parent : nil
    let isPassed = call == nil && !whole.isPartOfLongerChain
    let found = isMember ? member(name, access?.base, call, whole) : named(name, call, at: node)
    // If the source leaves open which overload is meant, all of them move or stay.
    let isOpen = Set(found ?? []).count > 1
    let isListed = typer.listedFunction(node, names.library) != nil
    for one in found ?? [] {
      add(
        one, at: node, isPassed: isPassed,
        allowsStaying: !isOpen
          && (canConvert(one, named: name, call, access?.base)
            || isRead(whole, call) || isPassed && isPassedToLink(whole) || isListed),
        allowsMoving: isListed
          || !isOpen && units[one].interface == .result
            && access?.base?.is(SuperExprSyntax.self) != true
            && !isInspected(call.map { ExprSyntax($0) } ?? whole)
            && typer.canConvert(resultOf: call.map { ExprSyntax($0) } ?? whole, names.library)
      )
    }
    if found == nil {
      // What isn't known can't be converted.
      for one in guessed(name, access?.base, call, whole) {
        add(one, at: node, isPassed: true, isCertain: false)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    for one in units(of: typer.dynamicMembers(node)) { add(one, at: node) }
    return .visitChildren
  }

  /// An initializer of a promise that the program declares, or one that another delegates to.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    for member in typer.madeBy(node) + typer.initializers(delegatedTo: node) {
      for one in units(of: [member]) {
        add(
          one, at: node, allowsStaying: typer.canConvert(callsOf: member, types: names.types))
      }
    }
    if typer.table.callsValues { addCalls(ofValueIn: node) }
    if ExprSyntax(node).implicitMemberName == "init",
      case .named(let path) = typer.expectedShape(of: ExprSyntax(node)).unwrapped,
      let type = path.split(separator: ".").last
    {
      for one in properties(of: String(type), takenBy: node, typer.calledMembers(node)) {
        add(one, at: node)
      }
    }
    return .visitChildren
  }

  private func addCalls(ofValueIn node: FunctionCallExprSyntax) {
    let called = typer.membersCallingValue(in: node)
    for one in units(of: called) {
      add(
        one, at: node, allowsStaying: canConvert(one, named: "callAsFunction", node, nil),
        allowsMoving: units[one].interface == .result
          && typer.canConvert(resultOf: ExprSyntax(node), names.library))
    }
    guard called.isEmpty, let name = node.calledExpression.as(DeclReferenceExprSyntax.self),
      !typer.shape(of: node.calledExpression).isKnown
    else { return }
    switch typer.resolve(name.baseName.identifierText, at: name).origin {
    case .local, .member:
      for one in all(named: "callAsFunction") { add(one, at: node, isCertain: false) }
    default: break
    }
  }

  /// The units of the properties that a type's own initializer takes, one of them perhaps as a
  /// trailing closure.
  private func properties(
    of type: String, takenBy call: FunctionCallExprSyntax, _ called: [Member]
  ) -> [Int] {
    let labels = Set(call.allArguments.compactMap(\.label))
    return (names.byOwner[type] ?? []).filter {
      called.isEmpty && call.trailingClosure != nil || !units[$0].names.isDisjoint(with: labels)
    }
  }

  /// The source doesn't say which overload of an operator is meant.
  private func add(operator name: TokenSyntax) {
    for one in all(named: name.text) { add(one, at: name, isPassed: true, isCertain: false) }
  }

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    add(operator: node.operator)
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    add(operator: node.operator)
    return .visitChildren
  }

  override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    add(operator: node.operator)
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard names.byName["subscript"] != nil else { return .visitChildren }
    let shape = typer.shape(of: node.calledExpression)
    if shape.isKnown {
      let owner = shape.instance
      for one in units(of: typer.declaredMembers("subscript", nil, on: owner, isStatic: nil)) {
        add(one, at: node)
      }
    }
    return .visitChildren
  }

  private func add(
    _ used: Int, at node: some SyntaxProtocol, isPassed: Bool = false, isCertain: Bool = true,
    allowsStaying: Bool = false, allowsMoving: Bool = false
  ) {
    uses.insert(
      UnitUse(
        offset: node.offset, used: used, isPassed: isPassed, isCertain: isCertain,
        allowsStaying: allowsStaying, allowsMoving: allowsMoving))
  }

  /// Whether code looks at the state of a promise, which a converted one doesn't have yet, or gives
  /// it to a function that looks at which one it is.
  private func isInspected(_ expression: ExprSyntax) -> Bool {
    if let (call, _) = expression.callItIsPassedTo {
      return typer.calledMembers(call).contains { $0.parameters.contains(where: $0.tellsApart) }
    }
    guard let access = expression.parent?.as(MemberAccessExprSyntax.self) else { return false }
    let name = access.declName.baseName.text
    return LibraryOperator.named(name, in: names.library)?.kind == .inspection
      && !["async", "wait", "asyncPromise", "cancel", "waitUntilCompleted"].contains(name)
  }

  /// Whether an expression reads a promise, which can be converted there.
  private func isRead(_ whole: ExprSyntax, _ call: FunctionCallExprSyntax?) -> Bool {
    guard call == nil, case .promise = typer.shape(of: whole),
      whole.parent?.is(InOutExprSyntax.self) != true
    else { return false }
    let list = whole.parent?.as(ExprListSyntax.self)
    return list?.first?.id != whole.id
      || list?.dropFirst().first?.is(AssignmentExprSyntax.self) != true
  }

  /// Whether a function is passed to an operator of the library, which takes one that stays.
  private func isPassedToLink(_ whole: ExprSyntax) -> Bool {
    guard let call = whole.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      whole.parent?.is(LabeledExprSyntax.self) == true,
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base
    else { return false }
    return typer.shape(of: base).promiseType?.library == names.library
      && LibraryOperator.named(access.declName.baseName.identifierText, in: names.library) != nil
      && typer.calledMembers(call).isEmpty
  }

  /// Whether code that moves can call this unit, if it stays.
  private func canConvert(
    _ used: Int, named name: String, _ call: FunctionCallExprSyntax?, _ base: ExprSyntax?
  ) -> Bool {
    let members = names.members(of: units[used], named: name).filter { member in
      call.map { member.accepts(CallArguments($0)) } ?? (member.kind == .property)
    }
    guard !members.isEmpty,
      members.allSatisfy({ typer.canConvert(callsOf: $0, types: names.types) })
    else { return false }
    guard units[used].isExtension else { return call != nil }
    guard let base else { return false }
    let isStatic = members[0].isStatic
    guard members.allSatisfy({ $0.isStatic == isStatic }) else { return false }
    switch typer.shape(of: base) {
    case .metatype(.promise(let type, _)):
      return isStatic && call != nil && type != .guarantee && base.namesType(of: names.library)
    // The promise, or the array of promises, is converted as well.
    case .promise(let type, _), .array(.promise(let type, _)):
      return !isStatic && type != .guarantee
    default: return false
    }
  }

  /// Nil if the source doesn't say whose member it is.
  private func member(
    _ name: String, _ base: ExprSyntax?, _ call: FunctionCallExprSyntax?, _ whole: ExprSyntax
  ) -> [Int]? {
    guard let base else {
      let type = typer.expectedShape(of: call.map { ExprSyntax($0) } ?? whole)
      return type.isKnown
        ? units(of: typer.declaredMembers(name, call, on: type, isStatic: true)) : nil
    }
    let shape = typer.shape(of: base)
    if let access = whole.as(MemberAccessExprSyntax.self), !typer.dynamicMembers(access).isEmpty {
      return nil
    }
    switch shape.unwrapped {
    case .unknown: return nil
    case .metatype(let type):
      if name == "init", let call { return units(of: typer.calledMembers(call)) }
      let found = units(of: typer.declaredMembers(name, call, on: type, isStatic: true))
      // `Loader.load`, without an object, is a method too.
      return found.isEmpty
        ? units(of: typer.declaredMembers(name, call, on: type, isStatic: false)) : found
    case .resolver(.promiseKit, _):
      return units(of: typer.resolverMembers(name, call, whole, on: shape))
    case .resolver, .finalizer: return all(named: name).filter { units[$0].isExtension }
    default: return units(of: typer.declaredMembers(name, call, on: shape, isStatic: nil))
    }
  }

  private func named(
    _ name: String, _ call: FunctionCallExprSyntax?, at node: DeclReferenceExprSyntax
  ) -> [Int]? {
    if node.parent?.is(KeyPathPropertyComponentSyntax.self) == true { return nil }
    let resolution = typer.resolve(name, call: call, at: node)
    if let call, case .type = resolution.origin {
      let called = typer.calledMembers(call)
      return units(of: called) + properties(of: name, takenBy: call, called)
    }
    switch resolution.origin {
    case .member:
      let owner = typer.selfShape(at: Syntax(node))
      return units(of: typer.declaredMembers(name, call, on: owner, isStatic: nil))
    case .global:
      return units(of: (typer.table.members[""]?[name] ?? []).map(\.content))
    case .unknown: return nil
    case .local, .extendedPromise, .type, .library: return []
    }
  }

  // MARK: Guesses

  /// All units that may be meant, if the source doesn't say whose member it is.
  private func guessed(
    _ name: String, _ base: ExprSyntax?, _ call: FunctionCallExprSyntax?, _ whole: ExprSyntax
  ) -> [Int] {
    if let foreign = base.flatMap({ typer.foreignType(of: $0) }) {
      return units(of: typer.declaredMembers(name, call, on: .named(foreign), isStatic: nil))
    }
    let isImplicit = base == nil && whole.is(MemberAccessExprSyntax.self)
    let isPassed = isPassed(whole)
    let expected = typer.expectedShape(of: call.map { ExprSyntax($0) } ?? whole)
    let isPlain = expected.isKnown && !expected.mayBePromise
    return all(named: name).filter { index in
      let unit = units[index]
      if isImplicit, !unit.isStatic { return false }
      if isPlain, unit.interface == .result { return false }
      let members = names.members(of: unit, named: name)
      return members.isEmpty
        || members.contains { member in
          switch member.kind {
          case .function: call.map { member.accepts(CallArguments($0)) } ?? isPassed
          case .property: call == nil || unit.interface == .shared
          case .enumCase, .initializer, .typeAlias: true
          }
        }
    }
  }

  /// Whether an expression may be a function that is passed on.
  private func isPassed(_ whole: ExprSyntax) -> Bool {
    let expected = typer.expectedShape(of: whole)
    if expected.isKnown {
      if case .function = expected.unwrapped { return true } else { return false }
    }
    guard let parent = whole.parent else { return false }
    if parent.is(InitializerClauseSyntax.self) { return true }
    if let list = parent.as(ExprListSyntax.self) {
      return list.dropLast().last?.is(AssignmentExprSyntax.self) ?? false
    }
    guard parent.is(LabeledExprSyntax.self), let owner = parent.parent?.parent else { return false }
    let callee = owner.as(FunctionCallExprSyntax.self)?.calledExpression
      .as(MemberAccessExprSyntax.self)?.base
    return !owner.is(ExpressionSegmentSyntax.self) && callee.flatMap(typer.foreignType) == nil
  }

  /// The units with a name that the file sees.
  private func all(named name: String) -> [Int] {
    (names.byName[name] ?? []).filter {
      !units[$0].isPrivate || units[$0].place.file == typer.file.path
    }
  }

  private func units(of members: [Member]) -> [Int] {
    members.compactMap { names.byNode[$0.node.id] }.filter { units[$0].interface != .none }
  }
}
