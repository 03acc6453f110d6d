// The three kinds of asynchronous function, and conversions from each to the others.

import AsyncPromises

/// A function that passes its result to a callback.
public typealias AsyncFunction<In, Out> =
  @Sendable (In, @escaping @Sendable (Result<Out, any Error>) -> Void) -> Void

/// A function that returns a promise.
public typealias PromiseFunction<In, Out: Sendable> = @Sendable (In) -> Promise<Out>

/// An asynchronous function.
public typealias AwaitedFunction<In, Out> = @Sendable (In) async throws -> Out

// MARK: To promises

/// Returns a version of the function that returns a promise instead of taking a callback.
///
/// The first call to the callback settles the promise. If the callback is released without being
/// called, the promise is rejected with `PromiseError.broken(createdAt:)`. Cancelling the promise
/// does not stop the function.
///
/// ```swift
/// let load = promising { url, done in client.load(url, completion: done) }
/// ```
public func promising<In, Out>(
  fileID: StaticString = #fileID, line: UInt = #line, _ function: @escaping AsyncFunction<In, Out>
) -> PromiseFunction<In, Out> {
  { input in Promise.wrap(fileID: fileID, line: line) { function(input, $0) } }
}

/// Returns a version of the asynchronous function that returns a promise.
///
/// Cancelling the promise cancels the function's task.
@_disfavoredOverload
public func promising<In: Sendable, Out>(
  fileID: StaticString = #fileID, line: UInt = #line,
  _ function: @escaping AwaitedFunction<In, Out>
) -> PromiseFunction<In, Out> {
  { input in Promise(fileID: fileID, line: line) { try await function(input) } }
}

// MARK: To callbacks

/// Returns a version of the function that takes a callback instead of returning a promise.
///
/// The callback is called once, in its own job, never during the call itself.
public func callingBack<In, Out>(
  _ function: @escaping PromiseFunction<In, Out>
) -> AsyncFunction<In, Out> {
  { input, callback in function(input).whenSettled(callback) }
}

/// Returns a version of the asynchronous function that takes a callback.
@_disfavoredOverload
public func callingBack<In: Sendable, Out: Sendable>(
  _ function: @escaping AwaitedFunction<In, Out>
) -> AsyncFunction<In, Out> {
  callingBack(promising(function))
}

// MARK: To await

/// Returns an asynchronous version of the function, which takes no callback.
///
/// If the task is cancelled, it stops waiting, but the function keeps running.
public func awaiting<In, Out: Sendable>(
  fileID: StaticString = #fileID, line: UInt = #line, _ function: @escaping AsyncFunction<In, Out>
) -> AwaitedFunction<In, Out> {
  awaiting(promising(fileID: fileID, line: line, function))
}

/// Returns an asynchronous version of the function, which awaits its promise.
///
/// If the task is cancelled, it withdraws from the promise, which continues if it has other
/// consumers.
public func awaiting<In, Out>(
  _ function: @escaping PromiseFunction<In, Out>
) -> AwaitedFunction<In, Out> {
  { input in try await started(function, input).get() }
}

/// Returns a promise for a function that an operator calls. Cancelling it only withdraws from the
/// function's own promise, which may be shared.
func started<In, Out>(_ function: PromiseFunction<In, Out>, _ input: In) -> Promise<Out> {
  Promise { $0.follow(function(input)) }
}
