// Finds the uses of classes that may be on the main actor, and where they run.

import SwiftSyntax

/// Finds the uses of candidates in one file.
final class TypeUseFinder: SyntaxVisitor {
  private(set) var uses: Set<TypeUse> = []

  private let typer: Typer
  private let candidates: MainThreadCandidates

  init(_ typer: Typer, _ candidates: MainThreadCandidates) {
    self.typer = typer
    self.candidates = candidates
    super.init(viewMode: .sourceAccurate)
  }

  /// In the Swift 6 mode, a closure that is formed on an actor checks that it runs there, unless it
  /// is sent elsewhere, or taken by a function that the compiler has checked as well.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let call = node.callItIsPassedTo?.call
    guard !typer.file.isSwift5, typer.place(of: Syntax(node)) == .elsewhere, !node.isSent,
      call.map({ typer.calledMembers($0).isEmpty }) ?? true,
      case .named(let path) = typer.selfShape(at: Syntax(node))
    else { return .visitChildren }
    add(path, at: Syntax(node), isValue: true)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.identifierText
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    if let access, access.declName.id == node.id {
      read(member: name, of: access.base, ExprSyntax(access))
    } else if node.parent?.is(KeyPathPropertyComponentSyntax.self) == true {
      addPossible(name, nil, at: Syntax(node))
    } else if let type = candidates.byName[name] {
      let isValue = access?.declName.baseName.text == "self"
      add(type, at: Syntax(node), isValue: isValue)
    } else if candidates.owners[name] != nil {
      let call = ExprSyntax(node).itsCall
      guard typer.resolve(name, call: call, at: node).origin == .member,
        case .named(let path) = typer.selfShape(at: Syntax(node))
      else { return .visitChildren }
      let isValue = call == nil && isFunction(name, of: path)
      add(path, at: Syntax(node), isValue: isValue && !typer.runsInPlace(node))
    }
    return .visitChildren
  }

  private func read(member name: String, of base: ExprSyntax?, _ expression: ExprSyntax) {
    let call = expression.itsCall
    guard let base else {
      return addPossible(name, call, isStatic: true, at: Syntax(expression))
    }
    if let type = candidates.byName[name] { add(type, at: Syntax(expression), isValue: false) }
    let shape = typer.shape(of: base).unwrapped
    switch shape.instance.unwrapped {
    case .named(let path), .generic(.named(let path)):
      let isValue = call == nil && (name == "init" || isFunction(name, of: path))
      add(path, at: Syntax(expression), isValue: isValue && !typer.runsInPlace(expression))
    case .unknown, .generic: addPossible(name, call, at: Syntax(expression))
    default: break
    }
  }

  private func isFunction(_ name: String, of path: String) -> Bool {
    let all = candidates.owners[name] ?? [:]
    return (all[path] ?? Array(all.values.joined())).contains { $0.kind == .function }
  }

  /// - Parameter isValue: whether the function or type is used as a value, so that it may be called
  ///   anywhere.
  private func add(_ type: String, at node: Syntax, isValue: Bool) {
    guard candidates.types.contains(type) else { return }
    let place = isValue ? .elsewhere : typer.place(of: node)
    // What a class does with itself doesn't say where it is used.
    let isOwn = typer.selfShape(at: node) == .named(type)
    uses.insert(TypeUse(type: type, place: place, isCertain: !isOwn))
  }

  /// Adds the candidates whose member a name may be.
  private func addPossible(
    _ name: String, _ call: FunctionCallExprSyntax?, isStatic: Bool = false, at node: Syntax
  ) {
    let arguments = call.map { CallArguments($0) }
    for (path, members) in candidates.owners[name] ?? [:] {
      // Without an initializer of its own, a class has `init()`, and a struct that of its members.
      let isPossible =
        members.isEmpty && (arguments?.count == 0 || candidates.structs.contains(path))
        || members.contains { member in
          if isStatic, !member.isStatic { return false }
          if member.isFilePrivate, member.context.file !== typer.file { return false }
          guard let arguments, member.kind == .function || member.kind == .initializer else {
            return true
          }
          return member.accepts(arguments)
        }
      guard isPossible else { continue }
      uses.insert(TypeUse(type: path, place: typer.place(of: node), isCertain: false))
    }
  }
}

extension ClosureExprSyntax {
  /// Whether the closure is `@Sendable`, by itself or as the work of a queue.
  fileprivate var isSent: Bool {
    if signature?.attributes.names("Sendable") == true { return true }
    let callee = callItIsPassedTo?.call.calledExpression.as(MemberAccessExprSyntax.self)
    return ["async", "asyncAfter", "detached"].contains(callee?.declName.baseName.text)
  }
}

