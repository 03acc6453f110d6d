// What the matrix of contexts looks at.

import AsyncPromises
import TestSupport
import Testing

/// Captured by a closure, and called by it: sees where the closure runs and where it is released.
final class ContextWitness: Sendable {
  /// Where code runs.
  struct Look: Sendable {
    let isOnMain = MainQueue.isCurrent
    let local = Request.id
    /// Whether the call that made the closure due, or dropped it, is on the stack.
    let isInCall = StackMark.isSet
  }

  private let looks: Journal<Look>
  private let end: Resolver<Look>
  /// Whether an expectation in the closure fails.
  private let fails: Bool

  init(_ looks: Journal<Look>, _ end: Resolver<Look>, fails: Bool = false) {
    (self.looks, self.end, self.fails) = (looks, end, fails)
  }

  deinit { end.fulfill(Look()) }

  /// - Parameter isolation: captured by the closure, which it makes run there.
  func runs(on isolation: (any Actor)? = nil) {
    looks.write(Look())
    if System.hasTaskExecutors { #expect(!fails) }
  }

  /// The same, in a closure that may throw.
  func runs(_ isolation: (any Actor)?) throws { runs(on: isolation) }
}
