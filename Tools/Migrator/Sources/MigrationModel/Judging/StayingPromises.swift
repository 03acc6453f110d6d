// Promises of google/promises that code settles or inspects in ways that have no equivalent. They
// stay google/promises', wherever they are stored, and code that moves converts them.

import SwiftSyntax

enum StayingPromises {
  /// Repeats an analysis until it finds no more promises that must stay: a promise that comes from
  /// another must stay with it.
  static func known<Output>(
    _ analyze: (Set<SyntaxIdentifier>) -> [Output], found: (Output) -> Set<SyntaxIdentifier>
  ) -> [Output] {
    var staying: Set<SyntaxIdentifier> = []
    while true {
      let outputs = analyze(staying)
      let all = outputs.reduce(into: staying) { $0.formUnion(found($1)) }
      if all == staying { return outputs }
      staying = all
    }
  }
}

extension Shape {
  func staying(if stays: Bool) -> Shape { stays ? staying : self }
}

extension Typer {
  func stays(_ node: some SyntaxProtocol) -> Bool { staying.contains(node.id) }

  // MARK: Reasons

  /// Finds out what must stay because of a link.
  func noteStaying(_ verdict: Verdict, of site: LinkSite) {
    let isSettling: Bool =
      switch verdict.reason {
      case .settledByConsumer, .inspection: true
      case .ownExtension: settles(site.name, site.call, on: site.base)
      default: false
      }
    guard isSettling else { return }
    if let base = site.node.lastStep?.base {
      stay(base)
    } else {
      stayExtension(around: site.node)
    }
  }

