// How calls on PromiseKit's resolvers are rewritten.

import SwiftSyntax

enum PromiseKitResolver {
  /// Whether a use of a resolver means the same in this library, or can be rewritten.
  static func canMove(_ reference: DeclReferenceExprSyntax, _ typer: Typer) -> Bool {
    guard let access = reference.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == reference.id
    else { return isPassedToSources(reference, typer) }
    let parent = access.parent?.as(FunctionCallExprSyntax.self)
    let called = parent?.calledExpression.id == access.id ? parent : nil
    if typer.isOwnMember(access, called) { return true }
    guard let call = called else {
      guard access.declName.baseName.text == "resolve" else { return false }
      let piping = access.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
      return piping?.pipedResolver(typer) != nil || edits(passing: access, typer) != nil
    }
    switch access.declName.baseName.text {
    case "fulfill", "reject", "fulfill_": return true
    case "resolve": return edits(of: call, access, typer) != nil
    default: return false
    }
  }

  /// Whether a resolver is passed to a function or property in the sources, which moves as well.
  private static func isPassedToSources(
    _ reference: DeclReferenceExprSyntax, _ typer: Typer
  ) -> Bool {
    if let call = reference.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      reference.parent?.is(LabeledExprSyntax.self) == true
    {
      let members = typer.calledMembers(call)
      if members.isEmpty, let list = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
        ["append", "insert"].contains(call.calleeName.text)
      {
        return typer.shape(of: list).element.isResolver
      }
      return !members.isEmpty
        && members.allSatisfy { member in
          member.parameters.contains {
            typer.resolver.shape(of: $0.type, in: member.context).unwrapped.isResolver
          }
        }
    }
    return typer.expectedShape(of: ExprSyntax(reference)).unwrapped.isResolver
  }

  /// The edits for `seal.resolve(…)` and `seal.fulfill_()`; nil if there is no equivalent.
  static func edits(
    of call: FunctionCallExprSyntax, _ access: MemberAccessExprSyntax, _ typer: Typer
  ) -> Rewrite? {
    guard let base = access.base, case .resolver(.promiseKit, _) = typer.shape(of: base)
    else { return nil }
    var edits = Edits()
    if access.declName.baseName.text == "fulfill_" {
      edits.replace(access.declName, with: "fulfill")
      return Rewrite("fulfill()", edits)
    }
    guard access.declName.baseName.text == "resolve" else { return nil }
    let arguments = Array(call.arguments)
    if arguments.count == 2 {
      return resolve(call, base, arguments.map(\.expression), typer)
    }
    guard arguments.count == 1, let only = arguments.first?.expression else { return nil }
    if let name = only.implicitMemberName, let outcome = only.as(FunctionCallExprSyntax.self),
      let settle = ["fulfilled": "fulfill", "rejected": "reject"][name],
      let inner = outcome.arguments.first, let end = outcome.rightParen
    {
      edits.replace(access.declName, with: settle)
      edits.remove(
        from: only.positionAfterSkippingLeadingTrivia,
        to: inner.positionAfterSkippingLeadingTrivia)
      edits.remove(
        from: end.positionAfterSkippingLeadingTrivia, to: end.endPositionBeforeTrailingTrivia)
      return Rewrite("\(settle)(…)", edits)
    }
    if typer.isSwiftResult(only) {
      edits.begin("with: ", before: only)
      return Rewrite("resolve(with: …)", edits)
    }
    guard typer.shape(of: only).isOptionalError, base.unwrapped.isSimple,
      only.isSimple, call.isStatementAlone
    else { return nil }
    let name = base.trimmedDescription
    edits.replace(
      call, with: "\(binding(only)) { \(name).reject(error) } else { \(name).fulfill() }")
    return Rewrite("if let error { reject(error) } else { fulfill() }", edits)
  }

  private static func binding(_ error: ExprSyntax) -> String {
    let text = error.trimmedDescription
    return text == "error" ? "if let error" : "if let error = \(text)"
  }

