// Functions that are passed by their names to handlers, which become closures that call them.

import SwiftSyntax

/// A closure around a function that is passed by name.
struct PassedFunction {
  /// The call: `use($0)`.
  let call: String
  /// What the closure captures as it is when the function is passed: `store`.
  var capture: String?
  /// Whether the function may be called on another actor.
  var isSendable = true

  var text: String { captured(call) }

  /// A closure's body after what it captures.
  func captured(_ body: String) -> String { capture.map { "[\($0)] in \(body)" } ?? body }
}

extension Typer {
  /// The call to a function that is passed by name: `use($0)`, `completion()`.
  func functionCall(of expression: ExprSyntax, isGiven: Bool) -> PassedFunction? {
    if let access = expression.as(MemberAccessExprSyntax.self) {
      return methodCall(of: access, isGiven: isGiven)
    }
    let argument = isGiven ? "$0" : ""
    guard let reference = expression.as(DeclReferenceExprSyntax.self) else { return nil }
    let name = reference.baseName.identifierText
    let resolution = resolve(name, at: reference)
    guard case .function = resolution.shape else { return nil }
    if name.hasPrefix("$") {
      guard expression.closureOfDollar != nil else { return nil }
      return PassedFunction(call: "handler(\(argument))", isSendable: false)
    }
    switch resolution.origin {
    case .local(let id):
      if settlesBody(expression) { return nil }
      let given = takesNothing(id) || !isGiven ? "" : arguments(["$0"], of: expression)
      let attempt = mayThrow(function: expression) ? "try " : ""
      return PassedFunction(
        call: "\(attempt)\(name)(\(given))", isSendable: !capturesNotSendable(reference))
    case .member:
      let shape = selfShape(at: Syntax(expression))
      let members = declaredMembers(name, nil, on: shape, isStatic: nil)
      let isVariable = members.contains(where: \.isVariable)
      return call(isVariable ? name : "self.\(name)", reference, members, argument).map {
        PassedFunction(
          call: $0, capture: isVariable ? "\(name) = self.\(name)" : nil,
          isSendable: !isNotSendable(shape))
      }
    case .global:
      let members = table.visible(table.members[""]?[name], from: file) { _ in true }
      let isVariable = members.contains(where: \.isVariable)
      return call(name, reference, members, argument)
        .map { PassedFunction(call: $0, capture: isVariable ? name : nil) }
    default: return nil
    }
  }

  private func methodCall(
    of access: MemberAccessExprSyntax, isGiven: Bool
  ) -> PassedFunction? {
    guard let base = access.base else { return nil }
    let name = access.declName.baseName.text
    let shape = shape(of: base)
    let argument = isGiven ? "$0" : ""
    if base.trimmedDescription == "self" {
      let members = declaredMembers(name, nil, on: shape, isStatic: false)
      return call("self.\(name)", access.declName, members, argument)
        .map { PassedFunction(call: $0, isSendable: !isNotSendable(shape)) }
    }
    if case .metatype = shape {
      guard isGiven, let type = base.as(DeclReferenceExprSyntax.self)?.baseName.text else {
        return nil
      }
      if name == "init", access.declName.argumentNames == nil {
        return initializerLabel(of: base, shape)
          .map { PassedFunction(call: "\(type)(\($0)$0)") }
      }
      if type == "Optional", name == "some" { return PassedFunction(call: "Optional($0)") }
      let members = declaredMembers(name, nil, on: shape.instance, isStatic: true)
      return call("\(type).\(name)", access.declName, members, argument)
        .map { PassedFunction(call: $0) }
    }
    // A method that is passed by name is bound to the current object, so the closure captures it.
    guard let object = base.lastProperty else { return nil }
    let capture = object == base.trimmedDescription ? object : "\(object) = \(base.trimmed)"
    let text: String?
    switch shape {
    case .named:
      let members = declaredMembers(name, nil, on: shape, isStatic: false)
      text = call("\(object).\(name)", access.declName, members, argument)
    case .resolver(.promiseKit, _) where isGiven && ["fulfill", "reject"].contains(name):
      text = "\(object).\(name)($0)"
    default: text = nil
    }
    return text.map {
      PassedFunction(call: $0, capture: capture, isSendable: !isNotSendable(shape))
    }
  }

  /// The label and the colon of an initializer's only argument, if it has one; nil if several
  /// initializers take one argument.
  private func initializerLabel(of type: ExprSyntax, _ shape: Shape) -> String? {
    guard case .metatype(.named(let path)) = shape, let members = table.members[path] else {
      return ""
    }
    let initializers = members["init"] ?? []
    let labels =
      initializers.isEmpty
      ? members.values.joined().compactMap(\.content.labelOfMemberwiseInitializer)
      : initializers.map(\.content.parameters).filter { $0.count == 1 }.map { $0[0].label }
    return labels.count == 1 ? labels[0].map { "\($0): " } ?? "" : nil
  }

