// Rejections that nobody has looked at when their promise goes.

extension Cell {
  /// Whether a settled cell is rejected. Does not count as a look at the failure.
  final var isRejected: Bool { failure != nil }

  /// The error of a settled cell, for somebody to whom the rejection matters.
  final var failureSeen: (any Error)? {
    guard let failure else { return nil }
    departures.record(.sight)
    return failure
  }

  /// Marks the failure that the cell has, or may have one day.
  final func markFailure(_ mark: Departures.Mark) {
    var cell = self
    while true {
      cell.departures.record(mark)
      // Either this look sees that the cell follows, or whoever binds it sees the mark.
      guard let relay = cell.phase.relay else { return }
      // SAFETY: a following word is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
    }
  }

  /// For the end of a rejected cell: nobody can look at its failure any more.
  ///
  /// Cells without an origin are the library's own. A cancellation is nothing to be handled.
  final func reportUnseenFailure() {
    guard let failure, !departures.failureWasSeen, !origin.isNone,
      !(failure is CancellationError)
    else { return }
    UnhandledRejections.report(failure, from: origin)
  }
}

/// Where rejections wait to be reported: a cell that is being destroyed may be in the middle of a
/// transition, where nothing of the user's runs. A task calls the hook.
private enum UnhandledRejections {
  private static let lane = Lane()

  private final class Rejection: Node, @unchecked Sendable {
    let error: any Error
    let trace: String
    let scope: Scope?

    init(_ error: any Error, trace: String, in scope: Scope?) {
      self.error = error
      self.trace = trace
      self.scope = scope
      super.init(link: .detached)
    }
  }

  static func report(_ error: any Error, from origin: Origin) {
    let scope = origin.record?.scope
    scope?.activity.enter()
    scope?.outstanding.enter()
    let rejection = Rejection(error, trace: origin.trace, in: scope)
    guard lane.append(Unmanaged.passRetained(rejection)) else { return }
    Spawn.task(on: nil, priority: Spawn.handlerPriority) { callHook() }
  }

  private static func callHook() {
    while var rejections = lane.takeAll() {
      while let next = rejections.popFirst() {
        // SAFETY: only `report` appends to the lane, and only rejections.
        let rejection = unsafeDowncast(next.takeRetainedValue(), to: Rejection.self)
        // What the hook makes belongs where the promise did, and not to whoever came first.
        Surroundings.$current.withValue(rejection.scope.map(Surroundings.inside)) {
          PromiseDiagnostics.report(
            .unhandledRejection(rejection.error, trace: rejection.trace), in: rejection.scope)
        }
        rejection.scope?.outstanding.leave()
        rejection.scope?.activity.leave()
      }
    }
  }
}
