// A user's closure on its way to run: what a derived cell waits with.

/// A closure of the user's, and what the library does with it.
@usableFromInline
struct Handler: Sendable {
  /// Calls the closure, already on its isolation, and settles `derived`.
  @usableFromInline
  typealias Run =
    @Sendable (
      _ closure: Closure, _ source: Cell, _ derived: Cell, _ trampoline: inout Trampoline
    ) -> Void

  let closure: Closure
  /// Written beside the closure, of whose type nobody else knows.
  let run: Run

  @usableFromInline
  init(_ closure: Closure, run: @escaping Run) {
    (self.closure, self.run) = (closure, run)
  }
}

/// A closure without its type and its isolation.
///
/// A handler that captured the closure, in order to know its type, would be another allocation for
/// each promise. And a closure that carries its isolation can be called with `await` only, one hop
/// check a call: the jobs of the trampoline are on the right actor already, and have nothing to
/// wait for.
///
/// A closure that is cast on its own is wrapped before and after. In a structure it is cast as it
/// is. Hence a pair of structures for each shape of closure.
///
/// SAFETY: both closures of a pair are thick functions of one context pointer and the same
/// convention; the isolation is stored in the context. The caller establishes the isolation
/// (`Spawn.make`).
@usableFromInline
struct Closure: Sendable {
  @usableFromInline let context: @Sendable () -> Void

  /// What a handler has that captures all it needs.
  @inlinable
  static var none: Closure { Closure(Cleanup(run: {})) }

  /// - Parameter shape: a structure with one closure.
  @inlinable
  init<Shape>(_ shape: Shape) {
    self = unsafeBitCast(shape, to: Closure.self)
  }

  /// - Parameter shape: the other structure of the pair.
  @inlinable
  func `as`<Shape>(_ shape: Shape.Type) -> Shape {
    unsafeBitCast(self, to: Shape.self)
  }
}

@usableFromInline
struct IsolatedTransform<Input, Output> {
  @usableFromInline let run: @Sendable @isolated(any) (Input) throws -> Output

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (Input) throws -> Output) { self.run = run }
}

@usableFromInline
struct Transform<Input, Output> {
  @usableFromInline let run: @Sendable (Input) throws -> Output
}

@usableFromInline
struct IsolatedStep<Input, Value: Sendable> {
  @usableFromInline let run: @Sendable @isolated(any) (Input) throws -> Promise<Value>

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (Input) throws -> Promise<Value>) { self.run = run }
}

@usableFromInline
struct Step<Input, Value: Sendable> {
  @usableFromInline let run: @Sendable (Input) throws -> Promise<Value>
}

@usableFromInline
struct IsolatedLook<Input> {
  @usableFromInline let run: @Sendable @isolated(any) (Input) -> Void

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (Input) -> Void) { self.run = run }
}

@usableFromInline
struct Look<Input> {
  @usableFromInline let run: @Sendable (Input) -> Void
}

@usableFromInline
struct IsolatedCleanup {
  @usableFromInline let run: @Sendable @isolated(any) () -> Void

  @inlinable
  init(run: @escaping @Sendable @isolated(any) () -> Void) { self.run = run }
}

@usableFromInline
struct Cleanup {
  @usableFromInline let run: @Sendable () -> Void

  @inlinable
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

// The same for closures of which there is one in a chain, at the cost of wrapping them.

@inlinable
func synchronous<Input, Output>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  unsafeBitCast(closure, to: (@Sendable (Input) throws -> Output).self)
}

@inlinable
func synchronous<Input>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Void
) -> @Sendable (Input) -> Void {
  Closure(IsolatedLook(run: closure)).as(Look<Input>.self).run
}
