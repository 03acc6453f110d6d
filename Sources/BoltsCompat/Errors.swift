// This module's errors.

import AsyncPromises

/// An error to throw from a continuation in order to cancel its task.
///
/// A cancelled task has no error.
public struct CancelledError: Error {
  /// Creates an error that counts as a cancellation.
  public init() {}

  /// Returns whether an error counts as a cancellation: this one, Swift's `CancellationError`, or a
  /// cancellation error from another library.
  @usableFromInline
  static func isMeant(by error: any Error) -> Bool {
    error is CancellationError || (error as? any CancellationSign)?.isCancellation == true
  }
}

extension CancelledError: CancellationSign {
  package var isCancellation: Bool { true }
}

/// The error of a faulted `whenAll`, with the errors of all faulted tasks in task order.
public struct AggregateError: Error {
  /// The tasks' errors.
  public let errors: [any Error]

  /// Creates an error from several errors.
  public init(errors: [any Error]) { self.errors = errors }
}
