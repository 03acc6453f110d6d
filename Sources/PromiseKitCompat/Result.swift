// The outcome of a promise, with its PromiseKit names.

import AsyncPromises
import PromiseCompatSupport

/// The outcome of a promise.
///
/// In a file that imports this module, it hides the standard library's type, which is still
/// available as `Swift.Result`.
public enum Result<T> {
  /// The value.
  case fulfilled(T)
  /// The error.
  case rejected(any Error)

  @inlinable
  init(_ outcome: Swift.Result<Transfer<T>, any Error>) {
    switch outcome {
    case .success(let value): self = .fulfilled(value.value)
    case .failure(let error): self = .rejected(error)
    }
  }
}

extension Result {
  /// Whether the outcome is a value.
  public var isFulfilled: Bool {
    if case .fulfilled = self { true } else { false }
  }
}
