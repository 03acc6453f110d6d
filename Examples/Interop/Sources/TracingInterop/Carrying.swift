// Runs a handler in the service context at the call.

import Tracing

/// Returns a closure that runs in the service context at this call.
///
/// Tasks, such as that of `Promise { }`, inherit task-locals from the code that creates them. A
/// handler runs in a job that is started by whatever settles the promise, and doesn't see the
/// task-locals of the code around it. A handler that logs or traces must therefore carry its
/// context.
///
/// ```swift
/// promise.map(carrying { log($0) })
/// ```
///
/// - Parameter body: a nonisolated handler. A handler that is isolated to an actor should capture
///   the context itself, to keep its isolation.
/// - Returns: a handler to pass to a promise.
public func carrying<Input, Output>(
  _ body: @escaping @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  let context = ServiceContext.current
  return { input in
    try ServiceContext.withValue(context) { try body(input) }
  }
}

/// Returns a closure that runs in the service context at this call, for handlers that don't throw.
///
/// - Parameter body: a nonisolated handler.
/// - Returns: a handler to pass to a promise.
public func carrying<Input, Output>(
  _ body: @escaping @Sendable (Input) -> Output
) -> @Sendable (Input) -> Output {
  let context = ServiceContext.current
  return { input in
    ServiceContext.withValue(context) { body(input) }
  }
}
