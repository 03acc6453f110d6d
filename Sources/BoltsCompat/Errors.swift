// The errors of this vocabulary.

import AsyncPromises

/// Throw it from a continuation to cancel its task.
///
/// A cancelled task has no error.
public struct CancelledError: Error {
  /// Creates an error that counts as a cancellation.
  public init() {}

  /// Whether an error counts as a cancellation: this one, Swift's `CancellationError`, or one of
  /// another library's.
  @usableFromInline
  static func isMeant(by error: any Error) -> Bool {
    error is CancellationError || (error as? any CancellationSign)?.isCancellation == true
  }
}

extension CancelledError: CancellationSign {
  package var isCancellation: Bool { true }
}

/// The error of a faulted `whenAll`: the errors of all faulted tasks, in task order.
public struct AggregateError: Error {
  /// The errors of the tasks.
  public let errors: [any Error]

  /// Creates an error from several errors.
  public init(errors: [any Error]) { self.errors = errors }
}
