// The errors of this vocabulary.

import AsyncPromises

/// An error that cancels the task whose continuation throws it.
///
/// A cancelled task has no error.
public struct CancelledError: Error {
  /// Creates an error that stands for a cancellation.
  public init() {}

  /// Whether an error stands for a cancellation: this one, Swift's `CancellationError`, or one of
  /// another vocabulary.
  @usableFromInline
  static func isMeant(by error: any Error) -> Bool {
    error is CancellationError || (error as? any CancellationSign)?.isCancellation == true
  }
}

extension CancelledError: CancellationSign {
  package var isCancellation: Bool { true }
}

/// The error of a faulted `whenAll`, with the errors of all faulted tasks in their order.
public struct AggregateError: Error {
  /// The errors of the tasks.
  public let errors: [any Error]

  /// Creates an error of several errors.
  public init(errors: [any Error]) { self.errors = errors }
}
