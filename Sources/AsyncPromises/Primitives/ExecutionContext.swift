// Where a handler runs: the one idea behind isolations, queues and inline handlers.

/// Where a handler runs, and is released.
///
/// The library's public API uses only the first two, and the compiler determines which. The others
/// are for the compatibility modules, which are built on the same core.
@usableFromInline
package enum ExecutionContext: Sendable {
  /// On the global concurrent executor.
  case concurrent
  /// On an actor.
  case actor(any Actor)
  /// In a job of its own on a queue.
  case queue(HandlerQueue)
  /// In the call that makes the handler due, when all its transitions are done: see `InlineLoop`.
  case inline

  /// The isolation of a closure.
  @usableFromInline
  init(_ isolation: (any Actor)?) {
    self = isolation.map { .actor($0) } ?? .concurrent
  }

  /// Which lane of a cell a handler waits in.
  enum Lane {
    case none, concurrent, inline
  }

  var lane: Lane {
    switch self {
    case .actor, .queue: .none
    case .concurrent: .concurrent
    case .inline: .inline
    }
  }
}

/// A queue that handlers run on.
@usableFromInline
package struct HandlerQueue: Sendable {
  let enqueue: @Sendable (_ job: @escaping @Sendable () -> Void) -> Void

  /// - Parameter enqueue: adds `job` to the queue, which runs it once and starts it after the jobs
  ///   added earlier. Called in the middle of a transition, so it must not run anything itself.
  package init(enqueue: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Void) {
    self.enqueue = enqueue
  }
}
