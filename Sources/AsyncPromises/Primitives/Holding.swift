// What a thread holds while others may have to wait for it. Nothing of the user's runs meanwhile.
//
// A list, a mailbox, a claim that is not published yet, a withdrawal that is not told yet: whoever
// takes one says so, and says when it is put back. Debug builds count, thread by thread, so that a
// test can ask from inside of the user's code; release builds have no trace of it.

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

  /// The thread takes something that others may wait for.
  @inline(__always)
  static func begins() { change(.begins) }

  /// The thread has put it back.
  @inline(__always)
  static func ends() { change(.ends) }

  /// One of both, or neither.
  ///
  /// - Returns: `true`.
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
      /// Nothing is counted here.
      package static var count: Int { 0 }

      private static func count(_ amount: Int) {}
    #endif
  #endif
}
