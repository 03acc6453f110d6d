// A thread for long computations, because tasks have only a few threads, which other tests need.

#if DEBUG
  import Foundation

  /// Runs `body` on a new thread, where it can't record issues, as they would belong to no test.
  func onOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }
#endif
