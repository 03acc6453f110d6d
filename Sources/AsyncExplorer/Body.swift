// The body that is explored.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
#endif

/// The body of an exploration, which runs many times.
///
/// It need not be sendable, because its explorer waits while it runs, and each run ends before the
/// next begins.
final class Body: @unchecked Sendable {
  typealias Closure = () async throws -> Void

  private var closure: Closure?

  init(_ closure: @escaping Closure) { self.closure = closure }

  func callAsFunction() async throws { try await closure?() }

  /// Releases the body, since no more runs will begin.
  func letGo() { closure = nil }
}

/// Passes `closure` to `explore` as an escaping closure. The closure must not outlive the call, so
/// when `explore` returns, any references to it that a hanging run still holds are released.
///
/// - Parameter explore: releases the closure before it returns, except in hanging runs.
package func withoutEscaping(
  _ closure: @Sendable () async throws -> Void,
  _ explore: @Sendable (@escaping @Sendable () async throws -> Void) async throws -> Void
) async throws {
  try await withoutActuallyEscaping(closure) { closure in
    #if ORDERS_JOBS && compiler(>=6.3)
      defer {
        // SAFETY: only a hanging task can still hold it, and such a task does not release it even
        // if it is resumed after all: see `Run.call`.
        if let context = TestClosure(call: closure).context { closure_release_others(context) }
      }
    #endif
    try await explore(closure)
  }
}

/// A closure in a structure, which can be cast unchanged; casting a bare closure would wrap it.
private struct TestClosure {
  let call: @Sendable () async throws -> Void

  /// The closure's captures.
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
