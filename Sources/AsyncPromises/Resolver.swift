// The write end of a promise.

/// What settles a promise: keep it where the callback comes in.
///
/// Copies of a resolver settle the same promise. The first call wins; every later one changes
/// nothing, answers `false` and is reported to ``PromiseDiagnostics``, unless it lost against a
/// cancellation, which is no mistake.
///
/// When the last copy goes away and the promise is still pending, the promise is rejected with
/// ``PromiseError/broken(createdAt:)``, so that nobody waits for ever for a forgotten callback. An
/// optimised build ends a resolver's life at its last use.
///
/// A resolver may outlive every copy of its promise; it settles for whoever still listens.
///
/// ```swift
/// let (promise, resolver) = Promise<Data>.pending()
/// socket.onMessage = { resolver.fulfill($0) }
/// socket.onError = { resolver.reject($0) }
/// ```
public struct Resolver<Value: Sendable>: Sendable {
  @usableFromInline let writeEnd: WriteEnd

  @inlinable
  init(_ cell: ValueCell<Value>, name: String? = nil) {
    writeEnd = WriteEnd(cell, name: name)
  }

  @inlinable
  var cell: ValueCell<Value> {
    ValueCell.of(writeEnd.cell)
  }

  /// Fulfils the promise with `value`.
  ///
  /// ## Cancellation
  /// After a cancellation it changes nothing, answers `false`, and is not reported.
  ///
  /// - Parameter value: released by the caller when the promise is settled already.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func fulfill(_ value: Value) -> Bool {
    writeEnd.report(Trampoline.run { cell.fulfill(value, &$0) })
  }

  /// Rejects the promise with `error`.
  ///
  /// ## Cancellation
  /// After a cancellation it changes nothing, answers `false`, and is not reported.
  ///
  /// - Parameter error: what consumers see, unwrapped.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func reject(_ error: any Error) -> Bool {
    writeEnd.report(Trampoline.run { cell.reject(error, &$0) })
  }

  /// Settles the promise with `result`.
  ///
  /// ## Cancellation
  /// After a cancellation it changes nothing, answers `false`, and is not reported.
  ///
  /// ```swift
  /// client.fetchUser(id) { resolver.resolve(with: $0) }
  /// ```
  ///
  /// - Parameter result: a value to fulfil with, or an error to reject with.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func resolve(with result: Result<Value, any Error>) -> Bool {
    writeEnd.report(Trampoline.run { cell.settle(result, &$0) })
  }

  /// Settles the promise with `result`, whose failure is of a type of its own.
  ///
  /// ## Cancellation
  /// After a cancellation it changes nothing, answers `false`, and is not reported.
  ///
  /// - Parameter result: a value to fulfil with, or an error to reject with.
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func resolve(with result: Result<Value, some Error>) -> Bool {
    resolve(with: result.mapError { $0 as any Error })
  }

  /// Binds the promise to another one: it settles as `promise` does, and nothing else settles it.
  ///
  /// The two stay two promises. A promise that is told to follow itself is rejected with
  /// ``PromiseError/cycle``. Promises that wait for each other in a longer ring wait until one of
  /// them is cancelled; while promises are tracked, ``Promise/dumpPending()`` names the ring.
  ///
  /// ## Cancellation
  /// Cancelling the bound promise withdraws from `promise`, which goes on if anybody else is
  /// interested in it.
  ///
  /// ```swift
  /// let (page, resolver) = Promise<Page>.pending()
  /// resolver.follow(load(url))
  /// ```
  ///
  /// - Parameter promise: the promise to settle as.
  /// - Returns: whether this call bound or settled the promise.
  @inlinable @discardableResult
  public func follow(_ promise: Promise<Value>) -> Bool {
    writeEnd.report(Trampoline.run { cell.follow(promise.cell, &$0) })
  }

  /// Calls `handler` when the promise is cancelled, so that the work for it can stop.
  ///
  /// The handler runs once, in the isolation it was written in; at once if the promise was
  /// cancelled before. A nonisolated one runs on the thread that cancels, before
  /// ``Promise/cancel()`` returns, one of an actor in a job of that actor. It is dropped when the
  /// promise settles in any other way. Several handlers may be registered; those of one isolation
  /// run in the order of registration.
  ///
  /// ## Cancellation
  /// Runs for ``Promise/cancel()`` and for withdrawn interest, not for a rejection with
  /// `CancellationError` that comes from the resolver itself.
  ///
  /// ```swift
  /// let page = Promise<Page> { resolver in
  ///   let request = api.load(url) { resolver.resolve(with: $0) }
  ///   resolver.onCancel { request.stop() }
  /// }
  /// ```
  ///
  /// - Parameter handler: stops the work. It is kept until the promise settles, with what it
  ///   captures; a handler that captures this resolver keeps the promise from ever being broken.
  public func onCancel(
    @_inheritActorContext @_implicitSelfCapture
    _ handler: @escaping @Sendable @isolated(any) () -> Void
  ) {
    let cleanup = ErasedClosure(IsolatedCleanup(run: handler)).as(ErasedCleanup.self)
    writeEnd.onCancel(on: handler.isolation, cleanup.run)
  }
}

