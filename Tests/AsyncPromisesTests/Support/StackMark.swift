// Detects whether code runs inside a certain call on the same stack.

import Foundation

/// Marks the stack during a call. A handler that sees the mark runs inside that call.
enum StackMark {
  private static var key: String { "AsyncPromisesTests.StackMark" }

  /// Whether a call of `during(_:)` is on the stack.
  static var isSet: Bool {
    Thread.current.threadDictionary[key] != nil
  }

  /// Calls `body` with the mark set. `body` is synchronous, so it can't leave the thread.
  static func during<R>(_ body: () throws -> R) rethrows -> R {
    let before = Thread.current.threadDictionary[key]
    Thread.current.threadDictionary[key] = true
    defer { Thread.current.threadDictionary[key] = before }
    return try body()
  }
}
