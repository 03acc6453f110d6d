// Inline handlers: they run in the call that makes them due, one after the other.

import AsyncPromises

/// The loop in which a call runs inline handlers, when all its transitions are done.
///
/// If such a handler makes others due, by settling a promise or by attaching a handler to a settled
/// one, these join the loop and run after it has returned. Neither chains nor loops of promises use
/// up the stack. Handlers of one promise stay in order, because they wait in its lane.
package final class InlineLoop: @unchecked Sendable {
  /// Tasks that a handler starts inherit it but run outside the loop, so `task` is compared too.
  @TaskLocal private static var innermost: InlineLoop?

  // These belong to the call, so an exclusivity check can't find anything.
  @exclusivity(unchecked) private var lanes: Queue<Cell>
  /// The handlers of the lane that is being served.
  @exclusivity(unchecked) private var handlers = DueHandlers()
  @exclusivity(unchecked) private var isOver = false
  /// Identifies the task that the call is made in.
  private let task = Tasks.current

  private init(_ lanes: consuming Queue<Cell>) { self.lanes = lanes }

  /// The loop that the call is made in.
  private static var current: InlineLoop? {
    guard let loop = innermost, loop.task == Tasks.current, !loop.isOver else { return nil }
    return loop
  }

  /// Runs the handlers in the lanes, or leaves them to the loop that the call is made in.
  fileprivate static func serve(_ lanes: consuming Queue<Cell>) {
    if let loop = current {
      while let cell = lanes.pop() { loop.lanes.append(cell) }
      return
    }
    let loop = InlineLoop(lanes)
    $innermost.withValue(loop) {
      loop.runHandlers()
      loop.isOver = true
    }
  }

  /// Makes a call independently of the current loop, so that inline handlers that it makes due run
  /// before it returns.
  package static func apart<R>(_ body: () throws -> R) rethrows -> R {
    try $innermost.withValue(nil, operation: body)
  }

  /// Makes a call that blocks the thread, after running the handlers that wait in the current loop.
  package static func blocking<R>(_ body: () throws -> R) rethrows -> R {
    current?.runHandlers()
    return try apart(body)
  }

  /// Runs the handlers in the lanes. If a lane contains a handler that isn't inline, a job takes
  /// over from there.
  ///
  /// A handler that is about to block first runs the loop in a nested call. The lanes, and the
  /// handlers taken from them, therefore belong to the loop and not to one call of this method.
  private func runHandlers() {
    while true {
      var served: Cell?
      if let handler = handlers.pop(&served) {
        if handler.whenDone != nil { handler.run() } else { handlers.leaveToJob(from: handler) }
      } else if served == nil {
        guard let next = lanes.pop() else { return }
        handlers.append(lane: next)
      }
      served = nil  // may free a user's value, which may make other handlers due
    }
  }
}

extension ExecutionContext {
  /// In the call that makes the handler due, when all its transitions are done.
  @usableFromInline
  package static let inline = {
    BlockingLoops.all.push { InlineLoop.blocking($0) }
    return ExecutionContext.whenDone(WhenDone { InlineLoop.serve($0) })
  }()
}
