// Markers that tell an operator what kind of closure it gets: `map(.async) { try await … }`.
//
// If overloads differ only in their closures, the compiler tries every combination along a chain.
// With a marker, the number of arguments selects the overload before any closure is type-checked.

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
