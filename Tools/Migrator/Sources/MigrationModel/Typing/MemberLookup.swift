// Looks up global names and the members of the types in the sources.

import SwiftSyntax

extension Typer {
  /// The member that an unqualified name refers to inside the type or extension with this block.
  func member(
    _ name: String, _ call: FunctionCallExprSyntax?, of block: Syntax
  ) -> Resolution? {
    guard let declaration = block.parent else { return nil }
    let owner = ownerShape(of: declaration)
    if let found = declared(name, call, on: owner, isStatic: nil) {
      return Resolution(origin: .member, shape: found)
    }
    if case .promise(let type, _) = owner, let call,
      let shape = operatorShape(name, call: call, on: owner)
    {
      return Resolution(origin: .extendedPromise(type), shape: shape)
    }
    return nil
  }

  /// The type that a declaration declares or extends.
  func ownerShape(of declaration: Syntax) -> Shape {
    let context = context(ofBodyOf: declaration)
    guard let name = context.path.last else { return .unknown }
    return narrowed(resolver.own(name, in: context), name, at: declaration, in: context)
  }

  /// The shape of a member that the sources declare for a type; for a call, that of its result.
  func declared(
    _ name: String, _ call: FunctionCallExprSyntax?, on shape: Shape, isStatic: Bool?
  ) -> Shape? {
    self.shape(ofOneOf: declaredMembers(name, call, on: shape, isStatic: isStatic), call)
  }

  /// The members that a use may refer to, from the first type in the inheritance chain that has
  /// any.
  func declaredMembers(
    _ name: String, _ call: FunctionCallExprSyntax?, on shape: Shape, isStatic: Bool?
  ) -> [Member] {
    var keys: [String]
    switch shape.unwrapped {
    case .named(let path), .generic(.named(let path)):
      // Other modules' types may be collections.
      keys = [path] + (table.isDeclared(path) ? [] : Self.collections)
    case .promise(let type, _): keys = type.ownerKeys
    case .resolver(.promiseKit, _): keys = ["Resolver", "PromiseKit.Resolver"]
    case .array: keys = ["Array"] + Self.collections
    case .dictionary: keys = ["Dictionary"] + Self.collections
    default: return []
    }
    var seen: Set<String> = []
    while !keys.isEmpty {
      let key = keys.removeFirst()
      guard seen.insert(key).inserted else { continue }
      var found = fitting(table.members[key]?[name], call, isStatic)
      if case .array(let element) = shape.unwrapped {
        found.removeAll { !mayBe(element, required(["Element"], at: $0.node, in: $0.context)) }
      }
      if !found.isEmpty { return found }
      if !table.isDeclared(key) { keys += Self.interfaceClasses(of: key) }
      for type in table.visible(table.types[key], from: file) {
        keys += type.inherited.map { inherited in
          resolver.path(of: inherited.nameWithoutArguments, in: type.context)
            ?? inherited.nameWithoutArguments
        }
      }
    }
    return []
  }

  /// Whether an element may be what an extension requires.
  private func mayBe(_ element: Shape, _ required: Shape?) -> Bool {
    switch (required, element) {
    case (nil, _), (.unknown, _), (_, .unknown): true
    case (.promise, _): element.promiseType != nil
    case (_, .promise): false
    case (_, .array): if case .array = required { true } else { false }
    default: true
    }
  }

  static let collections = [
    "Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection",
    "MutableCollection", "RangeReplaceableCollection",
  ]

  /// The classes of UIKit and AppKit that one of theirs may inherit from, most of them views or
  /// controllers.
  private static func interfaceClasses(of name: String) -> [String] {
    switch name.prefix(2) {
    case "UI": ["UIViewController", "UIControl", "UIView", "UIResponder"]
    case "NS" where name != "NSObject":
      ["NSViewController", "NSControl", "NSView", "NSResponder"]
    default: []
    }
  }

  /// The shape that is common to all declarations that a use may refer to.
  func shape(ofOneOf members: [Member], _ call: FunctionCallExprSyntax?) -> Shape? {
    guard let first = members.first else { return nil }
    return members.dropFirst().reduce(shape(of: first, by: call)) {
      $0.merged(with: shape(of: $1, by: call))
    }
  }

