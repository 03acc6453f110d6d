// When a scope has come to rest.

import AsyncPromises

extension Scope {
  /// Returns when nothing runs in the scope, nor is about to: everything that is left waits for
  /// something from outside. Returns earlier when the caller is cancelled.
  ///
  /// What is counted is exact: handlers, the jobs of operations on the executor of the scope, tasks
  /// that are resumed by a promise or a clock until they go on, and operations that wait for one,
  /// which are idle.
  ///
  /// Jobs of actors are not counted. The main actor takes its jobs in turn: one that was there
  /// before a round trip has run after it. An operation that waits for something else may as well
  /// stand in the queue of another actor: the first time that it is found so, it is given time.
  ///
  /// An operation that waits here is idle itself: meanwhile it leaves the executor that counts.
  @concurrent
  func rest() async {
    let wait = TrackedSuspension.ofCurrentTask()
    wait?.begins()
    await TrackingContext.$current.withValue(.outside(self)) {
      await withTaskExecutorPreference(globalConcurrentExecutor) { await comeToRest() }
    }
    wait?.ends()
    wait?.isOver()
  }

  /// A task that prefers an executor is enqueued anew even where it calls from the main actor to
  /// the main actor, or returns: this many such steps in a row are followed.
  private static var roundTrips: Int { 16 }
  /// How long operations have that are not known to wait.
  private static var patientRoundTrips: Int { 1_000 }

  private func comeToRest() async {
    while !Task.isCancelled {
      // Read before the looks at the counts: whatever enters after them is seen at the end. What
      // begins to be awake is an activity at first.
      let generation = activity.generation
      guard activity.isZero else {
        _ = await activity.zero().result
        continue
      }
      var trips = 0
      while activity.isZero, trips < (hasMoreAwake ? Self.patientRoundTrips : Self.roundTrips) {
        await MainActor.run {}
        trips += 1
      }
      let number = awake.number
      if activity.isZero, activity.generation == generation { return found(idle: number) }
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
    let end = TrackingContext.$current.withValue(.outside(self)) {
      Promise { await wait() }.timeout(after: limit)
    }
    defer { end.cancel() }
    do {
      try await end.value
      return true
    } catch PromiseError.timedOut {
      return false
    }
  }
}
