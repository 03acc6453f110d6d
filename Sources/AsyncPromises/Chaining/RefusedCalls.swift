// Calls that look right but aren't supported: the compiler's error shows what to write instead.
//
// An unavailable overload is considered only if nothing else fits, so it costs correct code
// nothing. `done` is the exception: the compiler prefers the right overload only while there are
// exactly two.

extension Promise {
  /// Unavailable: mark an asynchronous closure with `.async`.
  @available(*, unavailable, message: "an asynchronous closure needs '.async': map(.async) { … }")
  public func map<U: Sendable>(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) async throws -> U
  ) -> Promise<U> { notACall() }

  /// Unavailable: mark an asynchronous closure with `.async`.
  @available(*, unavailable, message: "an asynchronous closure needs '.async': then(.async) { … }")
  public func then<U: Sendable>(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) async throws -> Promise<U>
  ) -> Promise<U> { notACall() }

  /// Unavailable: for a closure that returns no promise, use `map` or `done`.
  @available(
    *, unavailable,
    message: "'then' takes a closure that returns a promise: use 'map' for a value, 'done' for none"
  )
  public func then<U: Sendable>(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) async throws -> U
  ) -> Promise<U> { notACall() }

  /// Unavailable: mark an asynchronous closure with `.async`.
  @available(
    *, unavailable,
    message: "an asynchronous closure needs '.async': recover(.async) { … }"
  )
  public func recover(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) async throws -> Value
  ) -> Promise { notACall() }

  /// Unavailable: mark a closure that returns a promise with `.promise`.
  @available(
    *, unavailable,
    message: "a closure that returns a promise needs '.promise': recover(.promise) { … }"
  )
  public func recover(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Promise
  ) -> Promise { notACall() }

  /// Unavailable: label the error type.
  @available(
    *, unavailable,
    message: "label the type with 'from': recover(from: SomeError.self) { … }"
  )
  public func recover<E: Error>(
    _ type: E.Type,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (E) async throws -> Value
  ) -> Promise { notACall() }

  /// Unavailable: the closure must be synchronous.
  @available(
    *, unavailable,
    message: "the closure of 'validate' must be synchronous: use map(.async) or recover(.async)"
  )
  public func validate(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) async throws -> Bool
  ) -> Promise { notACall() }

  /// Unavailable: the closure must be synchronous.
  @available(
    *, unavailable,
    message: "the closure of 'catch' must be synchronous: use map(.async) or recover(.async)"
  )
  @discardableResult
  public func `catch`(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) async -> Void
  ) -> Promise { notACall() }

  /// Unavailable: the closure must be synchronous.
  @available(
    *, unavailable,
    message: "the closure of 'tap' must be synchronous: use map(.async) or recover(.async)"
  )
  @discardableResult
  public func tap(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Result<Value, any Error>) async -> Void
  ) -> Promise { notACall() }

  /// Unavailable: the closure must be synchronous.
  @available(
    *, unavailable,
    message: "the closure of 'finally' must be synchronous: use map(.async) or recover(.async)"
  )
  @discardableResult
  public func finally(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) () async -> Void
  ) -> Promise { notACall() }
}

// MARK: Queues

extension Promise {
  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  public func map<U: Sendable, Queue>(
    on queue: Queue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> U
  ) -> Promise<U> { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  public func then<U: Sendable, Queue>(
    on queue: Queue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> Promise<U>
  ) -> Promise<U> { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  @discardableResult
  public func done<Queue>(
    on queue: Queue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> Void
  ) -> Promise<Void> { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  public func recover<Queue>(
    on queue: Queue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Value
  ) -> Promise { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  @discardableResult
  public func `catch`<Queue>(
    on queue: Queue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) -> Void
  ) -> Promise { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  @discardableResult
  public func finally<Queue>(
    on queue: Queue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) () -> Void
  ) -> Promise { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  public func map<U: Sendable>(
    on queue: _NamedQueue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> U
  ) -> Promise<U> { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  public func then<U: Sendable>(
    on queue: _NamedQueue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> Promise<U>
  ) -> Promise<U> { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  @discardableResult
  public func done(
    on queue: _NamedQueue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> Void
  ) -> Promise<Void> { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  public func recover(
    on queue: _NamedQueue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) throws -> Value
  ) -> Promise { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  @discardableResult
  public func `catch`(
    on queue: _NamedQueue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (any Error) -> Void
  ) -> Promise { notACall() }

  /// Unavailable: closures run in the isolation they were written in, not on queues.
  @available(
    *, unavailable,
    message: "a closure runs where it is written: use the main actor, or switch queues in it"
  )
  @discardableResult
  public func finally(
    on queue: _NamedQueue,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) () -> Void
  ) -> Promise { notACall() }
}

/// Gives `.main` and `.global()` a type, so that a call that passes a queue gets the message above.
@_documentation(visibility: internal)
public struct _NamedQueue: Sendable {
  /// A stand-in for any queue.
  public static var main: _NamedQueue { notACall() }

  /// A stand-in for any queue.
  public static func global() -> _NamedQueue { notACall() }
}

extension Promise {
  /// Unavailable: pass the number of attempts.
  @available(
    *, unavailable, message: "pass the number of attempts: retry(maxAttempts: 3) { _ in … }"
  )
  @_disfavoredOverload
  public static func retry(
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Promise { notACall() }

  /// Unavailable: pass the number of attempts.
  @available(
    *, unavailable, message: "pass the number of attempts: retry(maxAttempts: 3) { _ in … }"
  )
  public static func retry(
    @_inheritActorContext
    _ operation: @escaping @Sendable @isolated(any) () async throws -> Promise
  ) -> Promise { notACall() }
}

func notACall() -> Never {
  fatalError("The compiler refuses the call.")
}
