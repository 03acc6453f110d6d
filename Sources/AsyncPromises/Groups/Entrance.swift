// How callers enter a flight, a cache or a limiter.

/// Admits callers to an actor one by one. Their operations inherit the task-locals of their calls.
struct Entrance<Home: Actor>: Sendable {
  let home: Home
  private let queue: Queue

  init(to home: Home) {
    self.home = home
    queue = Queue(home)
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

  private final class Queue: HandlerQueue, @unchecked Sendable {
    private let home: any Actor

    init(_ home: any Actor) { self.home = home }

    override func enqueue(_ job: @escaping @Sendable () -> Void) {
      Tasks.startInheriting(on: home) { job() }
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
