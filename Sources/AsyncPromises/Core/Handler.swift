// A user's closure, with which a derived cell waits. The core keeps it but never calls it.

/// A user's closure, where it runs, and what the library does with it.
@usableFromInline
package struct Handler: Sendable {
  /// Calls the closure, from within its context, and settles `derived`.
  @usableFromInline
  package typealias Run =
    @Sendable (
      _ closure: ErasedClosure, _ source: Cell, _ derived: Cell, _ effects: inout Effects
    ) -> Void

  let closure: ErasedClosure
  /// Created together with the closure, because no other code knows the closure's type.
  let run: Run
  /// Where the handler runs and is released.
  let context: ExecutionContext
  let purpose: Purpose

  /// The outcomes that a handler is for.
  @usableFromInline
  package enum Purpose: Sendable {
    /// It takes any outcome.
    case anyOutcome
    /// The same, and its closure is asynchronous: the handler starts a task.
    case startsTask
    /// It takes values. A failure bypasses it at once, without waiting for the handler's turn.
    case values
    /// It takes failures. A value bypasses it at once.
    case failures
    /// The same, but a cancellation bypasses it too.
    case failuresExceptCancellations
    /// It takes values or failures. The others bypass it, but wait for the handler's turn.
    case valuesInTurn, failuresInTurn
    /// It takes no outcome, and its closure runs even when the handler is skipped.
    case cleanup
  }

  @usableFromInline
  init(
    _ closure: ErasedClosure, in context: ExecutionContext, for purpose: Purpose = .anyOutcome,
    run: @escaping Run
  ) {
    (self.closure, self.context, self.purpose) = (closure, context, purpose)
    self.run = run
  }

  /// Replaces a call to `run` when the handler is skipped. Also called in the context.
  func skip() {
    if case .cleanup = purpose { closure.context() }
  }
}

/// A closure whose type and isolation have been erased.
///
/// If a handler captured the closure in order to know its type, each promise would need another
/// allocation. And a closure that carries its isolation can only be called with `await`, which
/// costs a hop check per call, although jobs are already on the right actor and have nothing to
/// wait for.
///
/// Casting a bare closure would wrap it in thunks before and after the cast. Inside a structure, it
/// is cast as is. Hence the pairs of structures in `ErasedClosures.swift`, one for each shape of
/// closure.
///
/// SAFETY: both closures of a pair are thick functions with one context pointer and the same
/// calling convention; the isolation is stored in the context. The caller establishes the isolation
/// (`Tasks.make`).
@usableFromInline
package struct ErasedClosure: Sendable {
  /// The closure itself, if it takes and returns nothing.
  @usableFromInline let context: @Sendable () -> Void

  @usableFromInline
  init(context: @escaping @Sendable () -> Void) { self.context = context }

  /// A placeholder for a handler that captures everything it needs.
  @usableFromInline
  static var none: ErasedClosure { ErasedClosure(context: {}) }

  /// - Parameter shape: a structure with one closure.
  @inlinable
  package init<Shape>(_ shape: Shape) {
    self = unsafeBitCast(shape, to: ErasedClosure.self)
  }

  /// - Parameter shape: the other structure of the pair.
  @inlinable
  package func `as`<Shape>(_ shape: Shape.Type) -> Shape {
    unsafeBitCast(self, to: Shape.self)
  }
}
