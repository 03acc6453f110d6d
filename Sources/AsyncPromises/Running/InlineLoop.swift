// Inline handlers: they run in the call that makes them due, one after the other.

/// The loop in which a call runs inline handlers, when all its transitions are done.
///
/// What such a handler makes due, by settling a promise or by giving a handler to a settled one,
/// joins the loop and runs when the handler has returned: neither a chain nor a loop of promises
/// costs stack. Handlers of one promise stay in order, because they wait in its lane.
package final class InlineLoop: @unchecked Sendable {
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

  /// The loop that the call is made in.
  private static var current: InlineLoop? {
    guard let loop = innermost, loop.task == Tasks.current, !loop.isOver else { return nil }
    return loop
  }

  /// Runs the handlers that wait in `lanes`, or leaves them to the loop that the call is made in.
  static func run(_ lanes: consuming ReadyLanes) {
    if let loop = current { return loop.add(&lanes) }
    let loop = InlineLoop(lanes)
    $innermost.withValue(loop) {
      loop.runHandlers()
      loop.isOver = true
    }
  }

  /// Makes a call apart from the loop that it is made in: the handlers that it makes due run before
  /// it returns.
  package static func apart<R>(_ body: () throws -> R) rethrows -> R {
    try $innermost.withValue(nil, operation: body)
  }

  /// Makes a call that blocks the thread: what waits in the loop that it is made in runs before.
  package static func blocking<R>(_ body: () throws -> R) rethrows -> R {
    current?.runHandlers()
    return try apart(body)
  }

  /// Leaves handlers to the loop, which runs in the same call.
  func add(_ more: inout ReadyLanes) {
    while let cell = more.popFirst() { lanes.append(cell) }
  }

  private func runHandlers() {
    var trampoline = Trampoline(in: .inline(self))
    while let cell = lanes.popFirst() { trampoline.runInlineHandlers(of: cell) }
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
