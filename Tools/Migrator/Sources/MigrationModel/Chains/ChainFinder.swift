// Finds the chains of a file: known promises and the calls on them.

import SwiftSyntax

final class ChainFinder: SyntaxVisitor {
  private(set) var chains: [Chain] = []
  private(set) var unknown: [UnknownHead] = []

  let typer: Typer
  private let facts: Facts
  /// The libraries whose operators count if they are called on something unknown.
  let libraries: Set<Library>

  /// - Parameter reached: the library of promises that the file uses without importing it.
  init(_ typer: Typer, _ facts: Facts, reached: Library? = nil) {
    self.typer = typer
    self.facts = facts
    libraries = typer.libraries.union(reached.map { [$0] } ?? [])
    super.init(viewMode: .sourceAccurate)
  }

  /// Finds all chains of a file, in order.
  func read(_ tree: SourceFileSyntax) {
    walk(tree)
    chains.sort { $0.place < $1.place }
    unknown.sort { $0.place < $1.place }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    visitChain(node)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    visitChain(node)
  }

  override func visit(_ node: PostfixIfConfigExprSyntax) -> SyntaxVisitorContinueKind {
    visitChain(node)
  }

  /// A promise that stays may be handed to code that moves, or the other way round.
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    let isAnyStaying = !typer.staying.isEmpty || !typer.holding.nodes.isEmpty
    return isMember || !isAnyStaying ? .visitChildren : visitChain(node)
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    visitChain(node)
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    visitChain(node)
  }

  /// `promises.filter(\.isPending)`
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.root == nil, node.components.count == 1,
      let name = node.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?
        .declName.baseName.text,
      let text = PromiseKitJudge.look(byKeyPath: name),
      let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      let list = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      case let element = typer.shape(of: list).element, !typer.isNotSendable(element.value),
      element.promiseType?.library == .promiseKit
    else { return .skipChildren }
    chains.append(
      plain(ExprSyntax(node), .promiseKit, needsLibrary: false) { $0.replace(node, with: text) })
    return .skipChildren
  }

  // A pattern such as `.value(let x)` isn't a call.
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  private func visitChain(_ node: some ExprSyntaxProtocol) -> SyntaxVisitorContinueKind {
    read(ExprSyntax(node))
    return .visitChildren
  }

  private func read(_ expression: ExprSyntax) {
    guard !expression.isPartOfLongerChain, !typer.isImplicit(inHeldCall: expression) else {
      return
    }
    let notes = typer.notes
    defer {
      // Code that stays has no effect on the code that moves.
      if typer.holding.holds(expression.offset, in: typer.file) { typer.notes = notes }
    }
    let steps = expression.postfixSteps
    var shapes = typer.fold(steps)
    if case .promise(let type, _)? = shapes.last {
      let expected = typer.expectedValue(of: expression)
      if expected.isKnown { shapes[shapes.count - 1] = .promise(type, expected) }
    }
    var index = 0
    var isFound = false
    while index < steps.count {
      if let chain = chain(at: &index, steps, shapes) {
        isFound = true
        if chain.isWorthTelling || !chain.edits.list.isEmpty { chains.append(chain) }
      } else {
        if let chain = heldCall(steps[index]) { chains.append(chain) }
        index += 1
      }
    }
    if isFound { return }
    typer.noteStaying(givenBy: expression)
    if case .array(.promise(.stayingGooglePromise, _))? = shapes.last {
      chains += convertedArray(expression)
    } else if let head = unknownHead(steps, shapes) {
      unknown.append(head)
    }
  }

  /// An array of promises that stay, where code that moves uses it.
  private func convertedArray(_ array: ExprSyntax) -> [Chain] {
    guard typer.destination(of: array) == .moved, !typer.notes.handedAcross.contains(array.id)
    else { return [] }
    let chain = plain(array, .google, needsLibrary: true) { edits in
      edits.wrap(array, "", ".map(\\.asyncPromise)")
      edits.nest()
    }
    return [chain]
  }

  /// A call of code that stays, which gives nothing of the library.
  private func heldCall(_ step: PostfixStep) -> Chain? {
    guard let call = step.call, let library = typer.takenLibrary(call) else { return nil }
    var bridge = Bridge(library, typer)
    bridge.takeAcross(heldCall: call)
    bridge.edits.nest()
    let head = Chain.Head(name: step.name ?? "", kind: .own, verdict: nil)
    return chain(bridge, at: step.node, head, needsLibrary: bridge.crossings > 0)
  }

  /// An expression without calls that changes.
  private func plain(
    _ node: ExprSyntax, _ library: Library, needsLibrary: Bool, _ change: (inout Edits) -> Void
  ) -> Chain {
    var bridge = Bridge(library, typer)
    change(&bridge.edits)
    (bridge.moves, bridge.crossings) = (true, needsLibrary ? 1 : 0)
    let head = Chain.Head(name: "", kind: .own, verdict: nil)
    return chain(bridge, at: node, head, needsLibrary: needsLibrary)
  }

  private func chain(
    _ bridge: Bridge, at node: ExprSyntax, _ head: Chain.Head, _ links: [Chain.Link] = [],
    needsLibrary: Bool
  ) -> Chain {
    Chain(
      library: bridge.library, module: typer.file.module.name, place: typer.file.place(of: node),
      head: head, links: links, edits: bridge.edits, needsLibrary: needsLibrary,
      moves: bridge.moves, crossings: bridge.crossings, isHazard: bridge.isHazard,
      offset: node.offset)
  }

  /// Returns the chain whose head ends at a step, and moves the index past it.
  private func chain(at index: inout Int, _ steps: [PostfixStep], _ shapes: [Shape]) -> Chain? {
    let start = index
    guard let (library, head, firstLink) = head(at: start, steps, shapes) else { return nil }
    var links: [Chain.Link] = []
    var bridge = Bridge(library, typer)
    bridge.head(steps[start], shapes[start], head.verdict)
    typer.note(head.verdict, ofHead: steps[start].node)
    var position = firstLink
    while position < steps.count {
      let step = steps[position]
      let base = position == 0 ? typer.selfShape(at: Syntax(step.node)) : shapes[position - 1]
      guard base.isChained else { break }
      let isLast = position == steps.count - 1
      if let link = self.link(step, base, shapes[position], library, isLast, &bridge) {
        links.append(link)
      }
      position += 1
    }
    index = max(position, start + 1)
    bridge.end(isUnused: steps[index - 1].node.isUnusedResult)
    return chain(bridge, at: steps[start].node, head, links, needsLibrary: bridge.isUsed)
  }

  private func head(
    at index: Int, _ steps: [PostfixStep], _ shapes: [Shape]
  ) -> (Library, Chain.Head, firstLink: Int)? {
    let step = steps[index]
    if index == 0, case .function(let call) = step.kind, let (name, generics) = call.calledName {
      let resolution = typer.resolve(name, call: call, generics: generics, at: call)
      if case .extendedPromise(let type) = resolution.origin {
        return (type.library, Chain.Head(name: "self", kind: .extended, verdict: nil), 0)
      }
    }
    switch shapes[index].unwrapped {
    case .promise(let type, _):
      return (type.library, describe(step, type, index > 0 ? shapes[index - 1] : nil), index + 1)
    case .finalizer:
      return (.promiseKit, Chain.Head(name: step.name ?? "", kind: .own, verdict: nil), index + 1)
    case .resolver(.bolts, let value):
      guard case .function(let call) = step.kind, let name = step.name,
        name == "TaskCompletionSource" || typer.aliasedSource(name, at: call) != nil
      else { return nil }
      let obstacle = typer.notSendable(in: value).map { Obstacle.value(type: $0) }
      let verdict: Verdict =
        obstacle != nil
        ? .kept(.notSendable)
        : typer.keepsCompletionSources
          ? .kept(.completionSource) : .rewritten("Promise.pending()")
      let head = Chain.Head(
        name: "TaskCompletionSource", kind: .resolver, verdict: verdict, obstacle: obstacle)
      return (.bolts, head, steps.count)
    case .tuple where step.name == "pending":
      guard case .metatype(.promise(let type, _)) = index > 0 ? shapes[index - 1] : .unknown,
        type.library == .promiseKit
      else { return nil }
      let verdict = PromiseKitJudge.judge(member: "pending", step.call, step.node, type, typer)
      let head = Chain.Head(name: "pending", kind: .resolver, verdict: verdict)
      return (.promiseKit, head, index + 1)
    default: return nil
    }
  }

  // MARK: Links

  private func link(
    _ step: PostfixStep, _ base: Shape, _ result: Shape, _ library: Library, _ isLast: Bool,
    _ bridge: inout Bridge
  ) -> Chain.Link? {
    if case .conditional = step.kind {
      return Chain.Link(
        name: "#if", place: typer.file.place(of: step.node.lastPart),
        verdict: .kept(.conditionalCompilation))
    }
    guard let name = step.name else {
      bridge.pass(step.node, result)
      return nil
    }
    let site = site(name, step, base, result, library, isLast)
    let verdict = site.verdict
    typer.note(verdict, of: site)
    bridge.link(site, verdict)
    return Chain.Link(
      name: name, place: typer.file.place(of: step.node.lastPart), queue: site.queue,
      selfUse: site.closure.map { typer.selfUse(of: $0) }, verdict: verdict,
      isOperator: site.isOperator,
      obstacle: verdict.reason == .notSendable ? site.obstacle : nil)
  }

  func site(
    _ name: String, _ step: PostfixStep, _ base: Shape, _ result: Shape, _ library: Library,
    _ isLast: Bool
  ) -> LinkSite {
    LinkSite(
      name: name, library: library, base: base, result: result, call: step.call, node: step.node,
      isLast: isLast, facts: facts, typer: typer)
  }
}

extension Shape {
  /// Whether calls on a value of this shape are links of a chain.
  fileprivate var isChained: Bool {
    switch unwrapped {
    case .promise, .finalizer: true
    default: false
    }
  }
}
