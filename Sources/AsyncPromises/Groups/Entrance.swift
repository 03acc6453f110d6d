// How callers enter a flight, a cache or a limiter.

/// Admits callers to an actor one by one. Their operations inherit the task-locals of their calls.
struct Entrance<Home: Actor>: Sendable {
  let home: Home
  private let queue: HandlerQueue

  init(to home: Home) {
    self.home = home
    queue = HandlerQueue { job in Tasks.startInheriting(on: home) { job() } }
  }

  /// Runs `body` on the actor when the caller's turn comes, and returns a promise that follows the
  /// one `body` returns.
  func admit<Value: Sendable>(
    _ origin: Origin, _ body: @escaping @Sendable (isolated Home) -> Promise<Value>
  ) -> Promise<Value> {
    Promise<Void>.fulfilled.derive(in: .queue(queue), origin) { [home] _, _, derived, effects in
      Promise<Value>.follow(derived, &effects) { home.assumeIsolated(body) }
    }
  }
}

extension Promise {
  /// Returns a caller's own promise, which can be cancelled without affecting the others.
  func share(_ origin: Origin) -> Promise {
    let share = ValueCell(mirroring: cell, origin)
    cell.attach(derived: share)
    return Promise(cell: share)
  }
}
