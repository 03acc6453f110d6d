// A scope: what a test made, apart from what other tests make.

import AsyncPromises

/// Counts the promises of one test, and waits for exactly those.
///
/// To a scope belongs what is made inside ``withPromiseScope(_:leftovers:within:isolation:_:)``:
/// promises, what their handlers and operations make, what retries make, and what is made in tasks
/// that were started inside. Scopes that run at the same time don't see each other; a scope inside
/// another one counts for both.
public struct PromiseScope: Sendable {
  let scope: Scope

  /// Waits until no promise of the scope is pending and no handler or operation is at work.
  ///
  /// Nothing is polled: whoever ends last resumes the caller. Returns at once when nothing is left.
  /// What the test itself does in its own tasks does not count.
  ///
  /// ## Cancellation
  /// The wait ends at once with `CancellationError`.
  ///
  /// ```swift
  /// try await withPromiseScope { scope in
  ///   model.reload()
  ///   try await scope.settle(within: .seconds(1))
  ///   #expect(model.items.count == 3)
  /// }
  /// ```
  ///
  /// - Parameter limit: how long to wait at most, in real time. With zero or less it looks once.
  /// - Throws: ``UnsettledPromises`` when the time is up, or when the caller is a handler or an
  ///   operation of the scope, which can't wait for itself.
  public nonisolated(nonsending) func settle(within limit: Duration) async throws {
    guard !TrackingContext.areHandler(of: scope) else {
      throw UnsettledPromises(
        "\(title) can't settle while one of its own handlers waits for it: "
          + "call settle(within:) from the test.", in: scope)
    }
    if scope.outstanding.isZero { return }
    let outstanding = scope.outstanding
    if limit > .zero,
      try await scope.waits(within: limit, for: { _ = await outstanding.zero().result })
    {
      return
    }
    throw UnsettledPromises("\(title) did not settle within \(limit).", in: scope)
  }

  /// What was reported in the scope so far, in order: unhandled rejections above all.
  ///
  /// ```swift
  /// try await scope.settle(within: .seconds(1))
  /// #expect(scope.events.isEmpty)
  /// ```
  public var events: [PromiseDiagnostics.Event] { scope.events }

  /// Sends the events of the scope to `hook`, and no longer to the one around it.
  ///
  /// ```swift
  /// scope.install { event in logger.warning("\(event)") }
  /// ```
  ///
  /// - Parameter hook: called as the one of `PromiseDiagnostics.install(_:)` is.
  public func install(_ hook: @escaping @Sendable (PromiseDiagnostics.Event) -> Void) {
    scope.install(hook)
  }

  /// What is pending in the scope now, as `Promise.dumpPending()` lists it.
  ///
  /// ```swift
  /// print(scope.dumpPending())
  /// ```
  ///
  /// - Returns: the list, of a hundred lines at most.
  public func dumpPending() -> String {
    WaitGraph(of: scope).description
  }

  fileprivate var title: String {
    scope.name.map { "The promise scope “\($0)”" } ?? "The promise scope"
  }

  /// The scope is left: what runs comes to rest, and what is pending then was left behind.
  fileprivate nonisolated(nonsending) func end(
    _ leftovers: LeftoverPolicy, within limit: Duration
  ) async throws {
    switch leftovers {
    case .allow: return
    case .cancel: return scope.cancelPending()
    case .fail: break
    }
    let scope = scope
    if scope.outstanding.isZero { return }
    _ = try await scope.waits(within: limit) { await scope.end() }
    guard scope.outstanding.isZero else {
      throw UnsettledPromises("\(title) was left with work to do.", in: scope)
    }
  }
}

/// What becomes of the promises that are pending when a scope is left.
public enum LeftoverPolicy: Sendable {
  /// They fail the test that made them: leaving throws ``UnsettledPromises``.
  case fail
  /// They are cancelled.
  case cancel
  /// They go on. The scopes around this one still wait for them.
  case allow
}

/// Runs `body` in a scope of its own.
///
/// When `body` returns, what runs in the scope comes to rest first; a promise that is pending then,
/// because it waits for something that does not come, is a leftover. When `body` throws, its error
/// is thrown on, and leftovers are no matter but for ``LeftoverPolicy/cancel``.
///
/// Works in XCTest and in Swift Testing. Nothing is reported from inside of callbacks: what is
/// wrong is thrown, in the task that waits.
///
/// ## Cancellation
/// Cancelling the caller cancels what `body` awaits, as everywhere.
///
/// ```swift
/// @Test func login() async throws {
///   try await withPromiseScope { scope in
///     let session = Session()
///     session.login("anna")
///     try await scope.settle(within: .seconds(1))
///     #expect(session.user?.name == "anna")
///   }
/// }
/// ```
///
/// - Parameters:
///   - name: what reports call the scope.
///   - leftovers: what becomes of promises that are pending at the end.
///   - limit: how long what runs at the end may take to come to rest, in real time.
///   - isolation: the isolation of the caller, in which `body` runs; leave it to the compiler.
///   - body: the test.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws; ``UnsettledPromises``.
public func withPromiseScope<R>(
  _ name: String? = nil, leftovers: LeftoverPolicy = .fail, within limit: Duration = .seconds(10),
  isolation: isolated (any Actor)? = #isolation,
  _ body: (PromiseScope) async throws -> R
) async throws -> R {
  Start.requireTracking()
  let scope = PromiseScope(scope: Scope(name: name))
  let result: R
  do {
    result = try await TrackingContext.$current.withValue(.inside(scope.scope)) {
      try await body(scope)
    }
  } catch {
    if case .cancel = leftovers { scope.scope.cancelPending() }
    throw error
  }
  try await scope.end(leftovers, within: limit)
  return result
}
