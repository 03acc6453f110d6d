// The part of Synchronization that the modules use outside of Apple's systems. Its own interface
// needs C headers of the system.

public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ initialValue: consuming sending Value) {}

  public borrowing func _unsafeLock() {}

  public borrowing func _unsafeUnlock() {}
}
