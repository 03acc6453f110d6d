// What is explored.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
#endif

/// The body of an exploration; it runs many times.
///
/// It need not be sendable: its explorer waits meanwhile, and each run ends before the next begins.
final class Body: @unchecked Sendable {
  typealias Closure = () async throws -> Void

  private var closure: Closure?

  init(_ closure: @escaping Closure) { self.closure = closure }

  func callAsFunction() async throws { try await closure?() }

  /// No more runs begin.
  func letGo() { closure = nil }
}

/// Calls `explore` with a closure that must not outlive the call, although a hanging run would keep
/// it forever.
///
/// - Parameter explore: releases the closure before it returns, except in hanging runs.
package func withoutEscaping(
  _ closure: @Sendable () async throws -> Void,
  _ explore: @Sendable (@escaping @Sendable () async throws -> Void) async throws -> Void
) async throws {
  try await withoutActuallyEscaping(closure) { closure in
    #if ORDERS_JOBS && compiler(>=6.3)
      defer {
        // SAFETY: whoever else holds it is a task that hangs, and does not let it go if it is
        // resumed after all: see `Run.call`.
        if let context = TestClosure(call: closure).context { closure_release_others(context) }
      }
    #endif
    try await explore(closure)
  }
}

/// Casting a bare function wraps it; inside a structure it is cast unchanged.
private struct TestClosure {
  let call: @Sendable () async throws -> Void

  /// Its captures.
  var context: UnsafeMutableRawPointer? {
    unsafeBitCast(self, to: (UnsafeRawPointer?, UnsafeMutableRawPointer?).self).1
  }
}

/// How much to explore.
enum ExplorationLimit: Sendable {
  case schedules(Int)
  /// In real time.
  case duration(Duration)
}
