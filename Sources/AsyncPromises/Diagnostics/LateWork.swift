// Work that ends after its promise was cancelled: what it brings is lost, and told of.

extension Cell {
  /// The work for the promise has ended, and has not settled it. To end with a cancellation is what
  /// it was asked for; anything else is reported.
  @usableFromInline
  final func workEndedLate(_ outcome: Result<Void, any Error>, _ trampoline: inout Trampoline) {
    observe(.cancellation, &trampoline) {
      self.notes.record(.workEnded)
      switch outcome {
      case .success: $0.afterTransitions { self.reportLateWork(nil) }
      case .failure(let error) where PromiseError.isCancellation(error): break
      case .failure(let error): $0.afterTransitions { self.reportLateWork(error) }
      }
    }
  }

  private func reportLateWork(_ error: (any Error)?) {
    guard let trace = origin.trace else { return }
    PromiseDiagnostics.report(.lateWork(error: error, trace: trace), in: origin.record?.scope)
  }
}