  /// The functions in the sources that a call may refer to.
  func calledMembers(_ call: FunctionCallExprSyntax) -> [Member] {
    let calling = membersCallingValue(in: call)
    if !calling.isEmpty { return calling }
    guard let (step, left) = ExprSyntax(call).lastStep, let name = step.name else { return [] }
    let delegated = initializers(delegatedTo: call)
    if !delegated.isEmpty { return delegated }
    if case .member = step.kind {
      let base = left.map { shape(of: $0) } ?? .unknown
      if case .metatype(let type) = base {
        return declaredMembers(name, call, on: type, isStatic: true)
      }
      return left.map { members(name, call, of: $0) } ?? []
    }
    let own = declaredMembers(name, call, on: selfShape(at: Syntax(call)), isStatic: nil)
    let global = fitting(table.members[""]?[name], call, nil)
    if !own.isEmpty || !global.isEmpty, case .local = resolve(name, at: call).origin { return [] }
    if !own.isEmpty { return own }
    guard global.isEmpty, case .metatype(.named(let path)) = shape(of: call.calledExpression)
    else { return global }
    return initializers(of: path, for: call)
  }

  /// The functions that the call of a value may refer to.
  func membersCallingValue(in call: FunctionCallExprSyntax) -> [Member] {
    guard table.callsValues else { return [] }
    let value = shape(of: call.calledExpression)
    if case .metatype = value { return [] }
    let own = declaredMembers("callAsFunction", call, on: value, isStatic: false)
    return own.isEmpty
      ? declaredMembers("dynamicallyCall", nil, on: value, isStatic: false) : own
  }

  /// The subscripts that may give a member which the sources don't declare.
  func dynamicMembers(_ access: MemberAccessExprSyntax) -> [Member] {
    guard table.hasDynamicMembers, let base = access.base else { return [] }
    let value = shape(of: base)
    let name = access.declName.baseName.identifierText
    guard declaredMembers(name, nil, on: value, isStatic: false).isEmpty else { return [] }
    return declaredMembers("subscript", nil, on: value, isStatic: false)
      .filter(\.isDynamicSubscript)
  }

  /// The initializers that `self.init(…)`, `super.init(…)`, `.init(…)` and `Self(…)` may call.
  func initializers(delegatedTo call: FunctionCallExprSyntax) -> [Member] {
    guard let (step, left) = ExprSyntax(call).lastStep else { return [] }
    let type: Shape
    switch (step.kind, step.name) {
    case (.member, "init") where left?.trimmedDescription == "self", (.function, "Self"):
      type = selfShape(at: Syntax(call))
    case (.member, "init") where left?.is(SuperExprSyntax.self) == true:
      type = superShape(at: Syntax(call))
    case (.implicit, "init"): type = expectedShape(of: ExprSyntax(call))
    default: return []
    }
    guard case .named(let path) = type.unwrapped else { return [] }
    return initializers(of: path, for: call)
  }

  private func initializers(of path: String, for call: FunctionCallExprSyntax) -> [Member] {
    let arguments = CallArguments(call)
    return table.visible(table.members[path]?["init"], from: file) { member in
      member.kind == .initializer && member.accepts(arguments)
    }
  }

  /// The initializers of a promise that a call may name, if extensions in the sources declare them.
  func declaredInitializers(of type: PromiseType, for call: FunctionCallExprSyntax) -> [Member] {
    let arguments = CallArguments(call)
    return type.ownerKeys.flatMap { key in
      table.visible(table.members[key]?["init"], from: file) { member in
        member.kind == .initializer && member.accepts(arguments)
          && zip(member.parameters, call.allArguments).allSatisfy { parameter, argument in
            !parameter.isFunction || mayBeFunction(argument.value)
          }
      }
    }
  }

  /// A value of unknown type may be one, but a call that gives a promise its value is likelier, and
  /// so is one with the library's resolver.
  private func mayBeFunction(_ argument: ExprSyntax) -> Bool {
    if let closure = argument.as(ClosureExprSyntax.self) { return !takesResolver(closure) }
    return if case .function = shape(of: argument).unwrapped { true } else { false }
  }

  /// Whether a closure uses what it is given as a resolver.
  private func takesResolver(_ closure: ClosureExprSyntax) -> Bool {
    let name = closure.parameterNames.first ?? "$0"
    return NameReader.names(in: closure.statements).contains { use in
      guard use.text == name else { return false }
      if let access = use.node.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == use.node.id
      {
        return ["fulfill", "reject", "resolve"].contains(access.declName.baseName.text)
      }
      if case .resolver = expectedShape(of: ExprSyntax(use.node)).unwrapped { return true }
      return false
    }
  }

  /// The shape of a member; for a function that is called, that of its result.
  func shape(of member: Member, by call: FunctionCallExprSyntax?) -> Shape {
    shape(of: member, called: call != nil, by: call)
  }

  func shape(
    of member: Member, called: Bool, by call: FunctionCallExprSyntax? = nil
  ) -> Shape {
    switch member.kind {
    case .function:
      let isVoid = member.type == nil
      let context = call.map { member.context(calledBy: $0) } ?? member.context
      let result = isVoid ? .void : resolver.shape(of: member.type, in: context)
      if called {
        let given = call.flatMap { member.argument(returnedBy: $0) }.map { shape(of: $0) }
        return given.flatMap { $0.isKnown ? $0 : nil } ?? result
      }
      let given = member.parameters.map { resolver.shape(of: $0.type, in: member.context) }
      return .function(given, result: result)
    case .property:
      let shape = property(member)
      return called ? self.shape(ofCalling: shape, call) : shape
    case .enumCase: return .named(member.context.path.joined(separator: "."))
    case .initializer, .typeAlias: return .unknown
    }
  }

