// The results and parameters of closures.

import SwiftSyntax

extension Typer {
  /// The shape of a closure's result.
  func result(of closure: ClosureExprSyntax) -> Shape {
    if let type = closure.signature?.returnClause?.type {
      return resolver.shape(of: type, in: context(of: Syntax(closure)))
    }
    if let only = closure.onlyExpression { return shape(of: only) }
    let branches = closure.statements.branches ?? []
    let returns = branches.isEmpty ? closure.statements.returnedExpressions : branches
    guard let first = returns.first else { return .void }
    return returns.dropFirst().reduce(shape(of: first)) { $0.merged(with: shape(of: $1)) }
  }

  /// The closure whose result a call gives: that of `queue.sync { … }`, or of a function of the
  /// program that runs what it is given.
  func closureGivingResult(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    guard let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self) else { return nil }
    let name = call.calleeName.text
    let isStandard = Self.runners.contains(name)
    guard isStandard || table.runners.contains(name) else { return nil }
    let called = calledMembers(call)
    let isRun = called.isEmpty ? isStandard : called.allSatisfy(\.givesResultOfLast)
    return isRun ? closure : nil
  }

  private static let runners: Set<String> = [
    "autoreleasepool", "performAndWait", "sync", "withExtendedLifetime", "withLock",
  ]

  /// The shape of a closure's parameter, if it has one with that name.
  func parameter(_ name: String, of closure: ClosureExprSyntax) -> Shape? {
    if let captures = closure.signature?.capture?.items {
      for capture in captures where capture.name.identifierText == name {
        guard name != "self" else { return nil }
        guard let value = capture.initializer?.value else { break }
        return shape(of: value)
      }
    }
    if closure.signature?.parameterClause == nil {
      guard name.hasPrefix("$"), let index = Int(name.dropFirst()) else { return nil }
      return argument(index, of: max(closure.highestDollar + 1, 1), for: closure)
    }
    let parameters = closure.parameters
    guard let index = parameters.firstIndex(where: { $0.name.identifierText == name }) else {
      return nil
    }
    if let type = parameters[index].type {
      let shape = resolver.shape(of: type, in: context(of: Syntax(closure)))
      // The facade calls it with its own promise.
      if let library = shape.promiseType?.library, isGivenFacades(closure) {
        return .named(library.facadePromise)
      }
      return shape
    }
    return argument(index, of: parameters.count, for: closure)
  }

  /// Whether a function that is passed by name may throw. One that isn't declared in the sources
  /// may.
  func mayThrow(function: ExprSyntax) -> Bool {
    let (functions, types) = declarations(of: function)
    if !functions.isEmpty { return functions.contains(where: \.mayThrow) }
    let context = context(of: Syntax(function))
    return types.isEmpty
      || types.contains { type in type == nil || mayThrow(type: type, in: context) }
  }

  /// Whether a function of this type, perhaps an alias of one, may throw.
  func mayThrow(type: TypeSyntax?, in context: DeclarationContext) -> Bool {
    guard let type else { return false }
    if let function = type.functionType { return function.effectSpecifiers?.throwsClause != nil }
    let alias = resolver.aliasMember(type.bare.nameWithoutArguments, in: context)
    return alias.map { mayThrow(type: $0.type, in: $0.context) } ?? false
  }

  /// The arguments of a call of a function that is passed by name, with their labels.
  func arguments(_ values: [String], of function: ExprSyntax) -> String {
    let named =
      function.as(DeclReferenceExprSyntax.self)
      ?? function.as(MemberAccessExprSyntax.self)?.declName
    var labels = values.map { _ in "_" }
    let all = declarations(of: function).functions.map { function in
      function.signature.parameterClause.parameters.map(\.firstName.identifierText)
    }
    if let names = named?.argumentNames {
      labels = names.arguments.map(\.name.text)
    } else if let known = all.first(where: { $0.count == values.count }) {
      labels = known
    }
    return zip(labels, values).map { $0 == "_" ? $1 : "\($0): \($1)" }.joined(separator: ", ")
  }

  /// What may declare a function that is passed by name: a function, or else a value of a type.
  private func declarations(
    of function: ExprSyntax
  ) -> (functions: [FunctionDeclSyntax], types: [TypeSyntax?]) {
    if let reference = function.as(DeclReferenceExprSyntax.self),
      case .local(let id) = resolve(reference.baseName.identifierText, at: reference).origin
    {
      guard let node = NodeWithID.find(id, in: Syntax(file.tree)) else { return ([], []) }
      if let declared = node.as(FunctionDeclSyntax.self) { return ([declared], []) }
      return (
        [],
        [node.as(FunctionParameterSyntax.self)?.type ?? node.as(PatternBindingSyntax.self)?.type]
      )
    }
    let name = function.lastStep?.step.name ?? function.trimmedDescription
    let owner = function.lastStep?.base.map { shape(of: $0) } ?? selfShape(at: Syntax(function))
    var members = declaredMembers(name, nil, on: owner, isStatic: nil)
    if members.isEmpty {
      members = table.visible(table.members[""]?[name], from: file) { _ in true }
    }
    return (members.compactMap { $0.node.as(FunctionDeclSyntax.self) }, members.map(\.type))
  }

  private func argument(_ index: Int, of count: Int, for closure: ClosureExprSyntax) -> Shape {
    let shapes = guarded(closure.statements.id) { .tuple(given(to: closure).map { .init($0) }) }
    guard case .tuple(let elements)? = shapes else { return .unknown }
    // One tuple is spread over several parameters.
    if count > 1, elements.count == 1, case .tuple(let parts) = elements[0].shape {
      return index < parts.count ? parts[index].shape : .unknown
    }
    return index < elements.count ? elements[index].shape : .unknown
  }

  /// The shapes of a closure's arguments, according to the call that it is passed to or to the type
  /// that it must have.
  private func given(to closure: ClosureExprSyntax) -> [Shape] {
    guard let (call, label) = closure.callItIsPassedTo else {
      let required = expectedShape(of: ExprSyntax(closure)).unwrapped
      return if case .function(let given, _) = required { given } else { [] }
    }
    guard let (step, base) = ExprSyntax(call).lastStep else { return [] }
    switch step.kind {
    case .member(let member, _):
      let name = member.declName.baseName.identifierText
      let base = base.map { shape(of: $0) } ?? .unknown
      switch base.unwrapped {
      case .named, .promise, .metatype:
        if let own = declaredParameters(name, call, closure) { return own }
      default: break
      }
      return given(by: name, call, label, closure, on: base)
    case .function:
      guard let (name, generics) = call.calledName else { return [] }
      if let own = declaredParameters(name, call, closure) { return own }
      if case .extendedPromise = resolve(name, call: call, at: call).origin {
        return given(by: name, call, label, closure, on: selfShape(at: Syntax(call)))
      }
      if let start = startOfReduction(call) { return [start, .unknown] }
      let made = resolve(name, call: call, generics: generics, at: call).shape
      guard case .promise(let type, let value) = made else { return [] }
      let isKnown = value.isKnown
      return given(toBodyOf: type, isKnown ? value : expectedShape(of: ExprSyntax(call)).value)
    default: return []
    }
  }

  private func given(toBodyOf type: PromiseType, _ value: Shape) -> [Shape] {
    switch type {
    case .promise, .thenable: [.resolver(.promiseKit, value)]
    case .guarantee: [.function([value], result: .void)]
    case .googlePromise, .stayingGooglePromise:
      [.function([value], result: .void), .function([.named("Error")], result: .void)]
    case .task: []
    case .own: [.resolver(.own, value)]
    }
  }

  /// Whether a closure takes the promise of a call that is kept, rather than its value.
  private func isGivenFacades(_ closure: ClosureExprSyntax) -> Bool {
    guard notes.keptClosures.contains(closure.id), let (call, _) = closure.callItIsPassedTo,
      let (step, base) = ExprSyntax(call).lastStep, let name = step.name,
      case let shape = base.map({ shape(of: $0) }) ?? selfShape(at: Syntax(call)),
      let library = shape.promiseType?.library
    else { return false }
    return LibraryOperator.named(name, in: library)?.kind == .onPromise
  }

  private func given(
    by name: String, _ call: FunctionCallExprSyntax, _ label: String?,
    _ closure: ClosureExprSyntax, on base: Shape
  ) -> [Shape] {
    switch base.unwrapped {
    case .promise(let type, let value):
      let kind = LibraryOperator.named(name, in: type.library)
      if kind?.kind == .onPromise, notes.keptClosures.contains(closure.id) {
        return [.named(type.library.facadePromise)]
      }
      if name == "reduce", type.library == .google { return [value, reducedItem(call)] }
      return kind?.closureArguments(base, value) ?? []
    case .metatype(.promise(let type, let value)) where name == "init":
      return given(toBodyOf: type, value)
    case .dictionary(let value) where ["mapValues", "compactMapValues"].contains(name):
      return [value]
    case .array, .dictionary:
      if name == "reduce" {
        return [call.allArguments.first.map { shape(of: $0.value) }, base.element]
          .map { $0 ?? .unknown }
      }
      let compares = ["max", "min", "sort", "sorted"].contains(name)
      return compares ? [base.element, base.element] : [base.element]
    default:
      if case .optional(let inner) = base, name == "map" || name == "flatMap" { return [inner] }
      return startOfReduction(call).map { [$0, .unknown] } ?? []
    }
  }

  /// What google/promises' `reduce` combines with the value: the elements of a sequence, or its
  /// arguments.
  private func reducedItem(_ call: FunctionCallExprSyntax) -> Shape {
    let items = call.arguments
      .filter { $0.label == nil && !$0.expression.is(ClosureExprSyntax.self) }
      .map { shape(of: $0.expression) }
    return if items.count == 1, case .array(let element) = items[0] { element } else { .unknown }
  }

  /// The closure's parameters, according to the function in the sources that it is passed to.
  private func declaredParameters(
    _ name: String, _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax
  ) -> [Shape]? {
    let members = calledMembers(call).filter { [.function, .initializer].contains($0.kind) }
    let label = closure.parent?.as(LabeledExprSyntax.self)?.label?.identifierText
    let type: Shape
    if members.count == 1, let only = members.first {
      let isTrailing = closure.parent?.is(LabeledExprSyntax.self) != true
      let parameter = only.parameters.last { $0.isFunction && (isTrailing || $0.label == label) }
      type = resolver.shape(of: parameter?.type, in: only.context)
    } else if members.isEmpty, let label {
      type = memberwiseShape(label, of: call)
    } else {
      return nil
    }
    guard case .function(let shapes, _) = type.unwrapped else { return nil }
    return shapes
  }
}

