// An outcome collected by any.

import Foundation

/// A value, or an error in its place.
public enum Maybe<Value> {
  /// The value.
  case value(Value)
  /// The error.
  case error(any Error)

  /// Creates an instance with a value.
  public init(_ value: Value) { self = .value(value) }

  /// Creates an instance with an error.
  public init(_ error: any Error) { self = .error(error) }

  /// The value, or `nil` if it is an error.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The error, or `nil` if it is a value.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }
}

extension Maybe: Sendable where Value: Sendable {}

extension Maybe: Equatable where Value: Equatable {
  /// Returns whether both are equal values, or errors that are equal when converted to `NSError`.
  public static func == (lhs: Maybe<Value>, rhs: Maybe<Value>) -> Bool {
    switch (lhs, rhs) {
    case (.value(let a), .value(let b)): a == b
    case (.error(let a), .error(let b)): a as NSError == b as NSError
    default: false
    }
  }
}
