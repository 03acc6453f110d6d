// This module's errors, and which errors count as cancellations.

import AsyncPromises
import Foundation

/// An error from this module's functions and operators.
public enum PMKError: Error, @unchecked Sendable {
  /// A callback was called with neither a value nor an error.
  case invalidCallingConvention
  /// A handler returned the very promise it was meant to settle.
  case returnedSelf
  /// An argument was invalid, such as an empty race or a concurrency of zero.
  case badInput
  /// The operation was cancelled.
  case cancelled
  /// The value could not be converted to the type.
  case flatMap(Any, any Any.Type)
  /// The closure passed to `compactMap` returned `nil` for the value.
  case compactMap(Any, any Any.Type)
  /// The sequence has no first or last element.
  case emptySequence
  /// All the promises passed to `race(fulfilled:)` were rejected.
  case noWinner
}

extension PMKError: CancellationSign {
  /// Whether it is ``cancelled``.
  public var isCancellation: Bool { if case .cancelled = self { true } else { false } }
}

extension PMKError: CustomDebugStringConvertible {
  /// What happened, in a sentence.
  public var debugDescription: String {
    switch self {
    case .invalidCallingConvention:
      "A callback was called with neither a value nor an error."
    case .returnedSelf: "A handler returned the promise it was meant to settle."
    case .badInput:
      "Invalid input: no promises to choose from, or a concurrency below one."
    case .cancelled: "The operation was cancelled."
    case .flatMap(let value, let type): Self.failure(of: "flatMap", value, type)
    case .compactMap(let value, let type): Self.failure(of: "compactMap", value, type)
    case .emptySequence: "The sequence has no first or last element."
    case .noWinner: "All the promises passed to race(fulfilled:) were rejected."
    }
  }
}

extension PMKError {
  private static func failure(of name: String, _ value: Any, _ type: any Any.Type) -> String {
    "`\(name)` could not convert “\(value)” of type \(Swift.type(of: value)) to \(type)."
  }
}

extension PMKError: LocalizedError {
  /// The same sentence as ``debugDescription``.
  public var errorDescription: String? { debugDescription }
}

/// An error that may count as a cancellation.
public protocol CancellableError: PossibleCancellation {
  /// Whether the error counts as a cancellation.
  var isCancelled: Bool { get }
}

extension CancellableError {
  /// Same as `isCancelled`.
  public var isCancellation: Bool { isCancelled }
}

extension URLError: PossibleCancellation {
  /// Whether the request was cancelled.
  public var isCancellation: Bool { code == .cancelled }
}

extension CocoaError: PossibleCancellation {
  /// Whether the user cancelled.
  public var isCancellation: Bool { code == .userCancelled }
}

extension Error {
  /// Whether the error is a cancellation by this or another compatibility module, Swift, a URL
  /// session or the user, or a ``CancellableError`` that counts as one.
  public var isCancelled: Bool {
    switch self as any Error {
    case URLError.cancelled, CocoaError.userCancelled: true
    case let error: PromiseError.isCancellation(error) || isCancelledPayment
    }
  }
}

extension Error {
  /// Whether it is StoreKit's error for a payment cancelled by the user.
  private var isCancelledPayment: Bool {
    #if canImport(Darwin)
      let error = self as NSError
      return (error.domain, error.code) == ("SKErrorDomain", 2)
    #else
      return false
    #endif
  }
}
