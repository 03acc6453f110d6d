// Whether code runs inside of a call further down on the same stack.

import Foundation

/// Marks the stack for the time of a call. A handler that sees the mark runs inside of that call.
enum StackMark {
  private static var key: String { "AsyncPromisesTests.StackMark" }

  /// Whether a call of `during(_:)` is on the stack.
  static var isSet: Bool {
    Thread.current.threadDictionary[key] != nil
  }

  /// Calls `body`, which can't leave the thread meanwhile, with the mark set.
  static func during<R>(_ body: () throws -> R) rethrows -> R {
    let before = Thread.current.threadDictionary[key]
    Thread.current.threadDictionary[key] = true
    defer { Thread.current.threadDictionary[key] = before }
    return try body()
  }
}
