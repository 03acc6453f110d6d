// The heads of chains, and how they are rewritten.

import SwiftSyntax

extension ChainFinder {
  func describe(_ step: PostfixStep, _ type: PromiseType, _ base: Shape?) -> Chain.Head {
    switch step.kind {
    case .base(let expression):
      let head = standing(expression)
      // Both branches of the ternary operator are rewritten.
      return type.library == .promiseKit && head.verdict?.reason == .ternaryHead
        ? Chain.Head(name: head.name, kind: .own, verdict: nil) : head
    case .function(let call): return function(step, call, type)
    case .member(let access, let call):
      if let call, typer.namespacedCall(call) != nil,
        typer.declaredMembers(step.name ?? "", call, on: base?.instance ?? .unknown, isStatic: nil)
          .isEmpty
      {
        return Chain.Head(
          name: step.name ?? "", kind: .library,
          verdict: PromiseKitJudge.judge(queueWork: call, typer))
      }
      if let call, let module = access.base?.as(DeclReferenceExprSyntax.self),
        typer.file.imports.library(module.baseName.text) != nil
      {
        return named(step.name ?? "", step, call, type)
      }
      if case .metatype(.promise(let type, _)) = base {
        if step.name == "init", let call { return made("Promise", step, call, type) }
        if typer.declaredMembers(
          step.name ?? "", call, on: .promise(type, .unknown), isStatic: true
        )
        .isEmpty {
          return member(step, call, type)
        }
      }
      if let call, typer.nested(access, [])?.promiseType != nil {
        return made(step.name ?? "", step, call, type)
      }
      return Chain.Head(name: step.name ?? "", kind: .own, verdict: nil)
    case .implicit(let access, let call):
      let name = access.declName.baseName.identifierText
      let expected = typer.expectedShape(of: step.node)
      if name == "init", let call { return made("Promise", step, call, type) }
      if typer.declaredMembers(name, call, on: expected, isStatic: true).isEmpty {
        return member(step, call, type)
      }
      return Chain.Head(name: name, kind: .own, verdict: nil)
    case .apply(let call):
      guard case .metatype = base else {
        return Chain.Head(name: "closure", kind: .own, verdict: nil)
      }
      return made("Promise", step, call, type)
    case .index: return Chain.Head(name: "subscript", kind: .own, verdict: nil)
    case .unwrap, .conditional: return Chain.Head(name: "", kind: .own, verdict: nil)
    }
  }

  private func standing(_ expression: ExprSyntax) -> Chain.Head {
    var inner = expression
    if let tuple = inner.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    {
      inner = only.expression
    }
    if let reference = inner.as(DeclReferenceExprSyntax.self) {
      return Chain.Head(name: reference.baseName.identifierText, kind: .own, verdict: nil)
    }
    if let sequence = inner.as(SequenceExprSyntax.self) {
      let isTernary = sequence.elements.contains { $0.is(UnresolvedTernaryExprSyntax.self) }
      let reason: Reason = isTernary ? .ternaryHead : .overloadedOperator
      let isCast = sequence.elements.contains { $0.is(UnresolvedAsExprSyntax.self) }
      return Chain.Head(
        name: isTernary ? "?:" : isCast ? "as" : "operator", kind: .own,
        verdict: isCast ? nil : .kept(reason))
    }
    return Chain.Head(name: "", kind: .own, verdict: nil)
  }

  private func function(
    _ step: PostfixStep, _ call: FunctionCallExprSyntax, _ type: PromiseType
  ) -> Chain.Head {
    guard let (name, generics) = call.calledName else {
      return Chain.Head(name: "", kind: .own, verdict: nil)
    }
    switch typer.resolve(name, call: call, generics: generics, at: call).origin {
    case .library: return named(name, step, call, type)
    case .type: return made(name, step, call, type)
    // In an extension of a queue.
    case .unknown where typer.namespacedCall(call) != nil:
      return Chain.Head(
        name: name, kind: .library, verdict: PromiseKitJudge.judge(queueWork: call, typer))
    default: return Chain.Head(name: name, kind: .own, verdict: nil)
    }
  }

  /// A free function of a library.
  private func named(
    _ name: String, _ step: PostfixStep, _ call: FunctionCallExprSyntax, _ type: PromiseType
  ) -> Chain.Head {
    if ["Promise", "Guarantee", "Task"].contains(name) { return made(name, step, call, type) }
    let site = site(name, step, .unknown, .unknown, type.library, false)
    let verdict: Verdict =
      switch type.library {
      case .promiseKit: PromiseKitJudge.judge(function: name, call, site)
      case .google: GoogleJudge.judge(function: name, call, site)
      case .bolts, .own: .kept(.unknownCall)
      }
    let groups: Set = ["when", "race", "all", "any"]
    return Chain.Head(
      name: name, kind: groups.contains(name) ? .group : .library, verdict: verdict,
      queue: site.queue, obstacle: verdict.reason == .notSendable ? site.obstacle : nil)
  }

  /// An initializer of a promise.
  private func made(
    _ name: String, _ step: PostfixStep, _ call: FunctionCallExprSyntax, _ type: PromiseType
  ) -> Chain.Head {
    let site = site(name, step, .unknown, .unknown, type.library, false)
    let own = typer.declaredInitializers(of: type, for: call)
    let verdict: Verdict =
      switch type.library {
      // The program's own initializers move with the extension that declares them.
      case _ where own.contains(where: typer.isHeld): .kept(.ownExtension)
      case _ where !own.isEmpty: .rewritten("as it is")
      case .promiseKit: PromiseKitJudge.judge(initializer: call, of: type, typer, site.facts)
      case .google: GoogleJudge.judge(initializer: call, site)
      case .bolts: BoltsJudge.judge(initializer: call, site)
      case .own: .kept(.unknownCall)
      }
    let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self)
    let hasResolver =
      switch type.library {
      case .promiseKit: closure != nil
      case .google: closure?.parameterNames.count == 2 || call.allArguments.isEmpty
      case .bolts, .own: false
      }
    return Chain.Head(
      name: name, kind: hasResolver ? .resolver : .library, verdict: verdict, queue: site.queue,
      obstacle: verdict.reason == .notSendable ? site.obstacle : nil)
  }

  /// A static member of a promise.
  private func member(
    _ step: PostfixStep, _ call: FunctionCallExprSyntax?, _ type: PromiseType
  ) -> Chain.Head {
    let name = step.name ?? ""
    let verdict: Verdict =
      switch type.library {
      case .promiseKit: PromiseKitJudge.judge(member: name, call, step.node, type, typer)
      case .google: GoogleJudge.judge(member: name, call, typer)
      case .bolts:
        BoltsJudge.judge(member: site(name, step, .unknown, .unknown, .bolts, false))
      case .own: .kept(.unknownCall)
      }
    let isGroup = ["whenAll", "whenAllResult", "whenAny"].contains(name)
    let kind: Chain.Head.Kind = isGroup ? .group : name == "pending" ? .resolver : .library
    let obstacle =
      verdict.reason == .notSendable ? typer.notSendable(in: typer.madeValue(step.node)) : nil
    return Chain.Head(
      name: name, kind: kind, verdict: verdict, obstacle: obstacle.map { .value(type: $0) })
  }
}
