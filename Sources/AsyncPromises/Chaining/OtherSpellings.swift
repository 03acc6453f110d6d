// What other libraries call it: the compiler says what to write here.
//
// Like those of RefusedCalls.swift they are considered only where nothing else fits. All are
// members, which stand in nobody's way: a function such as `firstly` would be one more in files
// that use PromiseKit, too.

extension Promise {
  /// Unavailable: here it is `fulfilled`.
  @available(*, unavailable, renamed: "fulfilled(_:)")
  public static func value(_ value: Value) -> Promise { notACall() }

  /// Unavailable: here it is `fulfilled`.
  @available(*, unavailable, renamed: "fulfilled(_:)")
  public static func resolve(_ value: Value) -> Promise { notACall() }

  /// Unavailable: here it is `rejected`.
  @available(*, unavailable, renamed: "rejected(_:)")
  public static func reject(_ error: any Error) -> Promise { notACall() }

  /// Unavailable: here it is `rejected`.
  @available(*, unavailable, message: "write Promise.rejected(error)")
  public init(error: any Error) { notACall() }

  /// Unavailable: a `map` may throw.
  @available(*, unavailable, message: "write map, and throw where there is no value")
  public func compactMap<U: Sendable>(
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (Value) throws -> U?
  ) -> Promise<U> { notACall() }

  /// Unavailable: a `map` may return nothing.
  @available(*, unavailable, message: "write map { _ in }")
  public func asVoid() -> Promise<Void> { notACall() }

  /// Unavailable: here it is `ignoreErrors`.
  @available(*, unavailable, renamed: "ignoreErrors()")
  public func cauterize() { notACall() }

  /// Unavailable: here it is `finally`.
  @available(*, unavailable, renamed: "finally(_:)")
  @discardableResult
  public func ensure(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Void
  ) -> Promise { notACall() }

  /// Unavailable: here it is `finally`.
  @available(*, unavailable, renamed: "finally(_:)")
  @discardableResult
  public func always(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Void
  ) -> Promise { notACall() }
}

extension Resolver {
  /// Unavailable: here it is `fulfill`.
  @available(*, unavailable, renamed: "fulfill(_:)")
  public func resolve(_ value: Value) { notACall() }

  /// Unavailable: `Promise.wrap` passes a completion handler.
  @available(
    *, unavailable,
    message: "write Promise.wrap { load(completion: $0) }, or resolve(with: result)"
  )
  public func resolve(_ value: Value?, _ error: (any Error)?) { notACall() }
}