extension FunctionDeclSyntax {
  var mayThrow: Bool { signature.effectSpecifiers?.throwsClause != nil }
}

extension Shape.TupleElement {
  init(_ shape: Shape) { self.init(label: nil, shape: shape) }
}

extension ClosureExprSyntax {
  /// The expression that is the closure's only statement.
  var onlyExpression: ExprSyntax? {
    guard statements.count == 1, let item = statements.first?.item else { return nil }
    if case .expr(let expression) = item { return expression }
    if case .stmt(let statement) = item, let result = statement.as(ReturnStmtSyntax.self) {
      return result.expression
    }
    return nil
  }

  /// The highest of `$0`, `$1` and so on; -1 for none.
  var highestDollar: Int { dollars.max() ?? -1 }

  /// The numbers of all uses of `$0`, `$1` and so on.
  var dollars: [Int] {
    let finder = DollarFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.uses.compactMap { Int($0.baseName.text.dropFirst()) }
  }
}

extension ExprSyntaxProtocol {
  /// The call that the closure, or another function, is an argument of.
  var callItIsPassedTo: (call: FunctionCallExprSyntax, label: String?)? {
    if self.is(ClosureExprSyntax.self), let call = parent?.as(FunctionCallExprSyntax.self) {
      return (call, nil)
    }
    if let argument = parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    {
      return (call, argument.label?.text)
    }
    if let element = parent?.as(MultipleTrailingClosureElementSyntax.self),
      let call = element.parent?.parent?.as(FunctionCallExprSyntax.self)
    {
      return (call, element.label.text)
    }
    return nil
  }
}

/// Finds `$0`, `$1` and so on, unless they belong to an inner closure.
final class DollarFinder: SyntaxVisitor {
  private(set) var uses: [DeclReferenceExprSyntax] = []

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if case .dollarIdentifier = node.baseName.tokenKind { uses.append(node) }
    return .visitChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
