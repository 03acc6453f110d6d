// Promises as a program without tracking has them.

@testable import AsyncPromises

/// Calls `body`, whose promises are not tracked.
@discardableResult
func untracked<R>(_ body: () -> R) -> R {
  Tracking.tracker?.untracked(body) ?? body()
}
