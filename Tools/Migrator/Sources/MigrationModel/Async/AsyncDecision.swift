// Decides which functions become async: those whose callers can all handle an async function.

import SwiftSyntax

/// A trial rewrite of a function: the calls that it would await, and why it can't become async.
struct AsyncTrial: Sendable {
  let function: AsyncFunction
  /// The calls that become `try await f()`.
  let awaited: Set<SyntaxIdentifier>
  let reason: Reason?
  /// The closures that become statements of the function.
  let inlined: Set<SyntaxIdentifier>
  /// Whether the function returns a promise that may already exist.
  let givesKept: Bool
  /// Whether the function can run in its caller's isolation, since none of its code ran elsewhere.
  let isNonsending: Bool

  init(
    _ function: AsyncFunction, _ source: SourceFile, _ table: DeclarationTable, _ plan: AsyncPlan
  ) {
    let typer = Typer(source, table)
    let writer = AsyncWriter(source, typer, plan, function)
    _ = writer.written
    self.function = function
    (awaited, inlined) = (writer.awaited, writer.inlined)
    reason =
      function.reason(typer, plan.classes) ?? writer.failure
      ?? (writer.isRecursive ? .asyncRecursion : nil)
    givesKept = function.results.contains { $0.isKept }
    let isOfActor =
      if case .ofType(let path) = function.isolation { plan.actors.contains(path) } else { false }
    isNonsending =
      function.isBound && !isOfActor && writer.inlined.isEmpty && !function.node.isLocal
  }
}

extension AsyncTrial {
  /// Whether a call can be wrapped in a promise. Code on the main actor keeps what runs in its
  /// caller's isolation there. Elsewhere, an older system would start it on another thread.
  fileprivate func canBeWrapped(at use: AsyncUse) -> Bool {
    function.canBeWrapped
      || isNonsending && use.isolation == .mainActor && !function.node.capturesWeakly
  }
}

struct AsyncDecision: Sendable {
  private(set) var converted: Set<SyntaxIdentifier>
  /// The functions that run in their callers' isolation.
  private(set) var nonsending: Set<SyntaxIdentifier> = []
  /// The functions that keep a form that returns a promise.
  private(set) var forms: Set<SyntaxIdentifier> = []
  private var canKeepForms: Set<SyntaxIdentifier> = []
  /// The closures that become statements of async functions.
  let inlined: Set<SyntaxIdentifier>
  /// Why functions aren't converted, and the place of the call that prevents it, if there is one.
  private(set) var reasons: [SyntaxIdentifier: (reason: Reason, place: Place?)] = [:]

  init(
    _ functions: [AsyncFunction], _ files: [FileUses], _ trials: [AsyncTrial],
    _ table: DeclarationTable, refused: Set<SyntaxIdentifier>, keepingForms: Bool
  ) {
    let ancestors = table.ancestors
    let together = AsyncGroups(trials, table, ancestors)
    converted = Set(functions.map(\.id))
    inlined = trials.reduce(into: []) { $0.formUnion($1.inlined) }
    if keepingForms { canKeepForms = Set(functions.filter(\.canKeepForm).map(\.id)) }
    let required = files.reduce(into: Set<AsyncRequirement>()) { $0.formUnion($1.required) }
      .subtracting(together.requirements)
    let unclear = Dictionary(grouping: files.flatMap(\.unclear), by: \.function)
    nonsending = Set(trials.filter(\.isNonsending).map(\.function.id))
    let uses = Dictionary(grouping: files.flatMap(\.uses), by: \.function)
    for trial in trials {
      if let reason = trial.reason {
        keep(trial.function, reason)
      } else if refused.contains(trial.function.id) {
        keep(trial.function, .refused)
      } else if together.incomplete.contains(trial.function.id) {
        keep(trial.function, .asyncRequirement)
      } else if required.contains(where: {
        // A form can meet a protocol requirement, but an override would replace only the form.
        ($0.isOverride || !canKeepForms.contains(trial.function.id))
          && trial.function.isAsked(for: $0, ancestors)
      }) {
        keep(trial.function, .asyncRequirement)
      }
    }
    // A function that isn't converted may need promises from the functions that it calls. Repeat
    // until nothing changes.
    var isStable = false
    while !isStable {
      let before = converted.count
      let awaited = trials.filter { converted.contains($0.function.id) }
        .reduce(into: Set<SyntaxIdentifier>()) { $0.formUnion($1.awaited) }
      for trial in trials where converted.contains(trial.function.id) {
        if let use = unclear[trial.function.id]?.first(where: {
          !meansForm(trial.function, $0.node)
        }) {
          keep(trial.function, .asyncUnknownCaller, use.place)
        } else if let (reason, place) = reason(trial, uses[trial.function.id] ?? [], awaited) {
          keep(trial.function, reason, place)
        }
      }
      for group in together.groups where !converted.isSuperset(of: group) {
        for function in functions where group.contains(function.id) && reasons[function.id] == nil {
          keep(function, .asyncRequirement)
        }
      }
      isStable = converted.count == before
    }
    // All callers of a private function are known.
    for function in functions
    where canKeepForms.contains(function.id) && converted.contains(function.id) {
      let isNeeded =
        unclear[function.id] != nil
        || uses[function.id, default: []].contains {
          !$0.isAwaited && meansForm(function, $0.call)
        }
      if isNeeded || !function.node.modifiers.isFilePrivate { forms.insert(function.id) }
    }
  }

  private mutating func keep(
    _ function: AsyncFunction, _ reason: Reason, _ place: Place? = nil
  ) {
    converted.remove(function.id)
    reasons[function.id] = (reason, place)
  }

