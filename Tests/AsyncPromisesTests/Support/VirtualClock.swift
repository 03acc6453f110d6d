// A clock whose time passes when a test says so.

import AsyncPromises
import Foundation

/// Time stands still until `advance(by:)`. Who sleeps is known, and awaited without polling.
final class VirtualClock: Clock, @unchecked Sendable {
  typealias Duration = Swift.Duration

  struct Instant: InstantProtocol {
    typealias Duration = Swift.Duration

    /// The time since the clock was made.
    let offset: Duration

    func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    static func < (a: Instant, b: Instant) -> Bool {
      a.offset < b.offset
    }
  }

  /// One call of `sleep`. The lock of the clock guards what varies.
  private final class Sleeper {
    let deadline: Instant
    var isCancelled = false
    var continuation: CheckedContinuation<Void, any Error>?

    init(until deadline: Instant) {
      self.deadline = deadline
    }
  }

  /// A test that waits until there are as many sleepers as it wants.
  private struct Watcher {
    let isContent: (_ sleeperCount: Int) -> Bool
    let resolver: Resolver<Void>
  }

  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  /// Those who sleep, in the order of their deadlines; of one deadline, in the order they came in.
  private var sleepers: [Sleeper] = []
  private var watchers: [Watcher] = []

  var now: Instant { lock.withLock { time } }

  var minimumResolution: Duration { .nanoseconds(1) }

  /// When the sleepers are due, as times since the clock was made, the first one first.
  var deadlines: [Duration] {
    lock.withLock { sleepers.map { $0.deadline.offset } }
  }

  var sleeperCount: Int { deadlines.count }

  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    // SAFETY: what varies in a sleeper is touched under the lock only.
    nonisolated(unsafe) let sleeper = Sleeper(until: deadline)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { register(sleeper, $0) }
    } onCancel: {
      cancel(sleeper)
    }
  }

  /// Moves the time, and wakes those who are due in the order of their deadlines.
  func advance(by duration: Duration) {
    let due = change {
      time = time.advanced(by: duration)
      let count = sleepers.firstIndex { $0.deadline > time } ?? sleepers.count
      defer { sleepers.removeFirst(count) }
      return sleepers.prefix(count).map(\.continuation)
    }
    for continuation in due { continuation?.resume() }
  }

  /// Returns as soon as at least `count` sleep.
  func sleepers(_ count: Int) async {
    await watch { $0 >= count }
  }

  /// Returns as soon as nobody sleeps.
  func noSleepers() async {
    await watch { $0 == 0 }
  }

  private func register(
    _ sleeper: Sleeper, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let outcome: Result<Void, any Error>? = change {
      if sleeper.isCancelled { return .failure(CancellationError()) }
      if sleeper.deadline <= time { return .success(()) }
      sleeper.continuation = continuation
      let index = sleepers.firstIndex { $0.deadline > sleeper.deadline }
      sleepers.insert(sleeper, at: index ?? sleepers.count)
      return nil
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  private func cancel(_ sleeper: Sleeper) {
    let continuation: CheckedContinuation<Void, any Error>? = change {
      sleeper.isCancelled = true
      guard let index = sleepers.firstIndex(where: { $0 === sleeper }) else { return nil }
      sleepers.remove(at: index)
      return sleeper.continuation
    }
    continuation?.resume(throwing: CancellationError())
  }

  private func watch(until isContent: @escaping (Int) -> Bool) async {
    let (seen, resolver) = Promise<Void>.pending()
    change { watchers.append(Watcher(isContent: isContent, resolver: resolver)) }
    // A test that runs out of time is cancelled, and goes on from here.
    _ = await seen.result
  }

  /// Changes something under the lock, and tells those who waited for that.
  private func change<R>(_ body: () -> R) -> R {
    let (result, content) = lock.withLock {
      let result = body()
      let content = watchers.filter { $0.isContent(sleepers.count) }
      watchers.removeAll { $0.isContent(sleepers.count) }
      return (result, content)
    }
    for watcher in content { watcher.resolver.fulfill() }
    return result
  }
}