extension ExprSyntax {
  /// The call of this function.
  fileprivate var itsCall: FunctionCallExprSyntax? {
    let special = parent?.as(GenericSpecializationExprSyntax.self).map { ExprSyntax($0) }
    let callee = special ?? self
    let call = callee.parent?.as(FunctionCallExprSyntax.self)
    return call?.calledExpression.id == callee.id ? call : nil
  }
}

extension Typer {
  /// Functions that call their closures on the main thread.
  private static let callees: Set<String> = [
    "DispatchQueue.main.async", "DispatchQueue.main.asyncAfter", "MainActor.run",
    "MainActor.assumeIsolated", "UIAlertAction", "UIAction", "UIContextualAction",
    "UIView.animate", "UIView.transition",
  ]

  /// Where code at a node runs.
  func place(of node: Syntax) -> TypeUse.Place {
    var current: Syntax? = node
    // Whether the code is in a task or an async function, which inherits only an actor.
    var isAsync = false
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .closureExpr(let closure):
        let isMarked = closure.signature?.attributes.isMainActor == true
        guard isMarked || closure.signature?.attributes.isEmpty != false else { return .elsewhere }
        let callee = closure.callItIsPassedTo?.call.calledExpression.trimmedDescription ?? ""
        if Self.callees.contains(callee) { return .main }
        switch callee {
        case "Task" where !isMarked: isAsync = true
        case "Task", "Task.detached": return isMarked ? .main : .elsewhere
        // A marked handler was in place before an earlier rewrite.
        default: guard isMarked || runsInPlace(closure) else { return .elsewhere }
        }
      case .functionDecl(let function):
        if function.attributes.isMainActor { return .main }
        guard !function.attributes.mayIsolate, !function.modifiers.has(.nonisolated),
          !function.isLocal
        else { return .elsewhere }
        isAsync = isAsync || function.signature.effectSpecifiers?.asyncSpecifier != nil
      case .initializerDecl(let initializer):
        if initializer.attributes.isMainActor { return .main }
        guard !initializer.attributes.mayIsolate, !initializer.modifiers.has(.nonisolated) else {
          return .elsewhere
        }
        isAsync = isAsync || initializer.signature.effectSpecifiers?.asyncSpecifier != nil
      case .variableDecl(let variable):
        if variable.attributes.isMainActor { return .main }
        guard !variable.modifiers.has(.nonisolated), !variable.modifiers.has(.async) else {
          return .elsewhere
        }
      case .functionParameter:
        // The Swift 5 mode evaluates default arguments outside of any actor.
        if file.isSwift5 { return .elsewhere }
      case .accessorDecl(let accessor):
        isAsync = isAsync || accessor.effectSpecifiers?.asyncSpecifier != nil
      case .deinitializerDecl: return .elsewhere
      case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
        if isMainActorType(here) { return .main }
        let path = context(ofBodyOf: here).path.joined(separator: ".")
        return isAsync ? .elsewhere : .type(path)
      default: break
      }
      current = here.parent
    }
    return .elsewhere
  }

  /// Whether a closure, or a function that is passed by its name, runs on the thread of the code
  /// around it, or on the main queue.
  fileprivate func runsInPlace(_ function: some ExprSyntaxProtocol) -> Bool {
    guard let (call, _) = function.callItIsPassedTo,
      let (step, base) = ExprSyntax(call).lastStep, let name = step.name
    else { return false }
    let shape = base.map { self.shape(of: $0).unwrapped } ?? .unknown
    let members = calledMembers(call).filter { $0.kind == .function }
    if !members.isEmpty {
      let functions = members.flatMap(\.parameters).filter(\.isFunction)
      return !functions.isEmpty && functions.allSatisfy(\.type.isNonescaping)
    }
    switch shape {
    case .array, .dictionary: return true
    default: break
    }
    guard isFormedInPlace(function), let library = shape.promiseType?.library ?? libraries.first,
      library != .own
    else { return false }
    let site = LinkSite(
      name: name, library: library, base: shape, result: .unknown, call: call,
      node: ExprSyntax(call), isLast: false, facts: table.facts(for: file), typer: self)
    return site.runsOnMainQueue
  }
}

extension TypeSyntax {
  /// Whether this is a function that can't outlive the call.
  fileprivate var isNonescaping: Bool {
    self.is(FunctionTypeSyntax.self)
      || self.as(TupleTypeSyntax.self)?.elements.count == 1 && functionType != nil
  }
}
