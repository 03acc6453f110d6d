// The three shapes of an asynchronous function, and the ways from each to the others.

import AsyncPromises

/// A function that calls back with a result.
public typealias AsyncFunction<In, Out> =
  @Sendable (In, @escaping @Sendable (Result<Out, any Error>) -> Void) -> Void

/// A function that returns a promise.
public typealias PromiseFunction<In, Out: Sendable> = @Sendable (In) -> Promise<Out>

/// An asynchronous function.
public typealias AwaitedFunction<In, Out> = @Sendable (In) async throws -> Out

// MARK: To promises

/// Returns the function with a promise instead of its callback.
///
/// The first call of the callback settles the promise. A callback released without a call rejects
/// it with `PromiseError.broken(createdAt:)`. Cancelling the promise does not stop the function.
///
/// ```swift
/// let load = promising { url, done in client.load(url, completion: done) }
/// ```
public func promising<In, Out>(
  fileID: StaticString = #fileID, line: UInt = #line, _ function: @escaping AsyncFunction<In, Out>
) -> PromiseFunction<In, Out> {
  { input in Promise.wrap(fileID: fileID, line: line) { function(input, $0) } }
}

/// Returns the asynchronous function as one that returns a promise.
///
/// Cancelling the promise cancels the task.
@_disfavoredOverload
public func promising<In: Sendable, Out>(
  fileID: StaticString = #fileID, line: UInt = #line,
  _ function: @escaping AwaitedFunction<In, Out>
) -> PromiseFunction<In, Out> {
  { input in Promise(fileID: fileID, line: line) { try await function(input) } }
}

// MARK: To callbacks

/// Returns the function with a callback instead of its promise.
///
/// The callback is called once, in its own job, never within the call.
public func callingBack<In, Out>(
  _ function: @escaping PromiseFunction<In, Out>
) -> AsyncFunction<In, Out> {
  { input, callback in function(input).whenSettled(callback) }
}

/// Returns the asynchronous function as one with a callback.
@_disfavoredOverload
public func callingBack<In: Sendable, Out: Sendable>(
  _ function: @escaping AwaitedFunction<In, Out>
) -> AsyncFunction<In, Out> {
  callingBack(promising(function))
}

// MARK: To await

/// Returns the function as an asynchronous one, without its callback.
///
/// A cancelled task stops waiting; the function runs on.
public func awaiting<In, Out: Sendable>(
  fileID: StaticString = #fileID, line: UInt = #line, _ function: @escaping AsyncFunction<In, Out>
) -> AwaitedFunction<In, Out> {
  awaiting(promising(fileID: fileID, line: line, function))
}

/// Returns the function as an asynchronous one that awaits its promise.
///
/// A cancelled task withdraws from the promise, which continues if it has other consumers.
public func awaiting<In, Out>(
  _ function: @escaping PromiseFunction<In, Out>
) -> AwaitedFunction<In, Out> {
  { input in try await started(function, input).get() }
}

/// The promise of a function that an operator calls: cancelling it withdraws from the function's
/// own promise, which may be shared.
func started<In, Out>(_ function: PromiseFunction<In, Out>, _ input: In) -> Promise<Out> {
  Promise { $0.follow(function(input)) }
}
