// What is explored.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
#endif

/// The body of an exploration, which runs many times.
///
/// It need not be sendable: whoever explores it waits meanwhile, and one of its runs ends before
/// the next begins.
final class Body: @unchecked Sendable {
  typealias Closure = () async throws -> Void

  private var closure: Closure?

  init(_ closure: @escaping Closure) { self.closure = closure }

  func callAsFunction() async throws { try await closure?() }

  /// No run begins any more.
  func letGo() { closure = nil }
}

/// Calls `explore` with a closure that may not outlast the call, although a run that hangs would
/// keep it for ever.
///
/// - Parameter explore: has let go of the closure when it returns, but for what hangs.
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

/// A function that is cast on its own is wrapped: in a structure it is cast as it is.
private struct TestClosure {
  let call: @Sendable () async throws -> Void

  /// What it has captured.
  var context: UnsafeMutableRawPointer? {
    unsafeBitCast(self, to: (UnsafeRawPointer?, UnsafeMutableRawPointer?).self).1
  }
}

/// How much is explored.
enum ExplorationLimit: Sendable {
  case schedules(Int)
  /// Of real time.
  case duration(Duration)
}
