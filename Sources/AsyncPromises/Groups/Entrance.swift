// Where the callers of a flight, a cache or a limiter come in.

/// Admits callers to an actor one by one, each with its task-locals, which its operation inherits.
struct Entrance<Home: Actor>: Sendable {
  let home: Home
  private let queue: Queue

  init(to home: Home) {
    self.home = home
    queue = Queue(home)
  }

  /// Returns a promise that follows the one that `body` returns, which runs on the actor in turn.
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
  /// A promise of the caller's own, which may be cancelled without the others.
  func share(_ origin: Origin) -> Promise {
    let share = ValueCell(mirroring: cell, origin)
    cell.attach(share)
    return Promise(cell: share)
  }
}
