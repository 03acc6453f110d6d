// Values that don't count as values: errors, which reject a promise, and `nil`.

import Foundation

/// Returns the value, or throws it if it counts as an error.
///
/// After unwrapping optionals, any value that google/promises converts to an `NSError` counts: an
/// `NSError`, or an error that is a structure or an enumeration. An error class does not count, nor
/// does a type that bridges to another Foundation class, such as a `String` that an app conforms to
/// `Error`.
@usableFromInline
func checked<Value>(_ value: Value) throws -> Value {
  if let error = value as? any Error, becomesError(error) { throw error }
  return value
}

private func becomesError(_ error: any Error) -> Bool {
  func isError(_ object: any AnyObject.Type) -> Bool { object is NSError.Type }
  func isErrorAsObject<T: _ObjectiveCBridgeable>(_ value: T) -> Bool {
    isError(T._ObjectiveCType.self)
  }
  if let object = type(of: error) as? any AnyObject.Type { return isError(object) }
  if let bridged = error as? any _ObjectiveCBridgeable { return isErrorAsObject(bridged) }
  return true
}

/// Returns whether a value is `nil`, at any level of nested optionals.
func isNil(_ value: Any) -> Bool {
  (value as? any Nilable)?.isNil == true
}

private protocol Nilable {
  var isNil: Bool { get }
}

extension Optional: Nilable {
  fileprivate var isNil: Bool {
    switch self {
    case nil: true
    case let value?: GooglePromisesCompat.isNil(value)
    }
  }
}
