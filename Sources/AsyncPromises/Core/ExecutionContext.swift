// Where a handler runs: in the closure's isolation, or where another module runs it.

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
  /// At the end of the call that makes the handler due, when nothing is held.
  case whenDone(WhenDone)

  /// The isolation of a closure.
  @usableFromInline
  init(_ isolation: (any Actor)?) {
    self = isolation.map { .actor($0) } ?? .concurrent
  }

  /// Whether the handler waits in the lane of the cell that it was registered with.
  var hasLane: Bool {
    switch self {
    case .actor, .queue: false
    case .concurrent, .whenDone: true
    }
  }
}

/// What runs handlers that are due when a call is done.
///
/// A structure, because a bare closure in an optional would be wrapped in thunks.
@usableFromInline
package struct WhenDone: Sendable {
  let run: @Sendable (_ lanes: consuming Queue<Cell>) -> Void

  /// - Parameter run: runs the handlers that wait in the lanes of these cells, now or later. Until
  ///   a lane is empty, further ones queue in it.
  package init(run: @escaping @Sendable (_ lanes: consuming Queue<Cell>) -> Void) {
    self.run = run
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
