// Events that are reported asynchronously, such as a failure that was never observed, a promise
// consumed after its work was stopped, or work that never goes idle.

/// An event on its way to the hook.
///
/// A cell may be destroyed in the middle of a transition, where none of the user's code may run.
/// Reports therefore wait in the mailbox of their scope until a task calls the hook. Until then
/// they count as outstanding.
final class LateReport: QueueNode, @unchecked Sendable {
  private let event: PromiseDiagnostics.Event
  /// `nil` if no scope is known: then the event belongs to the process.
  private let scope: Scope?

  private init(_ event: PromiseDiagnostics.Event, in scope: Scope?) {
    self.event = event
    self.scope = scope
  }

  static func deliver(_ event: PromiseDiagnostics.Event, in scope: Scope?) {
    scope?.activity.enter()
    scope?.outstanding.enter()
    scope?.reporting.enter()
    let owner = scope ?? .process
    guard owner.reports.append(LateReport(event, in: scope)) else { return }
    Tasks.start(on: nil) {
      owner.reports.serve { $0.callHook() }
    }
  }

  /// Calls the hook. Whatever the hook creates belongs to the promise's scope.
  private func callHook() {
    TrackingContext.$current.withValue(scope.map(TrackingContext.inside)) {
      PromiseDiagnostics.pass(event, in: scope)
    }
    scope?.reporting.leave()
    scope?.outstanding.leave()
    scope?.activity.leave()
  }
}

extension Origin {
  /// Reports a failure that no code can observe anymore, unless it is internal to the library or a
  /// cancellation, which needs no handling.
  func reportUnhandled(_ failure: any Error) {
    if PromiseError.isCancellation(failure) { return }
    report { .unhandledRejection(failure, trace: $0) }
  }

  /// Reports a failure of work that all consumers had left.
  func reportLateFailure(_ failure: any Error) {
    if PromiseError.isCancellation(failure) { return }
    report { .lateWork(error: failure, trace: $0) }
  }

  /// Reports a value that came while all consumers left.
  func reportMissedValue() {
    report { .lateWork(error: nil, trace: $0) }
  }

  /// Reports a consumer that arrived after all others had left.
  func reportLateConsumer() {
    report { .abandonedPromise(trace: $0) }
  }

  func report(_ event: (_ trace: String) -> PromiseDiagnostics.Event) {
    guard PromiseDiagnostics.isHeard, let trace else { return }
    LateReport.deliver(event(trace), in: record?.scope ?? TrackingContext.current?.scope)
  }
}
