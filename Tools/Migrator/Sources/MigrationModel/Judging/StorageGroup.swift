// Related storage locations for promises of google/promises, and how each use changes.

import SwiftSyntax

/// The storage locations that pass promises on to each other, and how each use changes.
struct StorageGroup {
  private(set) var members: Set<Storage> = []
  private(set) var calls: Set<SyntaxIdentifier> = []
  private(set) var edits = Edits()
  private let typer: Typer
  private let references: [Storage: [ExprSyntax]]
  private var next: [Storage] = []

  /// Whether the group is a single constant, which is declared as a promise and a resolver.
  private(set) var isTakenApart = false

  static let taking: Set<String> = [
    "removeFirst", "removeLast", "popLast", "popFirst", "removeValue", "remove",
  ]
  private static let keeping: Set<String> = [
    "removeAll", "isEmpty", "count", "keys", "reserveCapacity",
  ]

  init(_ typer: Typer, _ references: [Storage: [ExprSyntax]]) {
    (self.typer, self.references) = (typer, references)
  }

  /// Reads a storage location and all others that share promises with it; returns false if one of
  /// them is used in a way that has no equivalent.
  mutating func read(_ first: Storage) -> Bool {
    next = [first]
    while let storage = next.popLast() {
      guard members.insert(storage).inserted else { continue }
      guard readDeclaration(storage) else { return false }
      for reference in references[storage] ?? [] where !read(use: reference) { return false }
    }
    isTakenApart = isTakenApart && members.count == 1
    return true
  }

  // MARK: Declarations

  private mutating func readDeclaration(_ storage: Storage) -> Bool {
    switch storage {
    case .property(let path, let name):
      let all = typer.table.members[path]?[name]?.map(\.content) ?? []
      guard all.count == 1, !typer.isHeld(all[0]),
        let binding = all[0].node.as(PatternBindingSyntax.self),
        all[0].isFilePrivate || !typer.table.isMentioned(name, outside: typer.file)
      else { return false }
      return read(binding)
    case .local(let id, let name):
      guard let node = NodeWithID.find(id, in: Syntax(typer.file.tree)) else { return false }
      switch node.as(SyntaxEnum.self) {
      case .patternBinding(let binding): return read(binding)
      case .optionalBindingCondition(let binding):
        guard let value = binding.initializer?.value else { return addSource(name, at: binding) }
        return add(source: value)
      case .forStmt(let loop): return add(source: loop.sequence)
      case .closureExpr(let closure):
        guard let (call, _) = closure.callItIsPassedTo, call.calleeName.text == "forEach",
          let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
        else { return false }
        return add(source: base)
      default: return false
      }
    }
  }

  private mutating func read(_ binding: PatternBindingSyntax) -> Bool {
    let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
    guard binding.pattern.is(IdentifierPatternSyntax.self), binding.accessorBlock == nil,
      let variable, !variable.modifiers.has(.weak), variable.attributes.isEmpty,
      !variable.modifiers.has(.public), !variable.modifiers.has(.open)
    else { return false }
    if let type = binding.typeAnnotation?.type, !read(type) { return false }
    guard let value = binding.initializer?.value else { return true }
    return read(value: value, type: binding.typeAnnotation?.type)
  }

  /// `Promise<Int>?` becomes an optional pair.
  private mutating func read(_ type: TypeSyntax) -> Bool {
    let promises = PromiseTypes.find(in: type)
    guard promises.count == 1, let promise = promises.first,
      let value = promise.genericArgumentClause.types.first
    else { return false }
    let shape = typer.resolver.shape(of: value, in: typer.context(of: Syntax(type)))
    guard !typer.isNotSendable(shape), shape.promiseInside == nil else { return false }
    let text = value.trimmedDescription
    edits.replace(promise, with: "(promise: Promise<\(text)>, resolver: Resolver<\(text)>)")
    return true
  }

  /// Reads a value that is assigned or added to a storage location.
  private mutating func read(value: ExprSyntax, type: TypeSyntax? = nil) -> Bool {
    if value.is(NilLiteralExprSyntax.self) { return true }
    if value.as(ArrayExprSyntax.self)?.elements.isEmpty == true { return true }
    if case .colon? = value.as(DictionaryExprSyntax.self)?.content { return true }
    if let call = value.as(FunctionCallExprSyntax.self), call.makesPending {
      guard !typer.isNotSendable(typer.madeValue(value)) else { return false }
      calls.insert(call.id)
      isTakenApart = isTakenApart || GooglePending(call, typer.file) != nil
      let callee = call.calledExpression
      guard let member = callee.as(MemberAccessExprSyntax.self) else {
        edits.insert(".pending", after: callee)
        return true
      }
      guard member.base == nil else { return true }
      guard let promise = type.flatMap({ PromiseTypes.find(in: $0).first }) else { return false }
      edits.insert(promise.trimmedDescription, before: member)
      return true
    }
    return add(source: value)
  }

  private mutating func add(source: ExprSyntax) -> Bool {
    guard let storage = typer.storage(of: source) else { return false }
    next.append(storage)
    return true
  }

  private mutating func addSource(_ name: String, at node: some SyntaxProtocol) -> Bool {
    switch typer.resolve(name, at: node).origin {
    case .local(let id): next.append(.local(id, name))
    case .member:
      guard case .named(let path) = typer.selfShape(at: Syntax(node)) else { return false }
      next.append(.property(path, name))
    default: return false
    }
    return true
  }

  // MARK: Uses

