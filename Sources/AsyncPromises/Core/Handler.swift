// A user's closure on its way to run: what a derived cell waits with.

/// A handler, wrapped so that running it settles the derived cell.
@usableFromInline
struct Handler: Sendable {
  /// The actor that the user's closure was formed in; `nil` for a nonisolated one.
  let isolation: (any Actor)?
  /// Runs instead when the derived cell is cancelled before its handler's turn.
  let cleanup: (@Sendable () -> Void)?
  /// Runs the user's closure, already on its isolation, and settles `derived`.
  let run: @Sendable (_ source: Cell, _ derived: Cell, _ trampoline: inout Trampoline) -> Void

  @usableFromInline
  init(
    isolation: (any Actor)?, cleanup: (@Sendable () -> Void)?,
    run: @escaping @Sendable (Cell, Cell, inout Trampoline) -> Void
  ) {
    (self.isolation, self.cleanup, self.run) = (isolation, cleanup, run)
  }
}

// Taking the isolation off a synchronous closure, for callers that run on that isolation.
//
// A closure that carries its isolation can be called with `await` only, one hop check a call. The
// jobs of the trampoline are on the right actor already, and have nothing to wait for.
//
// A closure that is cast on its own is wrapped before and after, two allocations, unless its type
// is as general as that of the cast. In a structure it is cast as it is. Hence a pair of structures
// for each shape of closure.
//
// SAFETY: both closures of a pair are thick functions of one context pointer and the same
// convention; the isolation is stored in the context. The caller establishes the isolation
// (`Spawn.start`).

@inlinable
func synchronous<Input, Output>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  unsafeBitCast(closure, to: (@Sendable (Input) throws -> Output).self)
}

@inlinable
func synchronous<Input, Value>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> Promise<Value>
) -> @Sendable (Input) throws -> Promise<Value> {
  unsafeBitCast(IsolatedStep(run: closure), to: Step<Input, Value>.self).run
}

@inlinable
func synchronous<Input>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Void
) -> @Sendable (Input) -> Void {
  unsafeBitCast(IsolatedLook(run: closure), to: Look<Input>.self).run
}

@inlinable
func synchronous(
  _ closure: @escaping @Sendable @isolated(any) () -> Void
) -> @Sendable () -> Void {
  unsafeBitCast(IsolatedCleanup(run: closure), to: Cleanup.self).run
}

@usableFromInline
struct IsolatedStep<Input, Value: Sendable> {
  @usableFromInline let run: @Sendable @isolated(any) (Input) throws -> Promise<Value>

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (Input) throws -> Promise<Value>) {
    self.run = run
  }
}

@usableFromInline
struct Step<Input, Value: Sendable> {
  @usableFromInline let run: @Sendable (Input) throws -> Promise<Value>
}

@usableFromInline
struct IsolatedLook<Input> {
  @usableFromInline let run: @Sendable @isolated(any) (Input) -> Void

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (Input) -> Void) {
    self.run = run
  }
}

@usableFromInline
struct Look<Input> {
  @usableFromInline let run: @Sendable (Input) -> Void
}

@usableFromInline
struct IsolatedCleanup {
  @usableFromInline let run: @Sendable @isolated(any) () -> Void

  @inlinable
  init(run: @escaping @Sendable @isolated(any) () -> Void) {
    self.run = run
  }
}

@usableFromInline
struct Cleanup {
  @usableFromInline let run: @Sendable () -> Void
}
