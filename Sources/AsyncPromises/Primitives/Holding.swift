// What a thread holds while others may have to wait for it. No user code runs in the meantime.
//
// It may be a list, a mailbox, an unpublished claim, or a withdrawal that its upstream has not been
// told about. Code that takes one records that here, and also records when it gives it up. Debug
// builds keep a count for each thread, so that a test can check it from inside user code; release
// builds record nothing.

#if DEBUG
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif
#endif

/// What the current thread holds.
package enum Holding {
  enum Change: Int {
    case begins = 1
    case none = 0
    case ends = -1
  }

  /// Records that the thread holds something that others may have to wait for.
  @inline(__always)
  package static func begins() { change(.begins) }

  /// Records that the thread no longer holds it.
  @inline(__always)
  package static func ends() { change(.ends) }

  /// Records either of these, or nothing.
  ///
  /// - Returns: `true`, so that the call can be part of a condition.
  @inline(__always) @discardableResult
  static func change(_ change: Change) -> Bool {
    #if DEBUG
      if change != .none { count(change.rawValue) }
    #endif
    return true
  }

  #if DEBUG
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      /// How many things the thread holds.
      package static var count: Int { Int(bitPattern: pthread_getspecific(key)) }

      private static func count(_ amount: Int) {
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: count + amount))
      }

      private static let key = {
        var key = pthread_key_t()
        let isMade = pthread_key_create(&key, nil) == 0
        precondition(isMade, "There is no room for another thread-specific key.")
        return key
      }()
    #else
      /// Always zero: nothing is counted on this platform.
      package static var count: Int { 0 }

      private static func count(_ amount: Int) {}
    #endif
  #endif
}
