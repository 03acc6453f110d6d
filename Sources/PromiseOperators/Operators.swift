// The operators: `+>` runs functions one after another, and `<>` runs them at the same time.

import AsyncPromises

/// For functions that run one after another: `a +> b +> c` starts with `a`.
precedencegroup SeriesPrecedence {
  associativity: left
  higherThan: TernaryPrecedence
}

/// For functions that run at the same time. `<>` binds tighter than `+>`: `a +> b <> c +> d` means
/// `a +> (b <> c) +> d`.
precedencegroup ParallelPrecedence {
  associativity: left
  higherThan: SeriesPrecedence
}

infix operator +> : SeriesPrecedence
infix operator <> : ParallelPrecedence

// MARK: Callbacks

/// Returns a function that runs `first` and then `second` with its result; if `first` fails, so
/// does the returned function, with the same error.
///
/// The returned function's callback is called once, in its own job, whatever the two functions do.
/// If one of them calls back twice, only the first call counts. If one releases its callback
/// without calling it, that counts as `PromiseError.broken(createdAt:)`.
///
/// ```swift
/// let avatar = findUser +> loadAvatar
/// avatar("ada") { result in show(result) }
/// ```
public func +> <In, Middle: Sendable, Out: Sendable>(
  first: @escaping AsyncFunction<In, Middle>, second: @escaping AsyncFunction<Middle, Out>
) -> AsyncFunction<In, Out> {
  callingBack(promising(first) +> promising(second))
}

/// Returns a function that runs both functions at once, with the same input, and calls back with
/// both results or with the first error.
///
/// The returned function's callback is called once, in its own job, whatever threads the two
/// functions use. After an error, the other function keeps running, and its result is ignored.
///
/// ```swift
/// let profile = findUser +> loadAvatar <> loadPosts
/// profile("ada") { result in show(result) }
/// ```
public func <> <In, First: Sendable, Second: Sendable>(
  first: @escaping AsyncFunction<In, First>, second: @escaping AsyncFunction<In, Second>
) -> AsyncFunction<In, (First, Second)> {
  callingBack(promising(first) <> promising(second))
}

// MARK: Promises

/// Returns a function that runs `first`, then runs `second` with the value of `first`. If either
/// fails, the promise of the returned function is rejected with the same error.
///
/// Cancelling that promise withdraws it from the step that is pending.
public func +> <In, Middle, Out>(
  first: @escaping PromiseFunction<In, Middle>, second: @escaping PromiseFunction<Middle, Out>
) -> PromiseFunction<In, Out> {
  { input in first(input).then { second($0) } }
}

/// Returns a function that runs both functions at once, with the same input; its promise is
/// fulfilled with both values or rejected with the first error.
///
/// Cancelling that promise withdraws it from the promises of both functions. If either of those is
/// rejected, the combined promise withdraws from the other.
public func <> <In, First, Second>(
  first: @escaping PromiseFunction<In, First>, second: @escaping PromiseFunction<In, Second>
) -> PromiseFunction<In, (First, Second)> {
  { input in Promise.all(started(first, input), started(second, input), remaining: .cancel) }
}

// MARK: Await

/// Returns a function that awaits `first`, then awaits `second` with the result of `first`, and
/// throws if either does.
@_disfavoredOverload
public func +> <In, Middle, Out>(
  first: @escaping AwaitedFunction<In, Middle>, second: @escaping AwaitedFunction<Middle, Out>
) -> AwaitedFunction<In, Out> {
  { input in try await second(first(input)) }
}

/// Returns a function that awaits both functions at once, with the same input, and throws the first
/// error.
///
/// An error in one function cancels the other. Cancelling the task cancels both.
@_disfavoredOverload
public func <> <In: Sendable, First: Sendable, Second: Sendable>(
  first: @escaping AwaitedFunction<In, First>, second: @escaping AwaitedFunction<In, Second>
) -> AwaitedFunction<In, (First, Second)> {
  awaiting(promising(first) <> promising(second))
}
