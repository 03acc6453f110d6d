// This module's errors.

import Foundation

/// An error from this module's operators.
///
/// In a file that also imports AsyncPromises, write the full name:
/// `GooglePromisesCompat.PromiseError`.
public enum PromiseError {
  /// The time allowed by ``Promise/timeout(on:_:fileID:line:)`` ran out.
  case timedOut
  /// The predicate of ``Promise/validate(on:fileID:line:_:)`` returned `false`.
  case validationFailure
}

extension PromiseError: CustomNSError {
  /// The error domain of google/promises.
  public static var errorDomain: String { "com.google.FBLPromises.Error" }

  /// The error's code in google/promises.
  public var errorCode: Int {
    switch self {
    case .timedOut: 1
    case .validationFailure: 2
    }
  }

  /// An empty dictionary.
  public var errorUserInfo: [String: Any] { [:] }
}

extension PromiseError {
  /// Creates an instance from `error` if it is a `PromiseError`, or an `NSError` whose domain is
  /// ``errorDomain``.
  public init?(_ error: any Error) {
    let error = error as NSError
    guard error.domain == Self.errorDomain else { return nil }
    switch error.code {
    case Self.timedOut.errorCode: self = .timedOut
    case Self.validationFailure.errorCode: self = .validationFailure
    default: return nil
    }
  }
}
