// The errors of this vocabulary.

import Foundation

/// An error that operators of this vocabulary reject promises with.
///
/// In a file that imports AsyncPromises as well, write the full name:
/// `GooglePromisesCompat.PromiseError`.
public enum PromiseError {
  /// The time of ``Promise/timeout(on:_:fileID:line:)`` has passed.
  case timedOut
  /// The predicate of ``Promise/validate(on:fileID:line:_:)`` returned `false`.
  case validationFailure
}

extension PromiseError: CustomNSError {
  /// The domain that google/promises gives its errors.
  public static var errorDomain: String { "com.google.FBLPromises.Error" }

  /// The number that google/promises gives the error.
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
  /// Creates an instance of `error` if it is one of these, or an `NSError` of their domain.
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