  /// `seal.resolve(value, error)`, according to the types that the callback passes.
  private static func resolve(
    _ call: FunctionCallExprSyntax, _ base: ExprSyntax, _ arguments: [ExprSyntax], _ typer: Typer
  ) -> Rewrite? {
    let shapes = arguments.map { typer.shape(of: $0) }
    guard let place = shapes.lastIndex(where: \.isOptionalError),
      shapes.count(where: \.isOptionalError) == 1
    else { return nil }
    let (value, shape) = (arguments[1 - place], shapes[1 - place])
    guard base.unwrapped.isSimple, arguments.allSatisfy(\.isSimple), shape.isKnown,
      call.isStatementAlone
    else { return nil }
    let closure = call.parent?.parent?.parent?.as(ClosureExprSyntax.self)
    let isAlone = call.indentation == nil && closure?.statements.count == 1
    let settled = settling(
      base.trimmedDescription, binding(arguments[place]), value.trimmedDescription,
      isOptional: shape != shape.withoutOptional,
      call.blanksOfLine + (isAlone ? call.indentationUnit : ""), call.indentationUnit,
      isAlone || call.indentation != nil)
    var edits = Edits()
    if isAlone, let closure { edits.breakLines(of: closure) }
    edits.replace(call, with: settled.text)
    return Rewrite("fulfill(…) or reject(…)", edits, needsLibrary: settled.needsLibrary)
  }

  private static func settling(
    _ seal: String, _ binding: String, _ value: String, isOptional: Bool, _ indentation: String,
    _ unit: String,
    _ isOnItsLine: Bool
  ) -> (text: String, needsLibrary: Bool) {
    let missing = "\(seal).reject(PMKError.invalidCallingConvention)"
    let unwrap =
      value.allSatisfy({ $0.isLetter || $0.isNumber }) && value.first != "$"
      ? "let \(value)" : "let value = \(value)"
    let name = unwrap.hasPrefix("let value =") ? "value" : value
    var steps = [("\(binding) {", "\(seal).reject(error)")]
    if isOptional {
      steps.append(("} else if \(unwrap) {", "\(seal).fulfill(\(name))"))
      steps.append(("} else {", missing))
    } else {
      steps.append(("} else {", "\(seal).fulfill(\(value))"))
    }
    if isOnItsLine {
      let lines = steps.map { "\($0)\n\(indentation)\(unit)\($1)\n\(indentation)" }
      return (lines.joined() + "}", isOptional)
    }
    return (steps.map { "\($0) \($1) " }.joined() + "}", isOptional)
  }

  /// `seal.resolve`, passed as a completion handler.
  static func edits(passing access: MemberAccessExprSyntax, _ typer: Typer) -> Rewrite? {
    guard access.declName.baseName.text == "resolve", let base = access.base, base.isSimple,
      case .resolver(.promiseKit, _) = typer.shape(of: base),
      let call = access.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      access.parent?.is(LabeledExprSyntax.self) == true, let shape = typer.callback(of: call)
    else { return nil }
    let (indentation, unit) = (access.blanksOfLine, access.indentationUnit)
    var edits = Edits()
    guard let seal = edits.nameForInnerClosure(base) else { return nil }
    func closure(_ names: String, _ settled: (text: String, needsLibrary: Bool)) -> Rewrite {
      edits.replace(
        access, with: "{ \(names) in\n\(indentation)\(unit)\(settled.text)\n\(indentation)}")
      return Rewrite("{ … }", edits, needsLibrary: settled.needsLibrary)
    }
    switch shape {
    case .valueOrError:
      return closure(
        "value, error",
        settling(seal, "if let error", "value", isOptional: true, indentation + unit, unit, true))
    case .errorFirst, .errorAndValue:
      return closure(
        "error, value",
        settling(
          seal, "if let error", "value", isOptional: shape == .errorFirst, indentation + unit,
          unit, true))
    case .flagOrError:
      return closure(
        "value, error",
        settling(seal, "if let error", "value", isOptional: false, indentation + unit, unit, true))
    case .error:
      return closure(
        "error", ("if let error { \(seal).reject(error) } else { \(seal).fulfill() }", false))
    case .result:
      edits.replace(access, with: "{ \(seal).resolve(with: $0) }")
      return Rewrite("{ resolve(with: $0) }", edits)
    default: return nil
    }
  }
}

