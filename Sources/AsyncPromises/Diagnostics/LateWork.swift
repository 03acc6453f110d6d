// Work that ends after its promise was cancelled: what it brings is lost, and told of.

extension Cell {
  /// The work for the promise has ended, and has not settled it. To end with a cancellation is what
  /// it was asked for; anything else is reported.
  @usableFromInline
  final func workEndedLate(_ outcome: Result<Void, any Error>, _ effects: inout Effects) {
    observe(.cancellation, &effects) {
      self.marks.set(.workEnded)
      switch outcome {
      case .success: $0.callOut { self.reportLateWork(nil) }
      case .failure(let error) where PromiseError.isCancellation(error): break
      case .failure(let error): $0.callOut { self.reportLateWork(error) }
      }
    }
  }

  private func reportLateWork(_ error: (any Error)?) {
    guard let trace = origin.trace else { return }
    PromiseDiagnostics.report(.lateWork(error: error, trace: trace), in: origin.record?.scope)
  }
}
