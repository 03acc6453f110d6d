// Finds what a name refers to at a place. Looks outward, through blocks, closures, functions and
// types.

import SwiftSyntax

/// What a name refers to.
struct Resolution {
  enum Origin: Equatable {
    /// A constant, parameter or function inside a body, and the node that declares it.
    case local(SyntaxIdentifier)
    /// A member of an enclosing type, or an operator of the extended promise.
    case member, extendedPromise(PromiseType)
    case global
    case type
    case library(Library)
    case unknown
  }

  let origin: Origin
  let shape: Shape

  static let unknown = Resolution(origin: .unknown, shape: .unknown)
}

extension Typer {
  /// The value that a variable starts with, if this file says so.
  func initialValue(of reference: DeclReferenceExprSyntax) -> ExprSyntax? {
    let name = reference.baseName.identifierText
    switch resolve(name, at: reference).origin {
    case .local(let id):
      let node = NodeWithID.find(id, in: Syntax(file.tree))
      return node?.as(PatternBindingSyntax.self)?.initializer?.value
        ?? node?.as(OptionalBindingConditionSyntax.self)?.initializer?.value
    case .global:
      guard let member = table.members[""]?[name]?.first?.content, member.context.file === file
      else { return nil }
      return member.value
    default: return nil
    }
  }

  /// Finds what `name` refers to at `node`. For a call, the shape is that of its result.
  func resolve(
    _ name: String, call: FunctionCallExprSyntax? = nil, generics: [TypeSyntax] = [],
    at node: some SyntaxProtocol
  ) -> Resolution {
    var child = Syntax(node)
    while let parent = child.parent {
      if let found = lookUp(name, call, in: parent, from: child) { return found }
      child = parent
    }
    if let found = global(name, call) { return found }
    return named(name, call, generics, at: node)
  }

  /// The elements of a collection, or of an iterator that the program declares. Its promises stay,
  /// so what is called on them can't move.
  private func element(of sequence: Shape) -> Shape {
    guard case .named = sequence else { return sequence.element }
    let next = declaredMembers("next", nil, on: sequence, isStatic: false)
    guard next.count == 1 else { return .unknown }
    let element = shape(of: next[0], called: true).withoutOptional
    return element.mayBePromise ? .unknown : element
  }

  private func local(_ shape: Shape, _ call: FunctionCallExprSyntax?, _ node: some SyntaxProtocol)
    -> Resolution
  {
    let shape = call.map { self.shape(ofCalling: shape, $0) } ?? shape
    return Resolution(origin: .local(node.id), shape: shape)
  }

  private func lookUp(
    _ name: String, _ call: FunctionCallExprSyntax?, in parent: Syntax, from child: Syntax
  ) -> Resolution? {
    switch parent.as(SyntaxEnum.self) {
    case .codeBlockItemList(let list):
      if parent.parent?.is(SourceFileSyntax.self) == true { return nil }
      return lookUp(name, call, among: list, before: child)
    case .closureExpr(let closure):
      guard child.id != closure.signature?.id else { return nil }
      return parameter(name, of: closure).map { local($0, call, closure) }
    case .functionDecl(let function):
      return lookUp(name, call, function.signature.parameterClause, Syntax(function))
    case .initializerDecl(let initializer):
      return lookUp(name, call, initializer.signature.parameterClause, Syntax(initializer))
    case .subscriptDecl(let declaration):
      return lookUp(name, call, declaration.parameterClause, Syntax(declaration))
    case .forStmt(let loop):
      guard child.id == loop.body.id || child.id == loop.whereClause?.id,
        let bound = loop.pattern.boundNames.first(where: { $0.name == name })
      else { return nil }
      let element = guarded(loop.id) { self.element(of: shape(of: loop.sequence)) } ?? .unknown
      return local(part(bound.index, of: element), call, loop)
    case .ifExpr(let branch):
      guard child.id == branch.body.id else { return nil }
      return lookUp(name, call, in: branch.conditions, before: nil)
    case .whileStmt(let loop):
      guard child.id == loop.body.id else { return nil }
      return lookUp(name, call, in: loop.conditions, before: nil)
    case .conditionElementList(let conditions):
      return lookUp(name, call, in: conditions, before: child)
    case .switchCase(let switchCase):
      guard child.id == switchCase.statements.id,
        case .case(let label) = switchCase.label,
        label.caseItems.contains(where: { $0.pattern.bindsInside(name) })
      else { return nil }
      return local(bound(name, in: switchCase)?.shape ?? .unknown, call, switchCase)
    case .catchClause(let clause):
      let binds = clause.catchItems.contains { $0.pattern?.bindsInside(name) == true }
      guard child.id == clause.body.id, binds || (name == "error" && clause.catchItems.isEmpty)
      else { return nil }
      return local(.named("Error"), call, clause)
    case .accessorDecl(let accessor):
      guard ["newValue", "oldValue"].contains(name) || accessor.parameters?.name.text == name
      else { return nil }
      return local(.unknown, call, accessor)
    case .memberBlock: return member(name, call, of: parent)
    default: return nil
    }
  }

