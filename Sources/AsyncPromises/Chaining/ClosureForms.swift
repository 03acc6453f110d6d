// How an operator is told which form of closure it is given: `map(.async) { try await … }`.
//
// Overloads that differ in nothing but their closures have the compiler try all combinations along
// a chain. By the number of its arguments a call is told apart before any closure is looked at.

/// Marks the closure of `map`, `then` or `recover` as asynchronous.
///
/// ## Example
/// ```swift
/// let image = data.map(.async) { try await decoder.decode($0) }
/// ```
@frozen
public struct AsyncForm: Sendable {
  /// An asynchronous closure, which runs in its own task.
  @inlinable
  public static var async: AsyncForm { AsyncForm() }

  @inlinable
  init() {}
}

/// Marks the closure of `recover` as one that returns a promise.
///
/// ## Example
/// ```swift
/// let page = server.page().recover(.promise) { _ in mirror.page() }
/// ```
@frozen
public struct PromiseForm: Sendable {
  /// A closure that returns a promise, which the derived promise follows.
  @inlinable
  public static var promise: PromiseForm { PromiseForm() }

  @inlinable
  init() {}
}
