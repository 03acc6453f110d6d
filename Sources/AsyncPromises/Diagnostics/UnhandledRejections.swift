// Rejections that nobody has looked at when their promise goes.

extension Cell {
  /// Whether a settled cell is rejected. Does not count as a look at the failure.
  @usableFromInline
  final var isRejected: Bool { failure != nil }

  /// The error of a settled cell, for somebody to whom the rejection matters.
  @usableFromInline
  final var failureSeen: (any Error)? {
    guard let failure else { return nil }
    departures.record(.sight)
    return failure
  }

  /// The failure that the cell is about to have has been shown to the user.
  @usableFromInline
  final func failureIsShown() {
    departures.record(.handling)
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
    Scope.report(failure, from: origin)
  }
}

/// A rejection on its way to the hook. A cell that is being destroyed may be in the middle of a
/// transition, where nothing of the user's runs: rejections wait in a lane of their scope, and a
/// task calls the hook.
private final class Rejection: Node, @unchecked Sendable {
  private let error: any Error
  private let trace: String
  /// `nil` where no scope is known: then the process has it.
  private let scope: Scope?

  init(_ error: any Error, trace: String, in scope: Scope?) {
    self.error = error
    self.trace = trace
    self.scope = scope
    super.init(link: .detached)
  }

  /// Calls the hook. What the hook makes belongs where the promise did, and not to whoever came
  /// first.
  func report() {
    Surroundings.$current.withValue(scope.map(Surroundings.inside)) {
      PromiseDiagnostics.report(.unhandledRejection(error, trace: trace), in: scope)
    }
    scope?.outstanding.leave()
    scope?.activity.leave()
  }
}

extension Scope {
  fileprivate static func report(_ error: any Error, from origin: Origin) {
    let scope = origin.record?.scope ?? Surroundings.current?.scope
    scope?.activity.enter()
    scope?.outstanding.enter()
    let rejection = Rejection(error, trace: origin.trace, in: scope)
    let owner = scope ?? .process
    guard owner.rejections.append(Unmanaged.passRetained(rejection)) else { return }
    Spawn.task(on: nil, priority: Spawn.handlerPriority) { owner.callHook() }
  }

  private func callHook() {
    while var waiting = rejections.takeAll() {
      while let next = waiting.popFirst() {
        // SAFETY: only `report` appends to the lane, and only rejections.
        unsafeDowncast(next.takeRetainedValue(), to: Rejection.self).report()
      }
    }
  }
}
