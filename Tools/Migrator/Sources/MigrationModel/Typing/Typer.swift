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
  /// Those inside types' declarations.
  var contexts: [SyntaxIdentifier: DeclarationContext] = [:]
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
    case .sequenceExpr(let sequence): self.shape(of: sequence)
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
      return qualified(member, arguments) ?? nested(member, arguments).map { .metatype($0) }
        ?? .unknown
    }
    return resolve(
      reference.baseName.identifierText, generics: arguments, at: special
    ).shape.staying(if: stays(reference))
  }

  /// A library's type that is qualified with its module, even if the program or this library has
  /// one with the same name.
  private func qualified(_ member: MemberAccessExprSyntax, _ arguments: [TypeSyntax]) -> Shape? {
    guard let module = member.base?.as(DeclReferenceExprSyntax.self),
      let library = file.imports.library(module.baseName.text)
    else { return nil }
    let name = member.declName.baseName.identifierText
    if case .promise(let type)? = library.exportedType(name), library != .bolts {
      let value = arguments.first.map { resolver.shape(of: $0, in: context(of: Syntax(member))) }
      return .metatype(.promise(type, value ?? .unknown))
    }
    return named(name, nil, arguments, at: member).shape
  }

  /// A type, or what an alias stands for, in another type of the sources: `Library.Book`.
  func nested(_ member: MemberAccessExprSyntax, _ arguments: [TypeSyntax]) -> Shape? {
    guard let base = member.base, case .metatype(.named(let path)) = shape(of: base),
      let type = resolver.nested(member.declName.baseName.identifierText, in: path, file)
    else { return nil }
    guard case .promise(let kind, .unknown) = type, let first = arguments.first else { return type }
    return .promise(kind, resolver.shape(of: first, in: context(of: Syntax(member))))
  }

  // MARK: Postfix expressions

  /// The shape after each step.
  func fold(_ steps: [PostfixStep]) -> [Shape] {
    var shapes: [Shape] = []
    // Of all steps: each depends on those before it.
    let before = cuts.count
    for step in steps {
      var shape = known[step.node.id] ?? self.shape(after: step, on: shapes.last)
      if !shape.isKnown, let closure = step.call.flatMap(closureGivingResult) {
        shape = result(of: closure)
      }
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
      // `[Promise<Int>]()`
      case .array, .dictionary: base.unwrapped.madeCollection
      default: self.shape(ofCalling: base, call)
      }
    case .index(let index):
      let hasDefault = index.arguments.contains { $0.label?.text == "default" }
      return switch base.unwrapped {
      case .array(let element): element
      case .dictionary(let value): hasDefault ? value : .optional(value)
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
    let own =
      if case .metatype(let type) = base { declared(name, call, on: type, isStatic: true) } else {
        access.base.map { shape(ofOneOf: members(name, call, of: $0), call) }
          ?? declared(name, call, on: base, isStatic: false)
      }
    // The program may declare such functions as well.
    if let call, let namespaced = namespacedCall(call) { return own ?? namespaced }
    if let call, case .metatype(let type)? = qualified(access, []) { return made(type, by: call) }
    if let reference = access.base?.as(DeclReferenceExprSyntax.self), let call,
      file.imports.library(reference.baseName.text) != nil
    {
      return named(name, call, [], at: access).shape
    }
    if call == nil, let type = qualified(access, []) { return type }
    if call == nil, let type = access.sharedObject, !table.isDeclared(type) { return .named(type) }
    if case .metatype(let type) = base {
      if name == "self" { return base }
      if name == "init", let call { return made(type, by: call) }
      if let found = own ?? libraryStatic(name, call, on: type) { return found }
      guard let type = nested(access, []) else { return .unknown }
      return call.map { made(type, by: $0) } ?? .metatype(type)
    }
    return own ?? operatorShape(name, call: call, on: base) ?? standardMember(name, call, on: base)
  }
}