  private func lookUp(
    _ name: String, _ call: FunctionCallExprSyntax?, _ clause: FunctionParameterClauseSyntax,
    _ owner: Syntax
  ) -> Resolution? {
    guard
      let parameter = clause.parameters.first(where: {
        ($0.secondName ?? $0.firstName).identifierText == name
      })
    else { return nil }
    let type = resolver.shape(of: parameter.type, in: context(of: owner))
    return local(parameter.ellipsis == nil ? type : .array(type), call, parameter)
  }

  /// Looks for constants in the preceding statements, and for functions in all statements.
  private func lookUp(
    _ name: String, _ call: FunctionCallExprSyntax?, among list: CodeBlockItemListSyntax,
    before child: Syntax
  ) -> Resolution? {
    let end = list.firstIndex { $0.id == child.id } ?? list.endIndex
    for item in list[..<end].reversed() {
      if let variable = item.item.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          guard let bound = binding.pattern.boundNames.first(where: { $0.name == name })
          else { continue }
          return local(shape(of: binding, bound.index), call, binding)
        }
      } else if let statement = item.item.as(GuardStmtSyntax.self) {
        if let found = lookUp(name, call, in: statement.conditions, before: nil) { return found }
      }
    }
    let functions = list.compactMap { $0.item.as(FunctionDeclSyntax.self) }
    for function in functions where function.name.identifierText == name {
      let context = context(of: Syntax(function))
      let result = resolver.shape(of: function.signature.returnClause?.type, in: context)
      let isVoid = function.signature.returnClause == nil
      let given = function.signature.parameterClause.parameters.map {
        resolver.shape(of: $0.type, in: context)
      }
      return local(.function(given, result: isVoid ? .void : result), call, function)
    }
    return nil
  }

  private func lookUp(
    _ name: String, _ call: FunctionCallExprSyntax?, in conditions: ConditionElementListSyntax,
    before child: Syntax?
  ) -> Resolution? {
    let end = conditions.firstIndex { $0.id == child?.id } ?? conditions.endIndex
    for element in conditions[..<end].reversed() {
      if case .optionalBinding(let binding) = element.condition,
        let bound = binding.pattern.boundNames.first(where: { $0.name == name })
      {
        let shape = guarded(binding.id) { self.shape(ofOptional: binding, name) } ?? .unknown
        return local(part(bound.index, of: shape), call, binding)
      }
      if case .matchingPattern(let match) = element.condition, match.pattern.bindsInside(name) {
        return local(bound(name, in: match)?.shape ?? .unknown, call, match)
      }
    }
    return nil
  }

  private func shape(ofOptional binding: OptionalBindingConditionSyntax, _ name: String) -> Shape {
    if let type = binding.typeAnnotation?.type {
      return resolver.shape(of: type, in: context(of: Syntax(binding)))
    }
    if let value = binding.initializer?.value { return shape(of: value).withoutOptional }
    return resolve(name, at: binding).shape.withoutOptional
  }

  /// The shape of a constant, from its type or its initial value.
  func shape(of binding: PatternBindingSyntax, _ index: Int?) -> Shape {
    if let type = binding.type {
      return part(index, of: resolver.shape(of: type, in: context(of: Syntax(binding))))
    }
    guard let value = binding.initializer?.value else { return .unknown }
    return guarded(binding.id) { part(index, of: shape(of: value)) } ?? .unknown
  }

  func part(_ index: Int?, of shape: Shape) -> Shape {
    guard let index else { return shape }
    guard case .tuple(let elements) = shape, index < elements.count else { return .unknown }
    return elements[index].shape
  }
}

extension Shape {
  /// The shape without one level of `?`.
  var withoutOptional: Shape { if case .optional(let inner) = self { inner } else { self } }
}

extension PatternSyntax {
  /// Whether the name is bound anywhere in the pattern.
  func bindsInside(_ name: String) -> Bool {
    let finder = BoundNameFinder(name)
    finder.walk(self)
    return finder.isFound
  }
}

private final class BoundNameFinder: SyntaxVisitor {
  let name: String
  var isFound = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if node.identifier.identifierText == name { isFound = true }
    return .skipChildren
  }
}
