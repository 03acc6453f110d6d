// The lock around the table of a limiter, a flight or a cache.

import AsyncPromises

#if canImport(Darwin)
  import os
#else
  import Synchronization
#endif

/// A state behind a lock that each call holds for a few steps.
///
/// No closure, `deinit` or `hash(into:)` of the user's runs with the lock held; at most a key's
/// `==` does. What leaves the state is returned, so that it is released after the lock. Nor does a
/// call use an atomic word of the library's, where an exploration would stop it.
final class Locked<State>: @unchecked Sendable {
  #if canImport(Darwin)
    private let lock = OSAllocatedUnfairLock()
  #else
    private let lock = Mutex(())
  #endif
  private var state: State

  init(_ state: State) { self.state = state }

  func withLock<R>(_ body: (inout State) -> R) -> R {
    Holding.begins()
    defer { Holding.ends() }
    #if canImport(Darwin)
      lock.lock()
      defer { lock.unlock() }
      return body(&state)
    #else
      var result: R?
      lock.withLock { _ in result = body(&state) }
      guard let result else { preconditionFailure("A lock calls its body.") }
      return result
    #endif
  }
}
