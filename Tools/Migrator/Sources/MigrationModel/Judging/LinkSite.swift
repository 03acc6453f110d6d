// One call in a chain, with everything that is needed to judge it, and where its handler runs.

import SwiftSyntax

struct LinkSite {
  enum Handler {
    case closure(ClosureExprSyntax)
    case keyPath(KeyPathExprSyntax)
    /// A function passed by name.
    case reference(ExprSyntax)
    case none
  }

  let name: String
  let library: Library
  let base: Shape
  let result: Shape
  let call: FunctionCallExprSyntax?
  let node: ExprSyntax
  let isLast: Bool
  let facts: Facts
  let typer: Typer

  var handler: Handler {
    guard let call, let last = call.allArguments.last(where: { isHandler($0.label, $0.value) })
    else { return .none }
    if let closure = last.value.as(ClosureExprSyntax.self) { return .closure(closure) }
    return last.value.as(KeyPathExprSyntax.self).map { .keyPath($0) } ?? .reference(last.value)
  }

  private func isHandler(_ label: String?, _ value: ExprSyntax) -> Bool {
    if value.is(ClosureExprSyntax.self) || value.is(KeyPathExprSyntax.self) { return true }
    guard let kind = LibraryOperator.named(name, in: library)?.kind else { return false }
    switch kind {
    case .plain, .inspection, .settling: return false
    default: break
    }
    let isExecutor = library == .bolts && value.as(MemberAccessExprSyntax.self) != nil
    return !isExecutor && (label == nil || label == "continuation" || label == "where")
  }

  /// Whether the result of the whole chain is unused.
  var isUnused: Bool { node.isStatement }

  /// Whether the call derives a promise, rather than only inspecting or settling one.
  var isOperator: Bool {
    if case .finalizer = base { return true }
    switch LibraryOperator.named(name, in: library)?.kind {
    case nil, .inspection, .settling: return false
    default: return true
    }
  }

  var closure: ClosureExprSyntax? {
    if case .closure(let closure) = handler { closure } else { nil }
  }

  /// The queue or executor that is passed, as written.
  var queue: String? {
    guard let call else { return nil }
    if library != .bolts { return call.argument("on")?.trimmedDescription }
    guard let first = call.allArguments.first, first.label == nil,
      !first.value.is(ClosureExprSyntax.self), LibraryOperator.named(name, in: .bolts) != nil
    else { return nil }
    return first.value.trimmedDescription
  }

  // MARK: Isolation

  enum Place {
    /// The closure stays as it is.
    case asWritten
    /// The closure is marked with the main actor, or with one of the program's global actors.
    case onActor(String)
    case kept(Reason)
  }

  /// Where the handler runs, and how this library expresses that.
  var place: Place {
    if call?.argument("flags") != nil { return .kept(.queueFlags) }
    switch queueKind {
    case .main: return mainPlace
    case .inline: return inlinePlace
    case .global:
      if library == .bolts, let closure, typer.isOffActors(Syntax(closure)) { return .asWritten }
      return .kept(.backgroundQueue)
    case .configured: return .kept(.configuredQueue)
    case .other: return actorPlace
    }
  }

  /// The place for a custom queue: the actor that replaces it, if the closure can move there.
  private var actorPlace: Place {
    let name = queue?.split(separator: ".").last.map(String.init)
    let actor = facts.assumptions.lazy.compactMap { assumption in
      if case .queue(let queue, let actor) = assumption, queue == name || queue == self.queue {
        actor
      } else {
        nil
      }
    }.first
    guard let actor, let closure, typer.mayLeaveActor(closure) else { return .kept(.namedQueue) }
    return .onActor(actor)
  }

  private var inlinePlace: Place {
    let isLaterAllowed = facts.assumptions.contains(.laterHandlers)
    switch handler {
    case .none where library == .bolts, .keyPath where library == .bolts: return .asWritten
    case .none where isLaterAllowed, .keyPath where isLaterAllowed: return .asWritten
    case .closure where isLaterAllowed: return .asWritten
    case .closure(let closure) where library == .bolts && typer.isSelfContained(closure):
      return .asWritten
    default: return .kept(library == .bolts ? .inlineExecutor : .inlineQueue)
    }
  }

