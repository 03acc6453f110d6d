// When a scope has come to rest.

import AsyncPromises

extension Scope {
  /// Returns when nothing runs in the scope, nor is about to: everything that is left waits for
  /// something from outside. Returns earlier when the caller is cancelled.
  ///
  /// Jobs of the main actor are not counted. They are taken in turn: one that was there before
  /// a round trip through the main actor has run after it.
  @concurrent
  func rest() async {
    while !Task.isCancelled {
      _ = await activity.zero().result
      let generation = activity.generation
      await MainActor.run {}
      if activity.isZero, activity.generation == generation { return }
    }
  }

  /// Returns when asynchronous handlers on actors, which ``rest()`` does not follow, have ended too.
  @concurrent
  func end() async {
    while !Task.isCancelled {
      let generation = unfollowed.generation
      _ = await unfollowed.zero().result
      await rest()
      if unfollowed.generation == generation { return }
    }
  }

  /// Waits, with promises that are not tracked themselves.
  ///
  /// - Returns: whether `wait` ended within the limit.
  /// - Throws: `CancellationError` when the caller is cancelled.
  nonisolated(nonsending) func waits(
    within limit: Duration, for wait: @escaping @Sendable () async -> Void
  ) async throws -> Bool {
    let end = Surroundings.$current.withValue(.outside(self)) {
      Promise { await wait() }.timeout(after: limit)
    }
    do {
      try await end.value
      return true
    } catch PromiseError.timedOut {
      return false
    }
  }
}
