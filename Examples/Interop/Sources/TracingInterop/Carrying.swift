// A handler in the context of where it is written.

import Tracing

/// The closure, in the service context of where this call stands.
///
/// Tasks inherit task-locals from where they are made; `Promise { }` makes one. A handler runs in a
/// job that whoever settles the promise has started, and sees what was bound there. Whatever a
/// handler logs or traces for the code that it is written in therefore has to carry its context.
///
/// ```swift
/// promise.map(carrying { log($0) })
/// ```
///
/// - Parameter body: a nonisolated handler. One of an actor captures the context by itself, so that
///   it keeps its isolation.
/// - Returns: the handler to give to a promise.
public func carrying<Input, Output>(
  _ body: @escaping @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  let context = ServiceContext.current
  return { input in
    try ServiceContext.withValue(context) { try body(input) }
  }
}

/// The closure, in the service context of where this call stands, for handlers that don't throw.
///
/// - Parameter body: a nonisolated handler.
/// - Returns: the handler to give to a promise.
public func carrying<Input, Output>(
  _ body: @escaping @Sendable (Input) -> Output
) -> @Sendable (Input) -> Output {
  let context = ServiceContext.current
  return { input in
    ServiceContext.withValue(context) { body(input) }
  }
}
