// Tokens that represent values and captures, and how a round waits until they are freed.

import AsyncPromises
import Foundation

/// An object that must be freed before its round is over.
final class Token: Sendable {
  let number: Int
  private let lives: Lives

  init(_ number: Int, _ lives: Lives) {
    self.number = number
    self.lives = lives
    lives.begin()
  }

  deinit {
    lives.end()
  }

  /// Does nothing; called in closures to make them capture the object.
  func use() {}
}

/// Counts the living objects of a round.
final class Lives: @unchecked Sendable {
  private let condition = NSCondition()
  private var count = 0

  func begin() {
    condition.withLock { count += 1 }
  }

  func end() {
    condition.withLock {
      count -= 1
      if count == 0 { condition.broadcast() }
    }
  }

  /// Waits until no object is alive.
  ///
  /// - Returns: the number of objects that were not freed in time.
  func wait() -> Int {
    let limit = Date(timeIntervalSinceNow: patience)
    return condition.withLock {
      while count > 0 {
        guard condition.wait(until: limit) else { return count }
      }
      return 0
    }
  }
}

/// Counts events on any thread.
final class Counter: Sendable {
  private let total = StateWord(0)

  var count: Int { Int(total.load()) }

  func add() { total.add(1) }

  /// Counts an event if the condition holds.
  func add(if holds: Bool) {
    if holds { add() }
  }
}

/// A reference that a thread of a race drops.
final class Handle<Value>: @unchecked Sendable {
  /// Used only by the thread that drops it.
  private var value: Value?

  init(_ value: Value) { self.value = value }

  func use(_ body: (Value) -> Void) { value.map(body) }

  func drop() { value = nil }
}