  private mutating func read(use reference: ExprSyntax) -> Bool {
    var whole = reference
    while let parent = whole.parent {
      if let chained = parent.as(OptionalChainingExprSyntax.self) {
        whole = ExprSyntax(chained)
      } else if let forced = parent.as(ForceUnwrapExprSyntax.self) {
        whole = ExprSyntax(forced)
      } else if let index = parent.as(SubscriptCallExprSyntax.self),
        index.calledExpression.id == whole.id
      {
        whole = ExprSyntax(index)
      } else if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == whole.id {
        let name = member.declName.baseName.text
        let call = member.parent?.as(FunctionCallExprSyntax.self)
        if let call, call.calledExpression.id == member.id, Self.taking.contains(name) {
          whole = ExprSyntax(call)
        } else if ["first", "last"].contains(name), isCollection(whole) {
          whole = ExprSyntax(member)
        } else {
          return read(member: name, call, of: whole, isCollection(whole))
        }
      } else {
        break
      }
    }
    return read(value: whole, isCollection: isCollection(whole))
  }

  private func isCollection(_ expression: ExprSyntax) -> Bool {
    switch typer.shape(of: expression).unwrapped {
    case .array, .dictionary: true
    default: false
    }
  }

  private mutating func read(
    member name: String, _ call: FunctionCallExprSyntax?, of base: ExprSyntax, _ isCollection: Bool
  ) -> Bool {
    if isCollection {
      if Self.keeping.contains(name) { return true }
      if ["append", "insert"].contains(name), let value = call?.arguments.first?.expression {
        return read(value: value)
      }
      if name == "forEach", let closure = call?.allArguments.last?.value.as(ClosureExprSyntax.self)
      {
        next.append(.local(closure.id, closure.parameterNames.first ?? "$0"))
        return closure.parameterNames.count < 2
      }
      return false
    }
    if ["fulfill", "reject"].contains(name) {
      guard let call else { return false }
      calls.insert(call.id)
      edits.append(".resolver", to: base)
    } else if typer.settles(name, call, on: typer.shape(of: base)) {
      return false
    } else {
      edits.append(".promise", to: base)
    }
    return true
  }

  /// Reads a use of the stored promise itself, or of its storage.
  private mutating func read(value whole: ExprSyntax, isCollection: Bool) -> Bool {
    guard let parent = whole.parent else { return false }
    if let list = parent.as(ExprListSyntax.self), list.parent?.is(SequenceExprSyntax.self) == true {
      let elements = Array(list)
      if elements.count == 3, elements[1].is(AssignmentExprSyntax.self) {
        if elements[0].id == whole.id { return read(value: elements[2]) }
        if let storage = typer.storage(of: elements[0]), members.contains(storage) { return true }
        return useAsPromise(whole, isCollection)
      }
      let isNilCheck =
        elements.count == 3 && elements[2].is(NilLiteralExprSyntax.self)
        && ["==", "!="].contains(
          elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
      return isNilCheck
    }
    switch parent.as(SyntaxEnum.self) {
    case .initializerClause:
      if let binding = parent.parent?.as(OptionalBindingConditionSyntax.self),
        let name = binding.pattern.boundNames.first?.name
      {
        next.append(.local(binding.id, name))
        return true
      }
      guard let binding = parent.parent?.as(PatternBindingSyntax.self),
        binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) != true,
        let name = binding.pattern.boundNames.first?.name
      else { return false }
      next.append(.local(binding.id, name))
      return true
    case .forStmt(let loop):
      guard let name = loop.pattern.boundNames.first?.name else { return false }
      next.append(.local(loop.id, name))
      return true
    case .labeledExpr(let argument):
      // An argument of `append` is read with its collection.
      if let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
        let list = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
        let storage = typer.storage(of: list), members.contains(storage)
      {
        return true
      }
      // `(pending, sheet) = (promise, sheet)`
      if let tuple = argument.parent?.parent?.as(TupleExprSyntax.self),
        let list = tuple.parent?.as(ExprListSyntax.self), list.first?.id == tuple.id
      {
        return false
      }
      return useAsPromise(whole, isCollection)
    case .codeBlockItem:
      // `waiting.removeFirst()` as a statement.
      return whole.is(FunctionCallExprSyntax.self) || useAsPromise(whole, isCollection)
    case .returnStmt, .closureExpr, .arrayElement: return useAsPromise(whole, isCollection)
    default: return false
    }
  }

  private mutating func useAsPromise(_ whole: ExprSyntax, _ isCollection: Bool) -> Bool {
    guard !isCollection, typer.destination(of: whole) != .staying else { return false }
    // What is declared with `!` is unwrapped where a promise is needed.
    let isNeeded = if case .promise = typer.expectedShape(of: whole) { true } else { false }
    if !isNeeded, case .optional = typer.shape(of: whole) {
      edits.append("?.promise", to: whole)
    } else {
      edits.append(".promise", to: whole)
    }
    return true
  }
}

extension Edits {
  /// Appends a member to an expression, before anything that is inserted around the expression.
  fileprivate mutating func append(_ member: String, to expression: ExprSyntax) {
    guard let last = expression.lastToken(viewMode: .sourceAccurate) else { return }
    replace(last, with: last.text + member)
  }
}

extension DeclarationTable {
  /// Whether another file contains a name.
  fileprivate func isMentioned(_ name: String, outside file: SourceFile) -> Bool {
    sources.contains { $0 !== file && $0.text.contains(name) }
  }
}

/// Finds `Promise<…>` in a type.
private final class PromiseTypes: SyntaxVisitor {
  private var found: [IdentifierTypeSyntax] = []

  static func find(in type: TypeSyntax) -> [IdentifierTypeSyntax] {
    let finder = PromiseTypes(viewMode: .sourceAccurate)
    finder.walk(type)
    return finder.found
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "Promise" { found.append(node) }
    return .visitChildren
  }
}