extension Edits {
  /// The name of a resolver in a closure within the one that it is given to: `$0` needs another.
  fileprivate mutating func nameForInnerClosure(_ resolver: ExprSyntax) -> String? {
    guard resolver.trimmedDescription.hasPrefix("$") else { return resolver.trimmedDescription }
    guard let closure = Syntax(resolver).enclosingClosure, closure.signature == nil,
      closure.dollars == [0], !closure.identifiers.contains("seal")
    else { return nil }
    open(closure, with: "seal in")
    return "seal"
  }
}

extension Shape {
  fileprivate var isResolver: Bool {
    if case .resolver(.promiseKit, _) = self { true } else { false }
  }
}

extension ExprSyntax {
  /// Whether the expression is a name, which can be repeated.
  fileprivate var isSimple: Bool {
    if self.is(DeclReferenceExprSyntax.self) { return true }
    return self.as(MemberAccessExprSyntax.self)?.base?.isSimple == true
  }

  /// `seal` of `seal?` and `seal!`.
  fileprivate var unwrapped: ExprSyntax {
    self.as(OptionalChainingExprSyntax.self)?.expression
      ?? self.as(ForceUnwrapExprSyntax.self)?.expression ?? self
  }
}

extension FunctionCallExprSyntax {
  /// Whether a statement can replace the call.
  var isStatementAlone: Bool { parent?.is(CodeBlockItemSyntax.self) == true }
}

extension Typer {
  /// Whether an expression is Swift's `Result`, not PromiseKit's.
  fileprivate func isSwiftResult(_ expression: ExprSyntax) -> Bool {
    let shape = shape(of: expression)
    if shape == .named("Swift.Result") { return true }
    guard shape == .named("Result"), let name = expression.as(DeclReferenceExprSyntax.self),
      case .local(let id) = resolve(name.baseName.identifierText, at: name).origin
    else { return false }
    var current = expression.parent
    while let here = current, here.id != id { current = here.parent }
    guard let closure = current?.as(ClosureExprSyntax.self),
      let (call, _) = closure.callItIsPassedTo
    else { return false }
    let members = calledMembers(call)
    return !members.isEmpty
      && members.allSatisfy { member in
        let handler = member.parameters.last { $0.type.functionType != nil }?.type.functionType
        let result = handler?.parameters.first?.type.bare.as(IdentifierTypeSyntax.self)
        return result?.genericArgumentClause?.arguments.count == 2
      }
  }
}

extension Typer {
  /// Whether the program declares a resolver's member, which is called or passed on by its name.
  func isOwnMember(
    _ access: MemberAccessExprSyntax, _ call: FunctionCallExprSyntax?
  ) -> Bool {
    guard let base = access.base else { return false }
    return !resolverMembers(
      access.declName.baseName.identifierText, call, ExprSyntax(access), on: shape(of: base)
    ).isEmpty
  }

  /// The members of a resolver that the program declares. The library has members with the same
  /// names, but other parameters.
  func resolverMembers(
    _ name: String, _ call: FunctionCallExprSyntax?, _ whole: ExprSyntax, on shape: Shape
  ) -> [Member] {
    guard case .resolver(.promiseKit, _) = shape.unwrapped else { return [] }
    let members = declaredMembers(name, call, on: shape, isStatic: false)
    guard call == nil, case .function(let given, _) = expectedShape(of: whole).unwrapped else {
      return members
    }
    return members.filter { $0.parameters.count == given.count }
  }
}
