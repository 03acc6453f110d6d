// Which units use each other.

import SwiftSyntax

/// The units of a program by what code says about them.
struct UnitNames: Sendable {
  private(set) var byNode: [SyntaxIdentifier: Int] = [:]
  /// Those that have something of the library.
  private(set) var byName: [String: [Int]] = [:]
  private(set) var byOwner: [String: [Int]] = [:]
  private(set) var aliases: Set<Int> = []

  init(_ units: [Unit], aliases: Set<SyntaxIdentifier>) {
    for (index, unit) in units.enumerated() {
      for node in unit.nodes { byNode[node] = index }
      guard unit.interface != .none else { continue }
      for name in unit.names { byName[name, default: []].append(index) }
      if let owner = unit.owner { byOwner[owner, default: []].append(index) }
      if !unit.nodes.isDisjoint(with: aliases) { self.aliases.insert(index) }
    }
  }
}

/// A use of a unit, where it has something of the library.
struct UnitUse: Hashable, Sendable {
  let offset: Int
  let used: Int
  /// Whether it is passed on by its name.
  let isPassed: Bool
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
    for one in names.byName[node.name.identifierText] ?? [] where names.aliases.contains(one) {
      add(one, at: node)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.identifierText
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
    for one in found { add(one, at: node, isPassed: isPassed) }
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard names.byName["subscript"] != nil else { return .visitChildren }
    let shape = typer.shape(of: node.calledExpression)
    if shape.isKnown {
      for one in units(of: typer.declaredMembers("subscript", nil, on: shape, isStatic: nil)) {
        add(one, at: node)
      }
    }
    return .visitChildren
  }

  private func add(_ used: Int, at node: some SyntaxProtocol, isPassed: Bool = false) {
    uses.insert(UnitUse(offset: node.position.utf8Offset, used: used, isPassed: isPassed))
  }

  /// All units with the name, if the source doesn't say whose member it is.
  private func member(
    _ name: String, _ base: ExprSyntax?, _ call: FunctionCallExprSyntax?, _ whole: ExprSyntax
  ) -> [Int] {
    guard let base else {
      let type = typer.expectedShape(of: call.map { ExprSyntax($0) } ?? whole)
      return type.isKnown
        ? units(of: typer.declaredMembers(name, call, on: type, isStatic: true))
        : all(named: name).filter { units[$0].isStatic }
    }
    let shape = typer.shape(of: base)
    guard shape.isKnown else { return all(named: name) }
    if case .metatype(let type) = shape {
      if name == "init", let call { return units(of: typer.calledMembers(call)) }
      return units(of: typer.declaredMembers(name, call, on: type, isStatic: true))
    }
    if case .resolver = shape.unwrapped { return all(named: name) }
    if shape == .finalizer { return all(named: name) }
    return units(of: typer.declaredMembers(name, call, on: shape, isStatic: nil))
  }

  private func named(
    _ name: String, _ call: FunctionCallExprSyntax?, at node: DeclReferenceExprSyntax
  ) -> [Int] {
    let resolution = typer.resolve(name, call: call, at: node)
    if let call, case .type = resolution.origin {
      let labels = Set(call.arguments.compactMap { $0.label?.text })
      // The compiler's own initializer takes the properties.
      let properties = (names.byOwner[name] ?? []).filter {
        !units[$0].names.isDisjoint(with: labels)
      }
      return units(of: typer.calledMembers(call)) + properties
    }
    switch resolution.origin {
    case .member:
      let owner = typer.selfShape(at: Syntax(node))
      return units(of: typer.declaredMembers(name, call, on: owner, isStatic: nil))
    case .global:
      return units(of: (typer.table.members[""]?[name] ?? []).map(\.content))
    case .unknown: return all(named: name)
    case .local, .extendedPromise, .type, .library: return []
    }
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
