// This module's errors.

import AsyncPromises
import Foundation

/// An error to throw from a continuation in order to cancel its task.
///
/// A cancelled task has no error.
public struct CancelledError: Error {
  /// Creates an error that counts as a cancellation.
  public init() {}

  /// Returns whether an error cancels a task: whether it means a cancellation, except for
  /// Foundation's errors, which fault a task, as in Bolts, whatever they mean elsewhere.
  @usableFromInline
  static func isMeant(by error: any Error) -> Bool {
    PromiseError.isCancellation(error) && !(error is URLError || error is CocoaError)
  }
}

extension CancelledError: CancellationSign {
  /// Always `true`.
  public var isCancellation: Bool { true }
}

/// The error of a faulted `whenAll`, with the errors of all faulted tasks in task order.
public struct AggregateError: Error {
  /// The tasks' errors.
  public let errors: [any Error]

  /// Creates an error from several errors.
  public init(errors: [any Error]) { self.errors = errors }
}
