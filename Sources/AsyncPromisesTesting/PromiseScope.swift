// A scope: the promises of one test, kept apart from those of other tests.

import AsyncPromises
@_exported import AsyncPromisesTracking

/// Counts the promises of one test and waits for exactly those.
///
/// A scope contains the promises created inside `withPromiseScope`: by the body, by handlers,
/// operations and retries, and by tasks started there. Concurrent scopes don't see each other's
/// promises. Promises in a nested scope count in both scopes.
///
/// ## Example
/// ```swift
/// try await withPromiseScope { scope in
///   load(url).done { print($0.title) }
///   try await scope.settle(within: .seconds(1))  // until the title is printed
/// }
/// ```
public struct PromiseScope: Sendable {
  package let scope: Scope
  /// Where the scope was created, if known.
  let place: SourceLine?

  private init(of current: Scope) { (scope, place) = (current, nil) }

  /// Creates a scope nested in the caller's.
  package init(
    _ name: String?, callbackPatience: Duration?, clock: (any Clock<Duration>)? = nil,
    host: (any ScopeHost)? = nil, at place: SourceLine, recording: Recording? = nil, hook: Hook
  ) {
    Start.requireTracking()
    scope = Scope(
      name: name, callbackPatience: callbackPatience, clock: clock, host: host,
      recording: recording, hook: hook)
    self.place = place
  }

  /// Waits until no promise in the scope is pending and no handler or operation is running.
  ///
  /// It does not poll: the last one to end resumes the caller. It returns at once if nothing is
  /// left.
  ///
  /// Only promises count, together with their handlers and operations. If a task started in the
  /// scope creates a promise, the promise counts from that moment. `settle` can't see a detached
  /// task, which belongs to no scope, or a task that has created no promise, whether the test or
  /// the code under test started it. If the code under test starts such a task, have it create a
  /// promise instead; nothing else needs to change.
  ///
  /// ```swift
  /// @MainActor func reload(_ feed: Feed) {
  ///   Promise { try await server.items() }.done { feed.items = $0 }   // counts
  ///   Task { feed.items = try await server.items() }                  // does not count
  /// }
  /// ```
  ///
  /// In a test with the trait `.promiseScope`, what its handlers and reports have to say becomes an
  /// issue of the test when this returns, so that `withKnownIssue` around the call can know it.
  ///
  /// ## Cancellation
  /// The wait ends at once with `CancellationError`.
  ///
  /// ## Example
  /// ```swift
  /// try await withPromiseScope { scope in
  ///   model.reload()
  ///   try await scope.settle(within: .seconds(1))
  ///   #expect(model.items.count == 3)
  /// }
  /// ```
  ///
  /// - Parameter limit: the maximum time to wait, in real time. If zero or negative, the call
  ///   checks once.
  /// - Throws: ``UnsettledPromises``, with the line of the call, when the limit passes, or if the
  ///   caller is a handler or an operation of the scope, which can't wait for itself;
  ///   `CancellationError` when the caller is cancelled.
  public nonisolated(nonsending) func settle(
    within limit: Duration, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let call = SourceLine(fileID, line)
    defer { scope.host?.workIsDone(in: scope, isSettled: true) }
    guard !TrackingContext.areHandler(of: scope) else {
      throw UnsettledPromises(
        "\(title) can't settle while one of its own handlers waits for it: "
          + "call settle(within:) from the test.", in: scope, at: call)
    }
    if scope.outstanding.isZero { return }
    let outstanding = scope.outstanding
    if limit > .zero,
      try await scope.waits(within: limit, for: { _ = await outstanding.zero().result })
    {
      return
    }
    throw UnsettledPromises("\(title) did not settle within \(limit).", in: scope, at: call)
  }

  /// The events reported in the scope so far, in order; most are unhandled rejections.
  ///
  /// The mistakes among them, which ``ReportPolicy`` lists, fail the test when the scope ends. If a
  /// test expects them, create its scope with ``ReportPolicy/ignore`` and check this list.
  ///
  /// If the error in an event is a timeout, it describes the timed-out work as it was when the
  /// event was reported.
  ///
  /// ## Example
  /// ```swift
  /// try await withPromiseScope(reports: .ignore) { scope in
  ///   let (_, resolver) = Promise<Int>.pending()
  ///   for answer in [1, 2] { resolver.fulfill(answer) }
  ///   try await scope.settle(within: .seconds(1))
  ///   #expect(scope.events.count == 1)
  /// }
  /// ```
  public var events: [PromiseDiagnostics.Event] { scope.events }