  /// What a call of a function gives, or of a value that has `callAsFunction`.
  func shape(ofCalling shape: Shape, _ call: FunctionCallExprSyntax?) -> Shape {
    switch shape.unwrapped {
    case .function(_, let result): result
    case .named, .generic: declared("callAsFunction", call, on: shape, isStatic: false) ?? .unknown
    default: .unknown
    }
  }

  private func property(_ member: Member) -> Shape {
    if let type = member.type {
      return part(member.tupleIndex, of: resolver.shape(of: type, in: member.context))
    }
    guard let value = member.value else { return .unknown }
    let other = member.context.file === file ? self : typer(for: member.context.file)
    let shape = guarded(member.node.id) { other.shape(of: value) } ?? .unknown
    return part(member.tupleIndex, of: shape)
  }

  /// A function or variable outside all types.
  func global(_ name: String, _ call: FunctionCallExprSyntax?) -> Resolution? {
    let entries = fitting(table.members[""]?[name], call, nil)
    guard let shape = shape(ofOneOf: entries, call) else { return nil }
    return Resolution(origin: .global, shape: shape)
  }

  /// A type, or a function of a library.
  func named(
    _ name: String, _ call: FunctionCallExprSyntax?, _ generics: [TypeSyntax],
    at node: some SyntaxProtocol
  ) -> Resolution {
    if let call, let (library, shape) = libraryFunction(name, call) {
      return Resolution(origin: .library(library), shape: shape)
    }
    if name == "zip", let call, call.arguments.count == 2 {
      let elements = call.arguments.map { shape(of: $0.expression).element }
      return Resolution(origin: .unknown, shape: .array(.tuple(elements.map { .init($0) })))
    }
    guard name.first?.isUppercase == true || name.first == "_" else { return .unknown }
    let context = context(of: Syntax(node))
    let type = resolver.named(name, generics, in: context, depth: 0)
    guard type.isKnown else { return .unknown }
    guard let call else { return Resolution(origin: .type, shape: .metatype(type)) }
    return Resolution(origin: .type, shape: made(type, by: call))
  }

  /// The shape that an initializer creates.
  func made(_ type: Shape, by call: FunctionCallExprSyntax) -> Shape {
    switch type {
    case .promise(let kind, let value):
      .promise(kind, value.isKnown ? value : madeValue(kind, call))
    default: type
    }
  }
}

extension Member {
  /// The argument of a call whose type is that of the result: that of `open<S>(_ screen: S) -> S`.
  fileprivate func argument(returnedBy call: FunctionCallExprSyntax) -> ExprSyntax? {
    guard let name = type?.as(IdentifierTypeSyntax.self)?.name.text, context.generics[name] != nil,
      parameters.count == call.allArguments.count,
      // Of several, one may be another library's promise.
      parameters.count(where: { $0.type.identifiers.contains(name) }) == 1
    else { return nil }
    return zip(parameters, call.allArguments).first { parameter, _ in
      parameter.type.as(IdentifierTypeSyntax.self)?.name.text == name
    }?.1.value
  }

  /// The context of a function's result, given the types that a call names: the `Model` of `get(_
  /// type: Model.Type)` is the `Post` of `get(Post.self)`.
  fileprivate func context(calledBy call: FunctionCallExprSyntax) -> DeclarationContext {
    var generics = context.generics
    for (parameter, argument) in zip(parameters, call.allArguments) {
      guard let metatype = parameter.type.bare.as(MetatypeTypeSyntax.self),
        let name = metatype.baseType.as(IdentifierTypeSyntax.self)?.name.text,
        generics[name] != nil, parameter.label == argument.label,
        let access = argument.value.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "self", let type = access.base?.asType
      else { continue }
      generics[name] = .some(type)
    }
    return DeclarationContext(file: context.file, path: context.path, generics: generics)
  }
}

extension ExprSyntax {
  /// The type that an expression names.
  fileprivate var asType: TypeSyntax? {
    if let reference = self.as(DeclReferenceExprSyntax.self) {
      return TypeSyntax(IdentifierTypeSyntax(name: reference.baseName.trimmed))
    }
    if let array = self.as(ArrayExprSyntax.self), array.elements.count == 1 {
      return array.elements.first?.expression.asType
        .map { TypeSyntax(ArrayTypeSyntax(element: $0)) }
    }
    return nil
  }
}
