// The shapes of the closures in a chain, each with and without its isolation.

@usableFromInline
struct IsolatedTransform<Input, Output> {
  @usableFromInline let run: @Sendable @isolated(any) (Input) throws -> Output

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (Input) throws -> Output) { self.run = run }
}

@usableFromInline
struct ErasedTransform<Input, Output> {
  @usableFromInline let run: @Sendable (Input) throws -> Output
}

// Not a transform to a promise: returning a promise as a generic output would wrap the closure in a
// thunk, which takes an allocation.

@usableFromInline
struct IsolatedStep<Input, Value: Sendable> {
  @usableFromInline let run: @Sendable @isolated(any) (Input) throws -> Promise<Value>

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (Input) throws -> Promise<Value>) { self.run = run }
}

@usableFromInline
struct ErasedStep<Input, Value: Sendable> {
  @usableFromInline let run: @Sendable (Input) throws -> Promise<Value>
}

@usableFromInline
struct IsolatedObservation<Input> {
  @usableFromInline let run: @Sendable @isolated(any) (Input) -> Void

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (Input) -> Void) { self.run = run }
}

@usableFromInline
struct ErasedObservation<Input> {
  @usableFromInline let run: @Sendable (Input) -> Void
}

@usableFromInline
struct IsolatedCleanup {
  @usableFromInline let run: @Sendable @isolated(any) () -> Void

  @inlinable
  init(run: @escaping @Sendable @isolated(any) () -> Void) { self.run = run }
}

@usableFromInline
struct ErasedCleanup {
  @usableFromInline let run: @Sendable () -> Void

  @inlinable
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

// The same for closures with two inputs.

@usableFromInline
struct IsolatedTransformOfTwo<First, Second, Output> {
  @usableFromInline let run: @Sendable @isolated(any) (First, Second) throws -> Output

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (First, Second) throws -> Output) { self.run = run }
}

@usableFromInline
struct ErasedTransformOfTwo<First, Second, Output> {
  @usableFromInline let run: @Sendable (First, Second) throws -> Output
}

@usableFromInline
struct IsolatedObservationOfTwo<First, Second> {
  @usableFromInline let run: @Sendable @isolated(any) (First, Second) -> Void

  @inlinable
  init(run: @escaping @Sendable @isolated(any) (First, Second) -> Void) { self.run = run }
}

@usableFromInline
struct ErasedObservationOfTwo<First, Second> {
  @usableFromInline let run: @Sendable (First, Second) -> Void
}

// The shapes of the closures that tasks run. Only their type is erased; they are called as they
// are.

@usableFromInline
struct AsyncOperation<Value> {
  @usableFromInline let run: @isolated(any) () async throws -> Value

  @inlinable
  init(run: @escaping @isolated(any) () async throws -> Value) { self.run = run }
}

struct AsyncHandler<Value> {
  let run: nonisolated(nonsending) @Sendable () async throws -> Value
}

extension ErasedClosure {
  /// Lends the closure to `body`, which calls it. A copy would be retained during the call.
  ///
  /// - Parameter shape: the other structure of the pair.
  @inlinable @inline(__always)
  func lend<Shape, R>(
    as shape: Shape.Type, to body: (borrowing Lent<Shape>) throws -> R
  ) rethrows -> R {
    try withUnsafePointer(to: self) {
      try body(UnsafeRawPointer($0).assumingMemoryBound(to: Lent<Shape>.self).pointee)
    }
  }
}

/// A closure that is not copied.
@usableFromInline
struct Lent<Shape>: ~Copyable {
  @usableFromInline let closure: Shape
}

// Erases a closure's isolation, for handlers that capture the closure.

@inlinable
func synchronous<Input>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Void
) -> @Sendable (Input) -> Void {
  ErasedClosure(IsolatedObservation(run: closure)).as(ErasedObservation<Input>.self).run
}

@inlinable
func synchronous<First, Second, Output>(
  _ closure: @escaping @Sendable @isolated(any) (First, Second) throws -> Output
) -> @Sendable (First, Second) throws -> Output {
  ErasedClosure(IsolatedTransformOfTwo(run: closure))
    .as(ErasedTransformOfTwo<First, Second, Output>.self).run
}

@inlinable
func synchronous<First, Second>(
  _ closure: @escaping @Sendable @isolated(any) (First, Second) -> Void
) -> @Sendable (First, Second) -> Void {
  ErasedClosure(IsolatedObservationOfTwo(run: closure))
    .as(ErasedObservationOfTwo<First, Second>.self).run
}
