// The lock around the table of a limiter, a flight or a cache.

import AsyncPromises

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Synchronization
#endif

/// A state behind a lock that each call holds for a few steps.
///
/// No closure, `deinit` or `hash(into:)` of the user's runs with the lock held; at most a key's
/// `==` does. What leaves the state is returned, so that it is released after the lock. Nor does a
/// call use an atomic word of the library's, where an exploration would stop it.
@usableFromInline
final class Locked<State>: @unchecked Sendable {
  private let lock = Lock()
  // SAFETY: the lock gives exclusive access, and its body must not lock again.
  @exclusivity(unchecked) @usableFromInline var state: State

  init(_ state: State) { self.state = state }

  // Inlined, because the type of a result or a state would be looked up in each call.
  @inlinable @inline(__always)
  func withLock<R>(_ body: (inout State) -> R) -> R {
    begins()
    defer { ends() }
    return body(&state)
  }

  @usableFromInline
  func begins() {
    Holding.begins()
    lock.lock()
  }

  @usableFromInline
  func ends() {
    lock.unlock()
    Holding.ends()
  }
}

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  // Not `Mutex`, which older systems don't have, and the thread sanitizer doesn't know everywhere:
  // it would report each use.
  private final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  }
#else
  private struct Lock: ~Copyable {
    private let mutex = Mutex(())

    func lock() { mutex._unsafeLock() }

    func unlock() { mutex._unsafeUnlock() }
  }
#endif