  /// Whether a use refers to a form that is kept.
  private func meansForm(_ function: AsyncFunction, _ use: some SyntaxProtocol) -> Bool {
    canKeepForms.contains(function.id) && use.meansForm(converted.contains, inlined)
  }

  private func reason(
    _ trial: AsyncTrial, _ uses: [AsyncUse], _ awaited: Set<SyntaxIdentifier>
  ) -> (Reason, Place?)? {
    if uses.isEmpty, trial.function.isBound, !trial.isNonsending { return (.asyncSending, nil) }
    for use in uses {
      if awaited.contains(use.call.id) || use.isAwaited {
        guard trial.isNonsending || trial.function.canBeAwaited(from: use.isolation) else {
          return (.asyncSending, use.place)
        }
        continue
      }
      let keepsForm = meansForm(trial.function, use.call)
      guard keepsForm || (use.canWrap && trial.canBeWrapped(at: use)) else {
        let isAnywhere = !trial.function.isolation.isKnown || !use.isolation.isKnown
        return (isAnywhere ? .asyncThread : .asyncCallers, use.place)
      }
      if trial.givesKept { return (.asyncValue, use.place) }
    }
    return nil
  }
}

extension AsyncFunction {
  /// The expressions that the function returns.
  var results: [ExprSyntax] {
    guard let body = node.body else { return [] }
    let returned = body.statements.returnedExpressions
    guard body.statements.count == 1, let only = body.statements.first?.item else {
      return returned
    }
    if let expression = only.as(ExprSyntax.self) { return [expression] }
    // `switch kind { case .new: .value(1); case .old: load() }`
    let choice = only.as(ExpressionStmtSyntax.self)?.expression
    return returned.isEmpty ? choice.map { [$0] } ?? [] : returned
  }

  /// Why the function can't become async, regardless of its callers.
  func reason(_ typer: Typer, _ classes: Set<String>) -> Reason? {
    let modifiers = node.modifiers
    if modifiers.has(.override) || modifiers.has(.open) { return .asyncRequirement }
    if node.attributes.names("objc") || node.attributes.names("IBAction") {
      return .asyncRequirement
    }
    if node.attributes.mayIsolate, !node.attributes.isMainActor { return .asyncIsolation }
    if case .function? = member.kindIfOperator { return .overloadedOperator }
    if results.contains(where: { $0.is(IfExprSyntax.self) || $0.is(SwitchExprSyntax.self) }) {
      return .asyncLink
    }
    if let owner = node.parent?.parent?.parent?.parent?.as(ProtocolDeclSyntax.self),
      owner.attributes.names("objc")
    {
      return .asyncRequirement
    }
    if let body = node.body, BlockingCallFinder.name(in: body) != nil { return .asyncBlocking }
    if holdsObjects(typer, classes) { return .asyncLifetime }
    if let body = node.body, LaterFinder.isFound(in: body.statements) { return .asyncLater }
    if node.signature.parameterClause.parameters.contains(where: { $0.isInOut }) {
      return .asyncSending
    }
    return nil
  }

  /// Whether a local constant or variable holds an object, which an async function would retain
  /// until it ends.
  private func holdsObjects(_ typer: Typer, _ classes: Set<String>) -> Bool {
    node.body?.statements.contains { item in
      guard let variable = item.item.as(VariableDeclSyntax.self) else { return false }
      return variable.bindings.contains { binding in
        guard case .named(let path) = typer.shape(of: binding, nil).unwrapped else { return false }
        return classes.contains(path)
      }
    } ?? false
  }

  /// Whether code in the given isolation can await the function. A nonisolated function then runs
  /// on the global executor, and everything that it uses is sent there.
  func canBeAwaited(from other: Isolation) -> Bool {
    guard isolation != other else { return true }
    switch isolation {
    case .mainActor: return true
    case .nonisolated: return !node.hasUnsafeParameters
    case .ofType, .unknown: return false
    }
  }

  /// Whether a call can be wrapped in a promise. The promise would retain `self` until it settles,
  /// which a function with weak captures is meant to avoid.
  var canBeWrapped: Bool {
    if node.capturesWeakly { return false }
    return switch isolation {
    case .mainActor: true
    case .nonisolated: !node.hasUnsafeParameters
    case .ofType, .unknown: false
    }
  }
}

extension FunctionParameterSyntax {
  fileprivate var isInOut: Bool { type.trimmedDescription.hasPrefix("inout ") }
}

extension Member {
  fileprivate var kindIfOperator: Kind? {
    name.first?.isLetter == true || name.first == "_" ? nil : kind
  }
}

/// Finds code that would run later in an async function, or catch more errors: `defer`, and a
/// `return` inside a `do` with a `catch`.
final class LaterFinder: SyntaxVisitor {
  private var found = false
  private var catching = 0

  static func isFound(in statements: CodeBlockItemListSyntax) -> Bool {
    let finder = LaterFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.found
  }

  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    if !node.catchClauses.isEmpty { catching += 1 }
    return .visitChildren
  }
  override func visitPost(_ node: DoStmtSyntax) {
    if !node.catchClauses.isEmpty { catching -= 1 }
  }
  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if catching > 0 { found = true }
    return .visitChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension ExprSyntax {
  /// Whether the expression may be a promise that already exists.
  fileprivate var isKept: Bool {
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.isKept }
    if let (_, first, second) = ternary { return first.isKept || second.isKept }
    if let member = self.as(MemberAccessExprSyntax.self) {
      let isMade = member.base?.is(FunctionCallExprSyntax.self) == true
      return
        !(member.declName.baseName.text == "fulfilled"
        || (isMade && member.declName.baseName.text == "asyncPromise"))
    }
    return !self.is(FunctionCallExprSyntax.self)
  }
}
