// How an operator is told which form of closure it is given: `map(.async) { try await … }`.
//
// Overloads that differ in nothing but their closures have the compiler try all combinations along
// a chain. By the number of its arguments a call is told apart before any closure is looked at.

/// Says that the closure of `map`, `then` or `recover` is asynchronous.
///
/// ```swift
/// let image = data.map(.async) { try await decoder.decode($0) }
/// ```
@frozen
public struct AsyncForm: Sendable {
  /// The closure is asynchronous: it runs in a task of its own.
  @inlinable
  public static var async: AsyncForm { AsyncForm() }

  @inlinable
  init() {}
}

/// Says that the closure of `recover` returns a promise.
///
/// ```swift
/// let page = server.page().recover(.promise) { _ in mirror.page() }
/// ```
@frozen
public struct PromiseForm: Sendable {
  /// The closure returns a promise, which the derived promise follows.
  @inlinable
  public static var promise: PromiseForm { PromiseForm() }

  @inlinable
  init() {}
}
