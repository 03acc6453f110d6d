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

/// Takes the isolation off a synchronous closure, for callers that run on that isolation.
///
/// A closure that carries its isolation can be called with `await` only, one hop check a call. The
/// jobs of the trampoline are on the right actor already, and have nothing to wait for.
@inlinable
func synchronous<Input, Output>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  // SAFETY: both are thick functions of one context pointer and the same convention; the isolation
  // is stored in the context. The caller establishes the isolation (`Spawn.start`).
  unsafeBitCast(closure, to: (@Sendable (Input) throws -> Output).self)
}

/// The same for a closure that doesn't throw.
@inlinable
func synchronous<Input, Output>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Output
) -> @Sendable (Input) -> Output {
  // SAFETY: as above.
  unsafeBitCast(closure, to: (@Sendable (Input) -> Output).self)
}

/// The same for a closure without a parameter.
@inlinable
func synchronous(
  _ closure: @escaping @Sendable @isolated(any) () -> Void
) -> @Sendable () -> Void {
  // SAFETY: as above.
  unsafeBitCast(closure, to: (@Sendable () -> Void).self)
}
