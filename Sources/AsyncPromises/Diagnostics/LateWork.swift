// Work that ends after its promise was cancelled: its outcome is lost, but reported.

extension Origin {
  /// Whether an error is one of the library's cancellations, which can be told within a transition.
  static func isOwnCancellation(_ error: any Error) -> Bool {
    error is CancellationError || (error as? any CancellationSign)?.isCancellation == true
  }

  /// Reports that the promise's work ended too late to settle it.
  func reportLateWork(_ outcome: Result<Void, any Error>) {
    guard PromiseDiagnostics.isHeard, let trace else { return }
    let error: (any Error)? = if case .failure(let error) = outcome { error } else { nil }
    if let error, PromiseError.isCancellation(error) { return }
    PromiseDiagnostics.report(.lateWork(error: error, trace: trace), in: record?.context)
  }
}
