// Work that ends after its promise was cancelled: its outcome is lost, but reported.

extension Origin {
  /// Whether an error represents a cancellation, which is not reported.
  static func isCancellation(_ error: any Error) -> Bool { PromiseError.isCancellation(error) }

  /// Reports that the promise's work ended too late to settle it.
  func reportLateWork(_ outcome: Result<Void, any Error>) {
    guard PromiseDiagnostics.isHeard, let trace else { return }
    let error: (any Error)? = if case .failure(let error) = outcome { error } else { nil }
    PromiseDiagnostics.report(.lateWork(error: error, trace: trace), in: record?.scope)
  }
}
