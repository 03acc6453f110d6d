// Finds the shapes of expressions, as far as the source reveals them.

import SwiftSyntax

/// Finds shapes in one file, and caches them. Not safe to share between threads.
final class Typer {
  let file: SourceFile
  let table: DeclarationTable
  let resolver: TypeResolver
  let libraries: Set<Library>
  /// The nodes that make or name promises which stay google/promises'.
  let staying: Set<SyntaxIdentifier>
  /// The code that stays as a whole.
  let holding: Holding

  private var known: [SyntaxIdentifier: Shape] = [:]
  private var contexts: [SyntaxIdentifier: DeclarationContext] = [:]
  /// The nodes that are being resolved. A constant whose value depends on itself is unknown.
  private var inProgress: Set<SyntaxIdentifier> = []
  private var others: [String: Typer] = [:]
  /// How many times a shape was needed to find itself, or too many others were.
  private var cuts = Cuts()

  private final class Cuts {
    var count = 0
  }

  /// For each type that was checked, by path: whether it is certainly not `Sendable`. False while
  /// the check is in progress, so that it ends for a type that contains itself.
  var notSendableTypes: [String: Bool] = [:]
  var notes = VerdictNotes()
  /// The members that it has been asked about, and that don't stay.
  var askedMembers: Set<SyntaxIdentifier> = []

  /// The same, for other files as well.
  var movingMembers: Set<SyntaxIdentifier> {
    others.values.reduce(askedMembers) { $0.union($1.movingMembers) }
  }

  private static let depthLimit = 60

  init(
    _ file: SourceFile, _ table: DeclarationTable, staying: Set<SyntaxIdentifier> = [],
    holding: Holding = .none
  ) {
    self.file = file
    self.table = table
    self.staying = staying
    self.holding = holding
    resolver = TypeResolver(table: table, staying: staying)
    libraries = table.libraries(of: file)
  }

  /// The typer for the initial value of a property in another file.
  func typer(for file: SourceFile) -> Typer {
    if let other = others[file.path] { return other }
    let other = Typer(file, table, staying: staying, holding: holding)
    (other.inProgress, other.cuts) = (inProgress, cuts)
    others[file.path] = other
    return other
  }

  func guarded(_ id: SyntaxIdentifier, _ find: () -> Shape) -> Shape? {
    guard inProgress.count < Self.depthLimit, inProgress.insert(id).inserted else {
      cuts.count += 1
      return nil
    }
    defer { inProgress.remove(id) }
    return find()
  }

  /// Forgets all shapes, because some depend on the arguments of closures.
  func forgetShapes() { known.removeAll() }

  // MARK: Expressions

  func shape(of expression: ExprSyntax) -> Shape {
    if let shape = known[expression.id] { return shape }
    let before = cuts.count
    let shape = guarded(expression.id) { find(expression) } ?? .unknown
    // Another search may not be cut short where this one was, and find a shape.
    if cuts.count == before || inProgress.isEmpty || shape.isKnown { known[expression.id] = shape }
    return shape
  }

