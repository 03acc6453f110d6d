// Inline handlers: they run in the call that makes them due, one after the other.

/// The loop in which a call runs inline handlers, when all its transitions are done.
///
/// What such a handler makes due, by settling a promise or by giving a handler to a settled one,
/// joins the loop and runs when the handler has returned: neither a chain nor a loop of promises
/// costs stack. Handlers of one promise stay in order, because they wait in its lane.
package final class InlineLoop: @unchecked Sendable {
  /// Inherited by the tasks that a handler starts, which run outside of the loop: hence `task`.
  @TaskLocal private static var innermost: InlineLoop?

  // These belong to the call: there is nothing that a check could find.
  @exclusivity(unchecked) private var lanes: ReadyLanes
  @exclusivity(unchecked) private var isOver = false
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
  static func serve(_ lanes: consuming ReadyLanes) {
    if let loop = current { return loop.add(lanes) }
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
  func add(_ more: consuming ReadyLanes) { lanes.append(more) }

  /// Runs what waits in the lanes. From the first handler on that is not an inline one, a lane is a
  /// job's.
  ///
  /// A handler that blocks has the loop run before, in a call of its own: what the lanes hold, and
  /// what was taken from them, belongs to the loop, and not to one of its calls.
  private func runHandlers() {
    var trampoline = Trampoline(in: .inline(self))
    while true {
      var served: Cell?
      let next = lanes.popHandler(&served)
      let isAnyLeft = next != nil || served != nil
      served = nil  // which may free a value of the user's, and that make other handlers due
      guard isAnyLeft else { return }
      guard let node = next else { continue }
      if node._withUnsafeGuaranteedRef({ $0.handlerContext?.lane == .inline }) {
        trampoline.runHandler(of: node)
      } else {
        Tasks.start(HandlerJobs.Job(lanes: lanes.giveUpCurrent(from: node)))
      }
    }
  }
}
