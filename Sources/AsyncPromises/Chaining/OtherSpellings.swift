// Names from other libraries: the compiler's error shows what to write instead.
//
// None of them shares a name with an operator of the library: the compiler would try such an
// overload along with the real one in every chain that has a mistake. All of them are members and
// so don't get in the way: a global function such as `firstly` would be a second candidate in files
// that also import PromiseKit.

extension Promise {
  /// Unavailable: use `fulfilled`.
  @available(*, unavailable, renamed: "fulfilled(_:)")
  public static func value(_ value: Value) -> Promise { notACall() }

  /// Unavailable: use `fulfilled`.
  @available(*, unavailable, renamed: "fulfilled(_:)")
  public static func resolve(_ value: Value) -> Promise { notACall() }

  /// Unavailable: use `rejected`.
  @available(*, unavailable, renamed: "rejected(_:)")
  public static func reject(_ error: any Error) -> Promise { notACall() }

  /// Unavailable: use `rejected`.
  @available(*, unavailable, message: "use Promise.rejected(error)")
  public init(error: any Error) { notACall() }

  /// Unavailable: use `map` with a closure that throws if there is no value.
  @available(*, unavailable, message: "use map, and throw if there is no value")
  public func compactMap<U: Sendable>(
    @_inheritActorContext
    _ transform: @escaping @Sendable @isolated(any) (Value) throws -> U?
  ) -> Promise<U> { notACall() }

  /// Unavailable: use `map { _ in }`.
  @available(*, unavailable, message: "use map { _ in }")
  public func asVoid() -> Promise<Void> { notACall() }

  /// Unavailable: use `ignoreErrors`.
  @available(*, unavailable, renamed: "ignoreErrors()")
  public func cauterize() { notACall() }

  /// Unavailable: use `finally`.
  @available(*, unavailable, renamed: "finally(_:)")
  @discardableResult
  public func ensure(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Void
  ) -> Promise { notACall() }

  /// Unavailable: use `finally`.
  @available(*, unavailable, renamed: "finally(_:)")
  @discardableResult
  public func always(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Void
  ) -> Promise { notACall() }
}

extension Resolver {
  /// Unavailable: use `fulfill`.
  @available(*, unavailable, renamed: "fulfill(_:)")
  public func resolve(_ value: Value) { notACall() }

  /// Unavailable: use `Promise.wrap`, whose closure receives a completion handler.
  @available(
    *, unavailable,
    message: "use Promise.wrap { load(completion: $0) }, or resolve(with: result)"
  )
  public func resolve(_ value: Value?, _ error: (any Error)?) { notACall() }
}

private func notACall() -> Never {
  fatalError("The compiler refuses the call.")
}