  private var mainPlace: Place {
    switch handler {
    case .none: .asWritten
    case .reference: .kept(.functionReference)
    case .keyPath(let path):
      typer.isObject(base.value) || typer.runsMembers(path) ? .kept(.functionReference) : .asWritten
    case .closure(let closure):
      typer.isOnMainActor(Syntax(closure)) || isPure(closure) ? .asWritten : .onActor("MainActor")
    }
  }

  /// Whether a closure only computes with plain data, and so behaves the same everywhere.
  private func isPure(_ closure: ClosureExprSyntax) -> Bool {
    LibraryOperator.named(name, in: library)?.kind != .onPromise
      && typer.isPlainData(base.value) && !typer.comparesByCode(base.value)
      && typer.isSelfContained(closure)
  }

  /// Whether the handler runs on the main queue, by its argument or by default.
  var runsOnMainQueue: Bool { queueKind == .main }

  private enum QueueKind { case main, inline, global, configured, other }

  /// PromiseKit's operators that run on `conf.Q.return` by default.
  private static let returning: Set<String> = [
    "done", "get", "catch", "ensure", "ensureThen", "finally",
  ]

  private var queueKind: QueueKind {
    guard let queue else {
      switch library {
      case .promiseKit:
        let setting = Self.returning.contains(name) ? "conf.Q.return" : "conf.Q.map"
        return facts.assigns("conf.Q", setting) ? .configured : .main
      case .google: return facts.assigns("DispatchQueue.promises") ? .configured : .main
      case .bolts, .own: return .inline
      }
    }
    let name = queue.split(separator: ".").last.map(String.init) ?? queue
    if queue == "nil" || (library == .bolts && ["default", "immediate"].contains(name)) {
      return .inline
    }
    if ["main", "mainThread"].contains(name), !name.contains("("),
      ["main", "mainThread"].contains(queue.prefixless)
    {
      return .main
    }
    let isGlobal = ["global(", "queue(.global(", "queue(DispatchQueue.global("].contains {
      queue.prefixless.hasPrefix($0)
    }
    return isGlobal ? .global : .other
  }

  /// The replacement for the call, if its handler can run where it ran before.
  ///
  /// - Parameter change: all changes except removing the queue and marking where the handler runs.
  func rewritten(
    _ text: String, parameter: String? = nil, _ change: (inout Edits) -> Void = { _ in }
  ) -> Verdict {
    var edits = Edits()
    removeQueue(&edits)
    change(&edits)
    let mark: String
    switch place {
    case .asWritten:
      if let closure { edits.mark(closure, nil, parameter: parameter) }
      return .rewritten(Rewrite(text, edits))
    case .onActor(let actor): mark = "@\(actor)"
    case .kept(let reason): return .kept(reason)
    }
    if let closure { edits.mark(closure, mark, parameter: parameter) }
    return .rewritten(
      Rewrite(text.replacing("{ ", with: "{ \(mark) ", maxReplacements: 1), edits))
  }

  private func removeQueue(_ edits: inout Edits) {
    guard let call, queue != nil else { return }
    let argument = call.arguments.first {
      library == .bolts ? $0.label == nil : $0.label?.text == "on"
    }
    if let argument { edits.remove(argument, of: call) }
  }

  /// What becomes of the link.
  var verdict: Verdict {
    let own = typer.declaredMembers(name, call, on: base, isStatic: false)
    // Members that the program adds to a promise move with the file that declares them.
    if !own.isEmpty {
      return own.contains(where: { typer.isInStayingExtension($0) || typer.isHeld($0) })
        ? .kept(.ownExtension) : .rewritten("as it is")
    }
    let isFinally = base == .finalizer && name == "finally"
    guard isFinally || LibraryOperator.named(name, in: library) != nil else {
      return .kept(.unknownCall)
    }
    return switch library {
    case .promiseKit: PromiseKitJudge.judge(self)
    case .google: GoogleJudge.judge(self)
    case .bolts: BoltsJudge.judge(self)
    case .own: .kept(.unknownCall)
    }
  }

  /// The call with another name.
  func renamed(to name: String, _ text: String) -> Verdict {
    rewritten(text) { if let call { $0.rename(call, to: name) } }
  }
}

extension String {
  /// `main` for `.main`, `DispatchQueue.main` and `Executor.main`.
  fileprivate var prefixless: String {
    for prefix in ["DispatchQueue.", "Executor.", "."] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}
