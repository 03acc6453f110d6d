// Inline handlers: they run in the call that makes them due, one after the other.

/// The loop in which a call runs inline handlers, when all its transitions are done.
///
/// What such a handler makes due, by settling a promise or by giving a handler to a settled one,
/// joins the loop and runs when the handler has returned: neither a chain nor a loop of promises
/// costs stack. Handlers of one promise stay in order, because they wait in its lane.
final class InlineLoop: @unchecked Sendable {
  /// Inherited by the tasks that a handler starts, which run outside of the loop: hence `task`.
  @TaskLocal private static var innermost: InlineLoop?

  // These belong to the call.
  private var lanes: ReadyLanes
  private var isOver = false
  /// Identifies the task that the call is made in; zero outside of tasks.
  private let task = Tasks.current

  private init(_ lanes: ReadyLanes) {
    self.lanes = lanes
  }

  /// Runs the handlers that wait in `lanes`, or leaves them to the loop that the call is made in.
  static func run(_ lanes: consuming ReadyLanes) {
    if let loop = innermost, loop.task == Tasks.current, !loop.isOver {
      return loop.add(&lanes)
    }
    let loop = InlineLoop(lanes)
    $innermost.withValue(loop) { loop.run() }
  }

  /// Leaves handlers to the loop, which runs in the same call.
  func add(_ more: inout ReadyLanes) {
    while let cell = more.popFirst() { lanes.append(cell) }
  }

  private func run() {
    var trampoline = Trampoline(in: .inline(self))
    while let cell = lanes.popFirst() { trampoline.runInlineHandlers(of: cell) }
    isOver = true
  }
}

extension Trampoline {
  /// Runs what waits in the lane of a settled cell, up to the first handler that is not an inline
  /// one: from there on the lane is a job's.
  fileprivate mutating func runInlineHandlers(of cell: Cell) {
    while var handlers = cell.lane.takeAll() {
      while let node = handlers.popFirst() {
        guard node._withUnsafeGuaranteedRef({ $0.runsInline }) else {
          var rest = NodeList<Node>()
          rest.append(node)
          rest.append(handlers)
          return jobs.start(rest, onLaneOf: cell)
        }
        run(node)
      }
    }
  }
}
