// Events that are reported asynchronously, such as a failure that was never observed, a promise
// consumed after its work was stopped, or work that never goes idle.

/// An event on its way to the hook.
///
/// A cell may be destroyed in the middle of a transition, where none of the user's code may run.
/// Reports therefore wait in the mailbox of their scope until a task calls the hook. Until then
/// they count as outstanding.
private final class LateReport: QueueNode, @unchecked Sendable {
  private let event: PromiseDiagnostics.Event
  /// `nil` if no scope is known: then the event belongs to the process.
  private let context: (any TrackedContext)?
  /// Belongs to the thread that calls the hook.
  private var count: AnyObject?

  init(_ event: PromiseDiagnostics.Event, in context: (any TrackedContext)?) {
    (self.event, self.context, count) = (event, context, context?.countReport())
  }

  /// Calls the hook. Whatever the hook creates belongs to the promise's scope.
  func callHook() {
    func pass() { PromiseDiagnostics.pass(event, in: context) }
    if let context { context.bind(pass) } else { pass() }
    count = nil
  }
}

/// The reports of a scope.
package final class LateReports: Sendable {
  private static let process = LateReports()

  private let mailbox = Mailbox<LateReport>()

  package init() {}

  package static func deliver(
    _ event: PromiseDiagnostics.Event, in context: (any TrackedContext)?
  ) {
    let reports = (context as? any ReportTaker)?.reports ?? process
    guard reports.mailbox.append(LateReport(event, in: context)) else { return }
    Tasks.start(on: nil) { reports.mailbox.serve { $0.callHook() } }
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
    LateReports.deliver(event(trace), in: record?.context ?? Tracking.tracker?.context)
  }
}
