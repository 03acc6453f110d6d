// When a scope has come to rest.

import AsyncPromises

extension Scope {
  /// Returns when nothing runs in the scope, nor is about to: everything that is left waits for
  /// something from outside. Returns earlier when the caller is cancelled.
  ///
  /// Jobs of the main actor are not counted. They are taken in turn: one that was there before
  /// a round trip through the main actor has run after it.
  ///
  /// A task that prefers an executor is enqueued anew even where it calls from the main actor to
  /// the main actor, or returns: it has gone at least one such step further after each round trip.
  /// Work that takes more of them in a row than there are trips, and does nothing else that is
  /// counted, is taken for idle.
  ///
  /// An operation that waits here is at rest itself: meanwhile it leaves the executor that counts.
  @concurrent
  func rest() async {
    await withTaskExecutorPreference(globalConcurrentExecutor) { await comeToRest() }
  }

  private static var roundTrips: Int { 16 }

  private func comeToRest() async {
    while !Task.isCancelled {
      // Read before the look at the count: what is counted by it has left its jobs behind then.
      let generation = activity.generation
      guard activity.isZero else {
        _ = await activity.zero().result
        continue
      }
      for _ in 1...Self.roundTrips { await MainActor.run {} }
      if activity.isZero, activity.generation == generation { return }
    }
  }

  /// Returns when asynchronous handlers on actors, which `rest()` does not follow, have ended too.
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