  private func find(_ expression: ExprSyntax) -> Shape {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: .named("Int")
    case .floatLiteralExpr: .named("Double")
    case .stringLiteralExpr: .named("String")
    case .booleanLiteralExpr: .named("Bool")
    case .arrayExpr(let array):
      .array(array.elements.first.map { shape(of: $0.expression) } ?? .unknown)
    case .dictionaryExpr(let dictionary): find(dictionary)
    case .tupleExpr(let tuple): find(tuple)
    case .closureExpr(let closure): .function([], result: result(of: closure))
    case .tryExpr(let attempt):
      attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
        ? .optional(shape(of: attempt.expression)) : shape(of: attempt.expression)
    case .awaitExpr(let waiting): shape(of: waiting.expression)
    case .sequenceExpr(let sequence): find(sequence)
    case .prefixOperatorExpr(let negation):
      negation.operator.text == "!" ? .named("Bool") : shape(of: negation.expression)
    case .keyPathExpr: .function([], result: .unknown)
    case .declReferenceExpr(let reference): find(reference)
    case .genericSpecializationExpr(let special): find(special)
    case .superExpr: superShape(at: Syntax(expression))
    case .ifExpr, .switchExpr, .macroExpansionExpr: .unknown
    case .functionCallExpr, .memberAccessExpr, .optionalChainingExpr, .forceUnwrapExpr,
      .subscriptCallExpr, .postfixIfConfigExpr:
      fold(expression.postfixSteps).last ?? .unknown
    default: .unknown
    }
  }

  private func find(_ dictionary: DictionaryExprSyntax) -> Shape {
    guard case .elements(let list) = dictionary.content, let first = list.first else {
      return .dictionary(value: .unknown)
    }
    return .dictionary(value: shape(of: first.value))
  }

  private func find(_ tuple: TupleExprSyntax) -> Shape {
    if tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil {
      return shape(of: only.expression)
    }
    return .tuple(
      tuple.elements.map {
        .init(label: $0.label?.identifierText, shape: shape(of: $0.expression))
      })
  }

  private func find(_ reference: DeclReferenceExprSyntax) -> Shape {
    let name = reference.baseName.identifierText
    if name == "self" { return selfShape(at: Syntax(reference)) }
    if name == "Self" { return .metatype(selfShape(at: Syntax(reference))) }
    if let labels = reference.argumentNames?.arguments.map({ $0.name.identifierText }) {
      let owner = selfShape(at: Syntax(reference))
      let members = declaredMembers(name, nil, on: owner, isStatic: nil)
        .filter { $0.parameters.map { $0.label ?? "_" } == labels }
      if members.count == 1 { return shape(of: members[0], called: false) }
    }
    return resolve(name, at: reference).shape.staying(if: stays(reference))
  }

  private func find(_ special: GenericSpecializationExprSyntax) -> Shape {
    let arguments = Optional(special.genericArgumentClause).types
    guard let reference = special.expression.as(DeclReferenceExprSyntax.self) else {
      guard let member = special.expression.as(MemberAccessExprSyntax.self) else { return .unknown }
      return qualified(member, arguments) ?? .unknown
    }
    return resolve(
      reference.baseName.identifierText, generics: arguments, at: special
    ).shape.staying(if: stays(reference))
  }

  /// A library's type that is qualified with its module.
  private func qualified(_ member: MemberAccessExprSyntax, _ arguments: [TypeSyntax]) -> Shape? {
    guard let module = member.base?.as(DeclReferenceExprSyntax.self),
      file.imports.library(module.baseName.text) != nil
    else { return nil }
    return named(member.declName.baseName.identifierText, nil, arguments, at: member).shape
  }

  /// The list is flat, because operators aren't folded.
  private func find(_ sequence: SequenceExprSyntax) -> Shape {
    let elements = Array(sequence.elements)
    if elements.contains(where: { $0.is(AssignmentExprSyntax.self) }) { return .void }
    if let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      index + 1 < elements.count, elements.count == index + 2,
      let ternary = elements[index].as(UnresolvedTernaryExprSyntax.self)
    {
      return shape(of: ternary.thenExpression).merged(with: shape(of: elements[index + 1]))
    }
    if elements.count == 3, let cast = elements[1].as(UnresolvedAsExprSyntax.self),
      let type = elements[2].as(TypeExprSyntax.self)
    {
      let shape = resolver.shape(of: type.type, in: context(of: Syntax(sequence)))
      let isOptional = cast.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
      return isOptional ? .optional(shape) : shape
    }
    if elements.contains(where: { $0.is(UnresolvedIsExprSyntax.self) }) { return .named("Bool") }
    let operators = elements.compactMap { element in
      element.as(BinaryOperatorExprSyntax.self)?.operator.text
    }
    guard elements.count == operators.count * 2 + 1 else { return .unknown }
    if operators == ["..<"] || operators == ["..."] { return .array(shape(of: elements[0])) }
    if operators == ["??"] {
      return shape(of: elements[0]).withoutOptional.merged(with: shape(of: elements[2]))
    }
    let comparing: Set = ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!=="]
    if operators.contains(where: { comparing.contains($0) }) { return .named("Bool") }
    let calculating: Set = ["+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "&", "|", "^"]
    let operands = stride(from: 0, to: elements.count, by: 2).map { shape(of: elements[$0]) }
    if operators.allSatisfy({ $0 == "+" }) {
      let array = operands.first {
        if case .array(let element) = $0 { element.isKnown } else { false }
      }
      if let array { return array }
    }
    guard operators.allSatisfy({ calculating.contains($0) }),
      operands.allSatisfy({ $0.promiseInside == nil })
    else { return .unknown }
    return operands.first { $0.isKnown } ?? .named("Number")
  }

  // MARK: Postfix expressions

  /// The shape after each step.
  func fold(_ steps: [PostfixStep]) -> [Shape] {
    var shapes: [Shape] = []
    // Of all steps: each depends on those before it.
    let before = cuts.count
    for step in steps {
      var shape = known[step.node.id] ?? self.shape(after: step, on: shapes.last)
      if !shape.isKnown { shape = indexedShape(of: step) }
      shape = shape.staying(if: stays(step.node))
      if cuts.count == before || inProgress.isEmpty || shape.isKnown {
        known[step.node.id] = shape
      }
      shapes.append(shape)
    }
    return shapes
  }

  private func shape(after step: PostfixStep, on base: Shape?) -> Shape {
    let base = base ?? .unknown
    switch step.kind {
    case .base(let expression): return shape(of: expression)
    case .function(let call):
      guard let (name, generics) = call.calledName else { return .unknown }
      let named = call.namedReference.map { stays($0) } ?? false
      let shape = resolve(name, call: call, generics: generics, at: call).shape
      let isOpen = !shape.isKnown || shape == .array(.unknown)
      guard isOpen else { return shape.staying(if: named) }
      return standardCall(call) ?? namespacedCall(call) ?? shape
    case .implicit(let member, let call):
      return implicitMember(member.declName.baseName.identifierText, call, at: step.node)
    case .member(let member, let call):
      return self.member(member.declName.baseName.identifierText, call, on: base, member)
    case .apply(let call):
      return switch base.unwrapped {
      case .metatype(let type): made(type, by: call)
      case .function(_, let result): result
      // `[Promise<Int>]()`
      case .array(.metatype(let element)): .array(element)
      case .dictionary(.metatype(let value)): .dictionary(value: value)
      default: .unknown
      }
    case .index:
      return switch base.unwrapped {
      case .array(let element): element
      case .dictionary(let value): .optional(value)
      case .metatype(let type): declared("subscript", nil, on: type, isStatic: true) ?? .unknown
      default: declared("subscript", nil, on: base, isStatic: false) ?? .unknown
      }
    case .unwrap: return base.withoutOptional
    case .conditional: return base
    }
  }

  private func member(
    _ name: String, _ call: FunctionCallExprSyntax?, on base: Shape,
    _ access: MemberAccessExprSyntax
  ) -> Shape {
    if let call, let namespaced = namespacedCall(call) {
      // The program may declare such functions as well.
      let own =
        if case .metatype(let type) = base { declared(name, call, on: type, isStatic: true) } else {
          declared(name, call, on: base, isStatic: false)
        }
      return own ?? namespaced
    }
    if let reference = access.base?.as(DeclReferenceExprSyntax.self), let call,
      let library = file.imports.library(reference.baseName.text)
    {
      // A qualified name means the library's type, even if this library has one with the same name.
      if library != .bolts, case .promise(let type)? = library.exportedType(name) {
        return made(.promise(type, .unknown), by: call)
      }
      return named(name, call, [], at: access).shape
    }
    if call == nil, let type = qualified(access, []) { return type }
    if call == nil, let type = access.sharedObject, !isDeclared(type) { return .named(type) }
    if case .metatype(let type) = base {
      if name == "self" { return base }
      if name == "init", let call { return made(type, by: call) }
      return declared(name, call, on: type, isStatic: true)
        ?? libraryStatic(name, call, on: type) ?? .unknown
    }
    if let shape = declared(name, call, on: base, isStatic: false) { return shape }
    if let shape = operatorShape(name, call: call, on: base) { return shape }
    return standardMember(name, call, on: base)
  }

  // MARK: Places

  /// The context that determines what names mean at a place.
  func context(of node: Syntax) -> DeclarationContext {
    var path: [String] = []
    var generics: [String: TypeSyntax?] = [:]
    var current: Syntax? = node
    while let here = current {
      if let known = contexts[here.id] {
        return DeclarationContext(
          file: file, path: known.path + path, generics: known.generics.merging(generics) { $1 })
      }
      if let (name, parameters) = here.declaredScope {
        if let name { path.insert(name, at: 0) }
        generics.merge(parameters.constraints) { inner, _ in inner }
      }
      current = here.parent
    }
    return DeclarationContext(file: file, path: path, generics: generics)
  }

  /// The context inside a type's declaration.
  func context(ofBodyOf declaration: Syntax) -> DeclarationContext {
    if let known = contexts[declaration.id] { return known }
    let context = context(of: declaration)
    contexts[declaration.id] = context
    return context
  }

  func selfShape(at node: Syntax) -> Shape {
    let context = context(of: node)
    guard let name = context.path.last else { return .unknown }
    let own = resolver.own(name, in: context)
    switch own {
    case .array(.unknown), .named("Sequence"), .named("Collection"):
      return requiredElement(at: node, in: context).map { .array($0) } ?? own
    default: return own
    }
  }

  /// The elements that the code around a node requires of the collection that it extends.
  func requiredElement(at node: Syntax, in context: DeclarationContext) -> Shape? {
    let clause =
      node.as(FunctionDeclSyntax.self)?.genericWhereClause
      ?? node.as(ExtensionDeclSyntax.self)?.genericWhereClause
    for case .sameTypeRequirement(let same) in clause?.requirements.map(\.requirement) ?? []
    where same.leftType.trimmedDescription == "Element" {
      guard case .type(let type) = same.rightType else { continue }
      return resolver.shape(of: type, in: context)
    }
    return node.is(ExtensionDeclSyntax.self)
      ? nil : node.parent.flatMap { requiredElement(at: $0, in: context) }
  }

  /// The class from which the one around a node inherits.
  private func superShape(at node: Syntax) -> Shape {
    let path = context(of: node).path.joined(separator: ".")
    for type in table.visible(table.types[path], from: file) where !type.isExtension {
      if let first = type.inherited.first { return resolver.shape(of: first, in: type.context) }
    }
    return .unknown
  }
}

extension Syntax {
  /// The name of a type's declaration, or nil for a function's, and its generic parameters.
  var declaredScope: (name: String?, GenericParameterClauseSyntax?)? {
    switch self.as(SyntaxEnum.self) {
    case .classDecl(let node): (node.name.text, node.genericParameterClause)
    case .structDecl(let node): (node.name.text, node.genericParameterClause)
    case .enumDecl(let node): (node.name.text, node.genericParameterClause)
    case .actorDecl(let node): (node.name.text, node.genericParameterClause)
    case .protocolDecl(let node): (node.name.text, nil)
    case .extensionDecl(let node): (node.extendedType.nameWithoutArguments, nil)
    case .functionDecl(let node): (nil, node.genericParameterClause)
    case .initializerDecl(let node): (nil, node.genericParameterClause)
    default: nil
    }
  }
}
