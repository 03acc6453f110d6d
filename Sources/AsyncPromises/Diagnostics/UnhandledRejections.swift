// Failures that nobody has looked at when their promise goes.

/// A rejection on its way to the hook. A cell that is being destroyed may be in the middle of a
/// transition, where nothing of the user's runs: rejections wait in a mailbox of their scope, and a
/// task calls the hook.
final class Rejection: QueueNode, @unchecked Sendable {
  private let error: any Error
  private let trace: String
  /// `nil` where no scope is known: then the process has it.
  private let scope: Scope?

  init(_ error: any Error, trace: String, in scope: Scope?) {
    self.error = error
    self.trace = trace
    self.scope = scope
  }

  /// Calls the hook. What the hook makes belongs where the promise did, and not to whoever came
  /// first.
  func report() {
    TrackingContext.$current.withValue(scope.map(TrackingContext.inside)) {
      PromiseDiagnostics.report(.unhandledRejection(error, trace: trace), in: scope)
    }
    scope?.outstanding.leave()
    scope?.activity.leave()
  }
}

extension Origin {
  /// Reports a failure that nobody can look at any more.
  func reportUnhandled(_ failure: any Error) {
    let scope = record?.scope ?? TrackingContext.current?.scope
    scope?.activity.enter()
    scope?.outstanding.enter()
    let owner = scope ?? .process
    guard owner.rejections.append(Rejection(failure, trace: trace, in: scope)) else { return }
    Tasks.start(on: nil, priority: Tasks.handlerPriority) {
      owner.rejections.drain { $0.report() }
    }
  }
}
