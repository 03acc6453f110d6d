// `Promise { fulfill, reject in … }`: the two functions become one resolver.

import SwiftSyntax

enum GoogleResolver {
  /// The body ran later, on a queue, so it becomes the body of a `then`.
  static func judge(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ site: LinkSite
  ) -> Verdict {
    guard let body = edits(closure, site.typer) else { return .kept(.resolverShape) }
    return later(call, site, closure) { $0.add(body) }
  }

  /// Puts a call whose closure runs immediately into a `then` that runs where the queue's work ran.
  static func later(
    _ call: FunctionCallExprSyntax, _ site: LinkSite, _ closure: ClosureExprSyntax,
    _ change: (inout Edits) -> Void
  ) -> Verdict {
    func wrapped(_ form: String, _ signature: String? = nil) -> Verdict {
      // The closure captures when it is made, so what runs later captures in its place.
      let captures = closure.signature?.capture
      let words = [signature, captures?.trimmedDescription].compactMap(\.self)
      let opening = words.isEmpty ? "" : words.joined(separator: " ") + " in "
      let body = ".fulfilled.\(form) { \(opening)"
      return .rewritten("Promise\(body)Promise { resolver in … } }") { edits in
        edits.insert(site.typer.promiseName(at: call, of: "Void") + body, before: call)
        edits.removeQueue(of: call)
        if let captures { edits.take(captures) }
        change(&edits)
        edits.insert(" }", after: call)
      }
    }
    if closure.blocks { return .kept(.blockingWait) }
    if !site.typer.isOnMainActor(Syntax(closure)), site.typer.capturesNotSendable(closure) {
      return .kept(.notSendable)
    }
    switch site.place {
    case .asWritten: return wrapped("then")
    case .onActor(let actor): return wrapped("then", "@\(actor)")
    case .kept(.backgroundQueue):
      if site.typer.isOffActors(Syntax(closure)) { return wrapped("then") }
      return site.typer.isFreeOfActors(closure)
        ? wrapped("then(.async)", "@concurrent") : .kept(.backgroundQueue)
    case .kept(let reason): return .kept(reason)
    }
  }

  /// Gives the closure a resolver, which is called instead of the two functions.
  private static func edits(_ closure: ClosureExprSyntax, _ typer: Typer) -> Edits? {
    var edits = Edits()
    let resolver = closure.freeName("resolver")
    let names: [String]
    if closure.signature == nil {
      names = ["$0", "$1"]
      edits.open(closure, with: "\(resolver) in")
    } else if let list = closure.bareParameters {
      names = closure.parameterNames
      edits.replace(list, with: resolver)
    } else {
      return nil
    }
    guard names.count == 2, closure.signature?.returnClause == nil,
      !CaptureFinder.finds(names, in: closure.statements)
    else { return nil }
    for use in NameReader.names(in: closure.statements) {
      guard let index = names.firstIndex(of: use.text),
        typer.resolve(use.text, at: use.node).origin == .local(closure.id)
      else { continue }
      let function = "\(resolver).\(index == 0 ? "fulfill" : "reject")"
      edits.replace(
        use.node, with: use.call != nil ? function : "{ @Sendable in \(function)($0) }")
    }
    return edits
  }
}

/// Finds names that an inner closure captures explicitly.
final class CaptureFinder: SyntaxVisitor {
  private let names: Set<String>
  private var isFound = false

  static func finds(_ names: [String], in node: some SyntaxProtocol) -> Bool {
    let finder = CaptureFinder(names)
    finder.walk(node)
    return finder.isFound
  }

  private init(_ names: [String]) {
    self.names = Set(names)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if names.contains(node.name.identifierText) { isFound = true }
    return .skipChildren
  }
}