extension Resolver where Value == Void {
  /// Fulfils a promise of nothing.
  ///
  /// ## Cancellation
  /// After a cancellation it changes nothing, answers `false`, and is not reported.
  ///
  /// - Returns: whether this call settled the promise.
  @inlinable @discardableResult
  public func fulfill() -> Bool {
    fulfill(())
  }
}

extension Promise {
  /// Makes a pending promise and the resolver that settles it.
  ///
  /// Rejected with ``PromiseError/broken(createdAt:)`` when the last copy of the resolver goes away
  /// before it settled anything. An optimised build ends the resolver's life at its last use: where
  /// a promise shall stay pending, keep the resolver, or hold it with `withExtendedLifetime`.
  ///
  /// ## Cancellation
  /// ``cancel()`` rejects the promise and runs what was given to ``Resolver/onCancel(_:)``.
  ///
  /// ```swift
  /// let (promise, resolver) = Promise<String>.pending(name: "greeting")
  /// button.onTap = { resolver.fulfill("hello") }
  /// let greeting = try await promise.value
  /// ```
  ///
  /// - Parameters:
  ///   - name: what diagnostics call the promise.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: the promise and its write end.
  @inlinable
  public static func pending(
    name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (promise: Promise, resolver: Resolver<Value>) {
    let cell = ValueCell<Value>(Origin(.pending, name: name, fileID, line))
    return (Promise(cell: cell), Resolver(cell, name: name))
  }
}

/// What the copies of a resolver share; it goes away with the last of them.
@usableFromInline
final class WriteEnd: Sendable {
  @usableFromInline let cell: Cell
  private let name: String?

  @usableFromInline
  init(_ cell: Cell, name: String? = nil) {
    self.cell = cell
    self.name = name
  }

  /// Where the promise was made.
  private var site: String {
    let site = cell.origin.site?.description ?? "?"
    return name.map { "\($0) (\(site))" } ?? site
  }

  /// - Parameter handler: runs on `isolation`, and is let go there.
  func onCancel(on isolation: (any Actor)?, _ handler: @escaping @Sendable () -> Void) {
    Trampoline.run { trampoline in
      let root = cell.root
      guard let isolation else {
        return root.observe(.cancellation, &trampoline) { $0.afterTransitions(handler) }
      }
      let kept = CancelHandler(handler)
      let turn = DetachedHandler(Handler(cleanup: { kept.end() }, on: isolation), cell.origin)
      root.observe(.cancellation, &trampoline) {
        $0.enqueue(turn, on: isolation, onLaneOf: root)
      }
      root.observe(.otherSettling, &trampoline) {
        kept.isSkipped = true
        $0.enqueue(turn, on: isolation, onLaneOf: root)
      }
    }
  }

  /// Reports a call that came too late. To lose against a cancellation is no mistake.
  @inlinable
  func report(_ didSettle: Bool) -> Bool {
    if !didSettle { reportRedundantSettle() }
    return didSettle
  }

  @usableFromInline
  func reportRedundantSettle() {
    Trampoline.run { trampoline in
      let report: @Sendable (inout Trampoline) -> Void = {
        $0.afterTransitions { self.report(.redundantSettle(trace: self.site)) }
      }
      // Who has won is not known while the winner still writes; a bound promise is pending.
      let cell = cell.root
      if cell.state.phase == .pending {
        report(&trampoline)
      } else {
        cell.observe(.otherSettling, &trampoline, report)
      }
    }
  }

  /// Reports a mistake that was made with the promise.
  private func report(_ event: PromiseDiagnostics.Event) {
    PromiseDiagnostics.report(event, in: cell.origin.record?.scope)
  }

  deinit {
    guard cell.state.phase == .pending else { return }
    let site = site
    let error = PromiseError.broken(createdAt: site)
    if Trampoline.run({ cell.reject(error, &$0) }) {
      report(.brokenPromise(trace: site))
    }
  }
}

/// A handler of an actor that is told of a cancellation.
private final class CancelHandler: @unchecked Sendable {
  private var handler: (@Sendable () -> Void)?
  /// Written before the handler has its turn.
  var isSkipped = false

  init(_ handler: @escaping @Sendable () -> Void) {
    self.handler = handler
  }

  /// Runs the handler, unless it is skipped, and lets it go.
  func end() {
    if !isSkipped { handler?() }
    handler = nil
  }
}