  /// Finds out what must stay because of a call that makes a promise.
  func noteStaying(_ verdict: Verdict?, ofHead node: ExprSyntax) {
    if let name = node.implicitMemberName,
      case let expected = expectedShape(of: node),
      expected.promiseType == .stayingGooglePromise
    {
      // `.done` is a member of the promise that stays.
      let call = node.as(FunctionCallExprSyntax.self)
      for member in declaredMembers(name, call, on: expected, isStatic: true) {
        stayExtension(around: member.node)
      }
    }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return }
    if verdict?.reason == .settledByConsumer { return stay(node) }
    guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      case .metatype(let type) = shape(of: base), type.promiseType?.library == .google,
      let name = node.lastStep?.step.name
    else { return }
    let members = declaredMembers(name, call, on: type, isStatic: true)
    if members.contains(where: isInStayingExtension) { stayNames(in: call.calledExpression) }
  }

  /// The same because of what an expression without links of its own gives.
  func noteStaying(givenBy expression: ExprSyntax) {
    guard !staying.isEmpty else { return }
    if !shape(of: expression).isKnown, destination(of: expression) == .staying {
      // Of an unknown type's members, any may be meant.
      let name = expression.lastStep?.step.name ?? ""
      stay(members: table.members.values.flatMap { $0[name]?.map(\.content) ?? [] })
    }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base,
      // A collection gives its promises to a function that takes such promises.
      ["forEach", "map", "compactMap"].contains(access.name), call.arguments.count == 1,
      let function = call.arguments.first?.expression, !function.is(ClosureExprSyntax.self),
      case .function(let given, _) = shape(of: function),
      given.first?.promiseInside == .stayingGooglePromise
    else { return }
    stay(base)
  }

  func isInStayingExtension(_ member: Member) -> Bool {
    member.node.enclosingExtension.map { stays($0) } ?? false
  }

  /// Whether an operator that the program adds to a promise settles it.
  func settles(_ name: String, _ call: FunctionCallExprSyntax?, on base: Shape) -> Bool {
    guard !staying.isEmpty, base.promiseType?.library == .google else { return false }
    return declaredMembers(name, call, on: base, isStatic: false).contains { stays($0.node) }
  }

  // MARK: Declarations

  /// Methods of collections that give their elements.
  private static let arranging: Set<String> = [
    "enumerated", "filter", "prefix", "reversed", "shuffled", "sorted", "suffix",
  ]

  /// Finds the declaration that a promise comes from, which then stays.
  func stay(_ expression: ExprSyntax) {
    if shape(of: expression).promiseInside == .stayingGooglePromise { return }
    if let call = expression.as(FunctionCallExprSyntax.self), call.makesPending {
      return stay(pending: call)
    }
    if !stay(stored: expression) { notes.staying.insert(expression.id) }
  }

  /// The same for a promise that is stored, or that one of the program's functions returns.
  @discardableResult
  func stay(stored expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let chained): return stay(stored: chained.expression)
    case .forceUnwrapExpr(let forced): return stay(stored: forced.expression)
    case .subscriptCallExpr(let index): return stay(stored: index.calledExpression)
    case .declReferenceExpr(let reference):
      if reference.baseName.text == "self" { return stayExtension(around: expression) }
      return stay(named: reference.baseName.identifierText, at: reference)
    case .memberAccessExpr(let member):
      guard let base = member.base else { return false }
      let shape = shape(of: base)
      switch shape.unwrapped {
      case .array, .dictionary, .tuple: return stay(stored: base)
      case .metatype(let type):
        return stay(members: declaredMembers(member.name, nil, on: type, isStatic: true))
      default:
        return stay(members: declaredMembers(member.name, nil, on: shape, isStatic: false))
      }
    case .functionCallExpr(let call):
      if let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base,
        shape(of: base).unwrapped.promiseType == nil,
        StorageGroup.taking.contains(access.name) || Self.arranging.contains(access.name)
      {
        return stay(stored: base)
      }
      return stay(members: calledMembers(call))
    default: return false
    }
  }

  private func stay(named name: String, at reference: some SyntaxProtocol) -> Bool {
    switch resolve(name, at: reference).origin {
    case .local(let id):
      guard let node = NodeWithID.find(id, in: Syntax(file.tree)) else { return false }
      return stay(local: name, at: node)
    case .member:
      let owner = selfShape(at: Syntax(reference))
      return stay(members: declaredMembers(name, nil, on: owner, isStatic: nil))
    case .global:
      return stay(members: table.visible(table.members[""]?[name], from: file) { _ in true })
    default: return false
    }
  }

  private func stay(local name: String, at node: Syntax) -> Bool {
    switch node.as(SyntaxEnum.self) {
    case .patternBinding(let binding): return stay(binding)
    case .optionalBindingCondition(let binding):
      guard let value = binding.initializer?.value else { return stay(named: name, at: binding) }
      return stay(stored: value)
    case .forStmt(let loop): return stay(stored: loop.sequence)
    case .functionParameter(let parameter): return stay(parameter)
    case .functionDecl(let function): return stayNames(in: function.signature.returnClause)
    case .switchCase(let switchCase): return stayNames(in: bound(name, in: switchCase)?.type)
    case .matchingPatternCondition(let match): return stayNames(in: bound(name, in: match)?.type)
    case .closureExpr(let closure):
      if stayNames(in: closure.signature?.parameterClause) { return true }
      guard let (call, _) = closure.callItIsPassedTo else {
        return stayNames(in: closure.parent?.parent?.as(PatternBindingSyntax.self)?.typeAnnotation)
      }
      if call.calleeName.text == "forEach",
        let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
      {
        return stay(stored: base)
      }
      let types = calledMembers(call).flatMap(\.parameters).filter(\.isFunction).map(\.type)
      return types.reduce(false) { stayNames(in: $1) || $0 }
    default: return false
    }
  }

  private func stay(_ binding: PatternBindingSyntax) -> Bool {
    let hasType = stayNames(in: binding.type)
    guard let value = binding.initializer?.value else { return hasType }
    let call = value.as(FunctionCallExprSyntax.self)
    let isEmptyCollection =
      call?.calledExpression.is(ArrayExprSyntax.self) == true
      || call?.calledExpression.is(DictionaryExprSyntax.self) == true
    if let call, call.makesPending || isEmptyCollection {
      return stayNames(in: call.calledExpression) || hasType
    }
    if hasType { return true }
    if let tuple = value.as(TupleExprSyntax.self) {
      for part in tuple.elements where shape(of: part.expression).promiseType != nil {
        stay(part.expression)
      }
    } else {
      stay(value)
    }
    return true
  }

  /// Types and initial values of properties, and the results of functions, also of those that they
  /// implement or override.
  @discardableResult
  private func stay(members: [Member]) -> Bool {
    var isFound = false
    for member in members.flatMap({ [$0] + table.related(to: $0) }) {
      if let binding = member.node.as(PatternBindingSyntax.self) {
        let other = member.context.file === file ? self : typer(for: member.context.file)
        isFound = other.stay(binding) || isFound
        notes.staying.formUnion(other.notes.staying)
      } else {
        isFound = stayNames(in: member.type) || isFound
      }
    }
    return isFound
  }

  /// A parameter, also of the functions that its function implements or overrides.
  private func stay(_ parameter: FunctionParameterSyntax) -> Bool {
    if let list = parameter.parent?.as(FunctionParameterListSyntax.self),
      let function = list.parent?.parent?.parent?.as(FunctionDeclSyntax.self),
      let index = list.map(\.id).firstIndex(of: parameter.id)
    {
      let owner = context(of: Syntax(function)).path.joined(separator: ".")
      let members = table.members[owner]?[function.name.identifierText] ?? []
      for member in members where member.content.node.id == function.id {
        for other in table.related(to: member.content) {
          stayNames(in: other.parameters[index].type)
        }
      }
    }
    return stayNames(in: parameter.type)
  }

  /// `Promise<Int>.pending()`; for `.pending()`, the type that the code around it names.
  private func stay(pending call: FunctionCallExprSyntax) {
    if stayNames(in: call.calledExpression) { return }
    guard let parent = call.parent else { return }
    if let binding = parent.parent?.as(PatternBindingSyntax.self) {
      stayNames(in: binding.type)
    } else if let list = parent.as(ExprListSyntax.self), let first = list.first, list.count == 3 {
      stay(stored: first)
    }
  }

  // MARK: Extensions

  /// An extension of the promise stays as a whole, and so do those that overload its members.
  @discardableResult
  private func stayExtension(around node: some SyntaxProtocol) -> Bool {
    guard let extended = Syntax(node).enclosingExtension else { return false }
    var current: Syntax? = Syntax(node)
    while let here = current, here.id != extended.id {
      if here.is(FunctionDeclSyntax.self) { notes.staying.insert(here.id) }
      current = here.parent
    }
    let members = table.members[PromiseType.googlePromise.ownerKeys[0]] ?? [:]
    var extensions = [extended]
    for overloads in members.values {
      let all = overloads.compactMap { $0.content.node.enclosingExtension }
      if all.contains(where: { $0.id == extended.id }) { extensions += all }
    }
    for one in extensions where notes.staying.insert(one.id).inserted { stayNames(in: one) }
    return true
  }

  // MARK: Names

  @discardableResult
  private func stayNames(in node: (some SyntaxProtocol)?) -> Bool {
    guard let node else { return false }
    let names = PromiseNames.find(in: node)
    notes.staying.formUnion(names.promises.map(\.id))
    guard !names.others.isDisjoint(with: table.aliasesOfGooglePromises) else {
      return !names.promises.isEmpty
    }
    // A type alias is other code's as well: all of this declaration stays.
    var current: Syntax? = Syntax(node)
    while let here = current {
      notes.stayingDeclarations.insert(here.id)
      current = here.parent
    }
    return true
  }
}

extension MemberAccessExprSyntax {
  fileprivate var name: String { declName.baseName.identifierText }
}

extension FunctionCallExprSyntax {
  /// `Promise<Int>.pending()`, `.pending()` or `Promise<Int>()`.
  var makesPending: Bool {
    guard arguments.isEmpty, trailingClosure == nil else { return false }
    return calleeName.text == "pending" || calledName?.name == "Promise"
  }
}
