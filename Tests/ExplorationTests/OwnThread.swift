// A thread for long computations: those of tasks are few, and other tests need them.

#if DEBUG
  import Foundation

  /// Runs `body` on a thread of its own, where a record of an issue would find no test.
  func onOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }
#endif
