// Closures that are dropped before they could run.

/// A user's closure that will not run anymore, on its way to a job that releases it.
///
/// What it captures is freed with it, and the code that drops it may belong to any caller. So it is
/// released where it would have run, in its turn.
final class UnusedClosure<Closure>: @unchecked Sendable {
  /// Emptied by the job: whoever else still refers to this object has no part in the release.
  private var closure: Closure?

  private init(_ closure: consuming Closure) { self.closure = consume closure }

  /// - Parameter origin: counts the release as work until it is done. Passed along with its retain.
  static func release(
    _ closure: consuming Closure, on isolation: (any Actor)?, _ origin: Origin
  ) {
    let unused = UnusedClosure(consume closure)
    let turn = Handler(
      ErasedClosure(context: { unused.closure = nil }), in: ExecutionContext(isolation),
      for: .cleanup, run: { _, _, _, _ in })
    let cell = ValueCell<Void>(.success(()), origin)
    Trampoline.run { $0.skip(turn, of: cell) }
  }
}
