// Code that stays as a whole, in files that move and as code that moves uses it.

import SwiftSyntax

extension Typer {
  /// The operators whose closures may return promises.
  private static let chaining: Set<String> = [
    "then", "thenMap", "thenFlatMap", "recover", "ensureThen", "continueWithTask",
    "continueOnSuccessWithTask", "continueOnErrorWithTask", "reduce",
  ]

  /// Whether a step calls or reads a member that stays.
  func isHeld(_ step: PostfixStep) -> Bool { members(of: step).contains(where: isHeld) }

  func isHeld(_ member: Member) -> Bool {
    if holding.nodes.contains(member.node.id) { return true }
    askedMembers.insert(member.node.id)
    return false
  }

  /// The members that a step may call or read.
  func members(of step: PostfixStep) -> [Member] {
    switch step.kind {
    case .function(let call), .apply(let call): return calledMembers(call)
    case .member(let access, let call):
      if let call { return calledMembers(call) }
      let name = access.declName.baseName.identifierText
      guard let base = access.base.map({ shape(of: $0) }) else { return [] }
      if case .metatype(let type) = base {
        return declaredMembers(name, nil, on: type, isStatic: true)
      }
      return declaredMembers(name, nil, on: base, isStatic: false)
    case .base(let expression):
      guard let reference = expression.as(DeclReferenceExprSyntax.self) else { return [] }
      let name = reference.baseName.identifierText
      switch resolve(name, at: reference).origin {
      case .member:
        return declaredMembers(name, nil, on: selfShape(at: Syntax(reference)), isStatic: nil)
      case .global:
        return table.visible(table.members[""]?[name], from: file) {
          [.property, .function].contains($0.kind)
        }
      default: return []
      }
    default: return []
    }
  }

  /// Whether a handler of a link that is kept may return a promise that moves, without the source
  /// saying so. The library would take it for a plain value.
  func mayReturnMovedPromise(_ site: LinkSite) -> Bool {
    guard Self.chaining.contains(site.name) else { return false }
    return (site.call?.allArguments ?? []).contains { argument in
      guard let closure = argument.value.as(ClosureExprSyntax.self) else {
        return mayBeMoved(function: argument.value, site.library)
      }
      if givesPlainValue(closure) { return false }
      return closure.results.contains { result in
        switch shape(of: result) {
        // `.value(1)` is a promise of the link's own library.
        case .unknown where ["init", "value"].contains(result.implicitMemberName): false
        case .unknown: !isForeign(result) && (site.takesPromise || mayBeMovedPromise(result))
        case .optional(.promise(let type, _)): type.library == site.library
        case .promise(let type, _): type.library == site.library && result.isOptionalChain
        default: false
        }
      }
    }
  }
}

extension Typer {
  /// Whether a closure says that its result is something else than a promise, such as a value of a
  /// generic type.
  private func givesPlainValue(_ closure: ClosureExprSyntax) -> Bool {
    guard let type = closure.signature?.returnClause?.type else { return false }
    let context = context(of: Syntax(closure))
    let shape = resolver.shape(of: type, in: context)
    return shape.isKnown
      ? shape.promiseInside == nil : context.generics[type.trimmedDescription] != nil
  }

  /// Whether a function that is passed by its name has overloads, some of which give promises.
  private func mayBeMoved(function: ExprSyntax, _ library: Library) -> Bool {
    if case .function(_, let result) = shape(of: function), result.isKnown { return false }
    guard let step = function.lastStep?.step else { return false }
    return members(of: step).contains {
      shape(of: $0, called: true).promiseType?.library == library
    }
  }

  /// Whether an expression of unknown type names a function that returns promises, or something in
  /// the sources whose type depends on a generic parameter.
  private func mayBeMovedPromise(_ expression: ExprSyntax) -> Bool {
    let names = expression.identifiers
    if !names.isDisjoint(with: table.typedPromiseNames)
      || !names.isDisjoint(with: table.storedPromiseNames)
    {
      return true
    }
    return expression.lastStep.map { !members(of: $0.step).isEmpty } ?? false
  }
}

extension LinkSite {
  /// Whether the closure always returns a promise.
  fileprivate var takesPromise: Bool {
    switch library {
    case .promiseKit: name != "recover"
    case .bolts: true
    case .google: name == "reduce"
    case .own: false
    }
  }
}

extension Typer {
  /// Whether a call, or a property, gives a promise of a library that code which stays can convert.
  func canConvert(resultOf expression: ExprSyntax, _ library: Library) -> Bool {
    guard case .promise(let type, _) = shape(of: expression) else { return false }
    return type.library == library && type != .guarantee && libraries.contains(library)
      && !expression.isOptionalChain
  }

  /// Whether a call, or a property, of the program's own code gives a promise that moves.
  fileprivate func isMoved(_ expression: ExprSyntax, _ library: Library) -> Bool {
    let isUnused = expression.isUnusedResult && !expression.isPartOfLongerChain
    guard !isUnused, canConvert(resultOf: expression, library),
      let step = expression.postfixSteps.last,
      // What a closure gives is converted there.
      step.call.flatMap(closureGivingResult) == nil
    else { return false }
    let members = members(of: step)
    return !members.isEmpty && !members.contains(where: isHeld)
  }
}

/// Names the facade in code that stays, where a file that moves has this library's types as well,
/// and converts the promises that it gets from code that moves.
final class HeldNames: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private var edits = Edits()
  private var conversions = 0

  /// The edits, and how many of them convert a promise.
  static func edits(in typer: Typer, _ library: Library) -> (Edits, conversions: Int) {
    let finder = HeldNames(typer, library)
    let isMoved = typer.file.imports.modules.contains("AsyncPromises")
    if !isMoved, typer.holding.ranges[typer.file.path] != nil { finder.walk(typer.file.tree) }
    return (finder.edits, finder.conversions)
  }

  private init(_ typer: Typer, _ library: Library) {
    (self.typer, self.library) = (typer, library)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if name(node.name) { edits.addOwnArguments(to: node, library) }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    if member?.declName.id != node.id {
      name(node.baseName)
      convert(ExprSyntax(node))
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    convert(ExprSyntax(node))
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    convert(ExprSyntax(node))
    return .visitChildren
  }

  private func convert(_ expression: ExprSyntax) {
    let isCalled =
      expression.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == expression.id
    guard !isCalled, typer.holding.holds(expression.offset, in: typer.file),
      typer.isMoved(expression, library)
    else { return }
    conversions += 1
    edits.wrap(expression, "\(library.facadePromise)(", ")")
  }

  /// - Returns: whether it names the facade.
  @discardableResult
  private func name(_ token: TokenSyntax) -> Bool {
    guard typer.holding.holds(token.offset, in: typer.file) else { return false }
    let name = token.text
    if library.sharedNames.contains(name) {
      guard typer.resolver.path(of: name, in: typer.context(of: Syntax(token))) == nil else {
        return false
      }
      edits.insert("\(library.facade).", before: token)
      return true
    }
    if name == library.original, typer.file.imports.library(name) == library {
      edits.replace(token, with: library.facade)
    }
    return false
  }
}
