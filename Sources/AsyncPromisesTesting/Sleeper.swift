// Waiting on a manual clock: for a time, for sleepers, or for a turn to advance the time.

import AsyncPromises
import AsyncPromisesTracking

extension ManualClock {
  /// A call to `sleep`. The clock's lock guards its variables.
  final class Sleeper: @unchecked Sendable {
    let deadline: Instant
    /// The scope whose work to track when the sleeper wakes.
    let scope = TrackingContext.current?.scope ?? .ambient
    let suspension = Tracking.tracker?.suspension()
    var isCancelled = false
    var continuation: CheckedContinuation<Void, Never>?

    init(until deadline: Instant) {
      self.deadline = deadline
    }

    func resume() {
      suspension?.waitEnds()
      continuation?.resume()
    }
  }

  /// A call that waits for sleepers to arrive or leave.
  final class Watcher: Sendable {
    let isContent: @Sendable (_ sleeperCount: Int) -> Bool
    let resolver: Resolver<Void>

    init(_ isContent: @escaping @Sendable (Int) -> Bool, _ resolver: Resolver<Void>) {
      self.isContent = isContent
      self.resolver = resolver
    }
  }

  /// A call that waits to advance the time while another call is doing so.
  final class Turn: Sendable {
    let resolver: Resolver<Void>

    init(_ resolver: Resolver<Void>) {
      self.resolver = resolver
    }
  }
}