  /// Whether a name is what the closure that makes a promise of google/promises settles it with. A
  /// closure that may run anywhere takes its place.
  func settlesBody(_ expression: ExprSyntax) -> Bool {
    guard let name = expression.as(DeclReferenceExprSyntax.self),
      case .local(let id) = resolve(name.baseName.identifierText, at: name).origin,
      let closure = NodeWithID.find(id, in: Syntax(file.tree))?.as(ClosureExprSyntax.self),
      let (call, _) = closure.callItIsPassedTo
    else { return false }
    return shape(of: ExprSyntax(call)).promiseType == .googlePromise && call.isNamedPromise
  }

  /// Whether a local function, or a constant or parameter with a function, has no parameters.
  private func takesNothing(_ id: SyntaxIdentifier) -> Bool {
    switch NodeWithID.find(id, in: Syntax(file.tree))?.as(SyntaxEnum.self) {
    case .functionDecl(let function): function.signature.parameterClause.parameters.isEmpty
    case .functionParameter(let parameter): parameter.type.functionType?.parameters.isEmpty == true
    case .patternBinding(let binding):
      if let type = binding.type {
        type.functionType?.parameters.isEmpty == true
      } else if let closure = binding.initializer?.value.as(ClosureExprSyntax.self) {
        closure.signature?.parameterClause == nil && closure.highestDollar < 0
      } else {
        false
      }
    default: false
    }
  }

  private func capturesNotSendable(_ reference: DeclReferenceExprSyntax) -> Bool {
    // A parameter's type shows whether it may be captured; local functions aren't inspected.
    guard !file.isSwift5,
      case .local(let id) = resolve(reference.baseName.identifierText, at: reference).origin
    else { return false }
    var current: Syntax? = Syntax(reference)
    while let here = current {
      let parameters =
        here.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
        ?? here.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
      if let found = parameters?.first(where: { $0.id == id }) {
        let text = found.type.trimmedDescription
        return !text.contains("@Sendable") && !text.contains("@MainActor")
      }
      current = here.parent
    }
    return true
  }

  /// The call that all members with a name agree on, if they fit the argument. A function
  /// without parameters handles a promise without a value.
  private func call(
    _ name: String, _ reference: DeclReferenceExprSyntax, _ members: [Member], _ argument: String
  ) -> String? {
    let labels = reference.argumentNames?.arguments.map(\.name.text)
    if members.isEmpty, labels?.count == 1, !argument.isEmpty, let label = labels?.first {
      return "\(name)(\(label == "_" ? "" : "\(label): ")\(argument))"
    }
    func calls(with count: Int) -> Set<String> {
      Set(
        members.compactMap { member in
          guard member.kind == .function || member.kind == .enumCase else {
            return member.kind == .property ? "\(name)(\(argument))" : nil
          }
          let given = member.parameters.map { $0.label ?? "_" }
          guard given.count == count, labels == nil || labels == given else { return nil }
          let label = member.parameters.first.flatMap(\.label).map { "\($0): " } ?? ""
          return "\(name)(\(count == 0 ? "" : "\(label)\(argument)"))"
        })
    }
    var fitting = calls(with: argument.isEmpty ? 0 : 1)
    if fitting.isEmpty { fitting = calls(with: 0) }
    // A function that stays returns the library's promise.
    let staying = members.filter(isHeld)
    let isConverted = staying.contains { shape(of: $0, by: nil).promiseInside != nil }
    guard fitting.count == 1, !isConverted || staying.count == members.count else { return nil }
    let isThrowing = members.contains { member in
      member.node.as(FunctionDeclSyntax.self)?.mayThrow
        ?? (member.kind == .property && mayThrow(type: member.type, in: member.context))
    }
    let attempt = isThrowing ? "try " : ""
    return fitting.first.map { "\(attempt)\($0)\(isConverted ? ".asyncPromise" : "")" }
  }
}

extension Member {
  /// Whether it may hold another function when a closure calls it.
  var isVariable: Bool {
    let variable = node.parent?.parent?.as(VariableDeclSyntax.self)
    return kind == .property && variable?.bindingSpecifier.tokenKind == .keyword(.var)
  }
}

extension ExprSyntax {
  /// The last name in a path of properties, such as `store` in `self.app.store`.
  fileprivate var lastProperty: String? {
    guard let access = self.as(MemberAccessExprSyntax.self) else {
      let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text
      return name?.hasPrefix("$") == false ? name : nil
    }
    guard let base = access.base, base.lastProperty != nil else { return nil }
    return access.declName.baseName.text
  }
}