  /// Sends the scope's events to `hook` instead of the enclosing hook, until the scope ends.
  ///
  /// ## Example
  /// ```swift
  /// scope.install { event in logger.warning("\(event)") }
  /// ```
  ///
  /// - Parameter hook: receives the events; it is called in the same way as a hook passed to
  ///   `PromiseDiagnostics.install(_:)`.
  public func install(_ hook: @escaping @Sendable (PromiseDiagnostics.Event) -> Void) {
    scope.hook?.install(hook)
  }

  /// The caller's scope, or the innermost one if scopes are nested.
  ///
  /// Reading it traps if there is none, as in a detached task, or in a test that uses neither
  /// `withPromiseScope` nor the trait `.promiseScope`.
  ///
  /// ## Example
  /// ```swift
  /// @Test(.promiseScope) func reload() async throws {
  ///   feed.reload()
  ///   try await PromiseScope.current.settle(within: .seconds(1))
  /// }
  /// ```
  public static var current: PromiseScope {
    guard let scope = TrackingContext.current?.scope, !scope.isRoot else {
      preconditionFailure(
        "There is no promise scope here: call withPromiseScope, or give the test the "
          + ".promiseScope trait.")
    }
    return PromiseScope(of: scope)
  }

  /// Returns a list of the scope's pending promises and the outside promises they wait for, like
  /// `Promise.dumpPending()`.
  ///
  /// ## Example
  /// ```swift
  /// print(scope.dumpPending())
  /// ```
  ///
  /// - Returns: the list, in at most a hundred lines.
  public func dumpPending() -> String {
    WaitGraph(of: scope).description
  }

  /// Returns the list from ``dumpPending()`` as text, or as a diagram of what waits for what.
  ///
  /// ## Example
  /// ```swift
  /// print(scope.dumpPending(as: .mermaid))
  /// ```
  ///
  /// - Parameter format: text, or the source of a flowchart.
  /// - Returns: the list, with at most a hundred promises.
  public func dumpPending(as format: PromiseDiagnostics.PendingFormat) -> String {
    switch format {
    case .text: dumpPending()
    case .mermaid: WaitGraph(of: scope).mermaid
    }
  }

  /// Returns the error for a scope whose task was cancelled.
  ///
  /// - Parameter graph: the promises that were pending.
  func cancelled(_ graph: WaitGraph) -> UnsettledPromises {
    UnsettledPromises("\(title) was cancelled.", graph, at: place)
  }

  var title: String {
    scope.name.map { "The promise scope “\($0)”" } ?? "The promise scope"
  }

  /// Ends the scope: waits for running work, and treats whatever is pending after that as
  /// leftovers.
  nonisolated(nonsending) func end(
    _ leftovers: LeftoverPolicy, within limit: Duration
  ) async throws {
    let scope = scope
    switch leftovers {
    case .allow: return
    case .cancel:
      scope.cancelPending()
      let activity = scope.activity
      if !activity.isZero {
        _ = try await scope.waits(within: limit) { _ = await activity.zero().result }
      }
      return
    case .fail: break
    }
    if scope.outstanding.isZero { return }
    _ = try await scope.waits(within: limit) { await scope.end() }
    if scope.outstanding.isZero { return }
    let advice = ", or pass leftovers: .cancel."
    throw UnsettledPromises(
      scope.isStill
        ? "\(title) ended with promises that nothing in it can settle: settle them, and wait "
          + "with settle(within:)" + advice
        : "\(title) ended while its work was running, and the work did not finish within "
          + "\(limit): wait with settle(within:) first" + advice, in: scope, at: place)
  }
}

/// What happens to promises still pending when a scope ends.
public enum LeftoverPolicy: Sendable {
  /// The promises fail the test that created them: ending the scope throws ``UnsettledPromises``.
  case fail
  /// The promises are cancelled, and the scope ends when the handlers that are due have run.
  ///
  /// If a resolver was released along with one of the test's variables, its promise has already
  /// been broken and reported by then.
  case cancel
  /// The promises continue, and enclosing scopes still wait for them.
  case allow
}
