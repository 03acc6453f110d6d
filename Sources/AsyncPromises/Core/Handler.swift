// A closure of the user's: what a derived cell waits with. The core keeps it, and never calls it.

/// A closure of the user's, where it runs, and what the library does with it.
@usableFromInline
package struct Handler: Sendable {
  /// Calls the closure, already in its context, and settles `derived`.
  @usableFromInline
  package typealias Run =
    @Sendable (
      _ closure: ErasedClosure, _ source: Cell, _ derived: Cell, _ effects: inout Effects
    ) -> Void

  let closure: ErasedClosure
  /// Written beside the closure: nothing else knows its type.
  let run: Run
  /// Where the handler runs, and is released.
  let context: ExecutionContext
  let purpose: Purpose

  /// What a handler is there for.
  @usableFromInline
  package enum Purpose: Sendable {
    /// It takes any outcome.
    case anyOutcome
    /// It takes values: a failure passes it at once, without waiting for its turn.
    case values
    /// It takes failures: a value passes it at once.
    case failures
    /// The same, but what passes it waits for its turn.
    case valuesInTurn, failuresInTurn
    /// It takes nothing, and runs even when it is skipped.
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

  /// What is done instead of a run, in the context as well.
  func skip() {
    if case .cleanup = purpose { closure.context() }
  }
}

/// A closure without its type and its isolation.
///
/// A handler that captured the closure, in order to know its type, would be another allocation for
/// each promise. And a closure that carries its isolation can be called with `await` only, one hop
/// check a call: jobs are on the right actor already, and have nothing to wait for.
///
/// A closure that is cast on its own is wrapped before and after. In a structure it is cast as it
/// is: hence the pairs of structures, one for each shape of closure, in `ErasedClosures.swift`.
///
/// SAFETY: both closures of a pair are thick functions of one context pointer and the same
/// convention; the isolation is stored in the context. The caller establishes the isolation
/// (`Tasks.make`).
@usableFromInline
package struct ErasedClosure: Sendable {
  /// The closure itself, if it takes and returns nothing.
  @usableFromInline let context: @Sendable () -> Void

  @usableFromInline
  init(context: @escaping @Sendable () -> Void) { self.context = context }

  /// What a handler has that captures all it needs.
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
