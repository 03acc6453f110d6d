// Rejections that nobody has looked at when their promise goes.

/// Where rejections wait to be reported: a cell that is being destroyed may be in the middle of a
/// transition, where nothing of the user's runs. A task calls the hook.
enum UnhandledRejections {
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
        PromiseDiagnostics.report(
          .unhandledRejection(rejection.error, trace: rejection.trace), in: rejection.scope)
        rejection.scope?.outstanding.leave()
        rejection.scope?.activity.leave()
      }
    }
  }
}
