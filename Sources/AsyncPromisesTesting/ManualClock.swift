// A clock that a test moves.

import AsyncPromises
import Foundation

/// A clock whose time stands still until the test moves it.
///
/// Give it to `delay`, `timeout` and `retry`, and to whatever else takes a clock. An hour passes as
/// fast as the work in it takes.
///
/// ```swift
/// let clock = ManualClock()
/// try await withPromiseScope { scope in
///   let answer = Promise.retry(maxAttempts: 5, backoff: .constant(.seconds(60)), clock: clock) {
///     try await server.answer($0)
///   }
///   await clock.advance(by: .seconds(300))
///   try #expect(answer.current?.get() == 42)
/// }
/// ```
public final class ManualClock: Clock, @unchecked Sendable {
  /// One call of `sleep`. The lock of the clock guards what varies.
  final class Sleeper: @unchecked Sendable {
    let deadline: Instant
    /// What is followed when the sleeper wakes.
    let scope = TrackingContext.current?.scope ?? .process
    let suspension = TrackedSuspension.ofCurrentTask()
    var isCancelled = false
    var continuation: CheckedContinuation<Void, Never>?

    init(until deadline: Instant) {
      self.deadline = deadline
    }

    func resume() {
      suspension?.ends()
      continuation?.resume()
    }
  }

  /// Somebody who waits for sleepers to come, or to go.
  private final class Watcher: Sendable {
    let isContent: @Sendable (_ sleeperCount: Int) -> Bool
    let resolver: Resolver<Void>

    init(_ isContent: @escaping @Sendable (Int) -> Bool, _ resolver: Resolver<Void>) {
      self.isContent = isContent
      self.resolver = resolver
    }
  }

  /// Somebody who wants to move the time while another one does.
  private final class Turn: Sendable {
    let resolver: Resolver<Void>

    init(_ resolver: Resolver<Void>) {
      self.resolver = resolver
    }
  }

  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  /// Those who sleep, the last first; of one deadline, the last to come in first.
  private var sleepers: [Sleeper] = []
  private var watchers: [Watcher] = []
  /// Whether somebody moves the time; those who want to as well wait for their turn, in order.
  private var isMoving = false
  private var turns: [Turn] = []

  /// A clock at its start.
  public init() {}

  /// The time that the test has brought it to.
  public var now: Instant { lock.withLock { time } }

  /// One attosecond: every deadline is met exactly.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// The deadlines of those who sleep, the next one first.
  public var deadlines: [Instant] {
    lock.withLock { sleepers.reversed().map(\.deadline) }
  }

  /// Sleeps until the test has moved the clock to `deadline`. Returns at once when it is over.
  ///
  /// ## Cancellation
  /// The sleep ends at once with `CancellationError`.
  ///
  /// - Parameters:
  ///   - deadline: when to wake up.
  ///   - tolerance: is not used: sleepers wake up exactly at their deadline.
  /// - Throws: `CancellationError` when the caller is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let sleeper = Sleeper(until: deadline)
    await withTaskCancellationHandler {
      await withCheckedContinuation { register(sleeper, $0) }
    } onCancel: {
      cancel(sleeper)
    }
    sleeper.suspension?.isOver()
    try Task.checkCancellation()
  }

  /// Moves the time on, and waits until the work that wakes up thereby is idle again.
  ///
  /// First everything that runs in the scope of the caller comes to rest, so that a sleep that it
  /// was about to begin is not missed. Then the sleepers whose time has come wake up one by one, in
  /// the order of their deadlines, and each one's work has come to rest before the time moves on:
  /// until it sleeps again, waits for something else, or ends. Work that sleeps again and is due
  /// again within `duration` is woken again.
  ///
  /// Followed is the work of promises: handlers, operations and retries, on the global executor, on
  /// actors and on the main actor. Work that waits for a promise, or sleeps on such a clock, is
  /// known to be idle; work that waits for something else is taken to be idle when a thousand round
  /// trips through the main actor have not brought it further. A task of the test's own is followed
  /// until it goes on after such a wait or sleep, and on the main actor a little further. Outside
  /// of a scope, the work of all promises that were made outside of scopes comes to rest.
  ///
  /// Advances at the same time add up: one begins when the one before has ended.
  ///
  /// ## Cancellation
  /// A caller that is cancelled stops waiting, and leaves the time where it is.
  ///
  /// ```swift
  /// let reminder = Promise.delay(for: .seconds(60), clock: clock)
  /// await clock.advance(by: .seconds(60))
  /// #expect(reminder.current != nil)
  /// ```
  ///
  /// - Parameter duration: how far to move the time. A negative one traps: time does not go back.
  public func advance(by duration: Duration) async {
    precondition(
      duration >= .zero,
      "A clock can't go back by \(.zero - duration): make a new one for another beginning.")
    Start.track()
    guard await takeTurn() else { return }
    defer { endTurn() }
    await (TrackingContext.current?.scope ?? .process).rest()
    let end = now.advanced(by: duration)
    while !Task.isCancelled, let sleeper = wakeNext(until: end) {
      await sleeper.scope.rest()
    }
  }

  /// Returns as soon as somebody sleeps: at once if somebody does already.
  ///
  /// ## Cancellation
  /// A caller that is cancelled stops waiting.
  ///
  /// ```swift
  /// let poller = Task { try await clock.sleep(for: .seconds(5)) }
  /// await clock.nextSleeper()
  /// await clock.advance(by: .seconds(5))
  /// ```
  public func nextSleeper() async {
    await sleepers(1)
  }

  /// Returns as soon as at least so many sleep: at once if they do already.
  ///
  /// ## Cancellation
  /// A caller that is cancelled stops waiting.
  ///
  /// - Parameter count: how many sleepers to wait for.
  public func sleepers(_ count: Int) async {
    await watch { $0 >= count }
  }

  /// Returns as soon as nobody sleeps: at once if nobody does.
  ///
  /// ## Cancellation
  /// A caller that is cancelled stops waiting.
  public func noSleepers() async {
    await watch { $0 == 0 }
  }

  private func watch(until isContent: @escaping @Sendable (Int) -> Bool) async {
    let (content, resolver) = Self.pending()
    let watcher = Watcher(isContent, resolver)
    lock.withLock {
      watchers.append(watcher)
      tellWatchers()
    }
    _ = await content.result
    let isGivenUp = lock.withLock {
      let index = watchers.firstIndex { $0 === watcher }
      return index.map { watchers.remove(at: $0) } != nil
    }
    if isGivenUp { resolver.fulfill() }
  }

  /// A promise that no test waits for.
  private static func pending() -> (promise: Promise<Void>, resolver: Resolver<Void>) {
    TrackingContext.$current.withValue(.outside(.process)) { Promise<Void>.pending() }
  }

  // MARK: Turns

  /// Returns when nobody else moves the time.
  ///
  /// - Returns: `false` when the caller was cancelled before.
  private func takeTurn() async -> Bool {
    let (come, resolver) = Self.pending()
    let turn = Turn(resolver)
    let isFree = lock.withLock {
      if isMoving { turns.append(turn) }
      defer { isMoving = true }
      return !isMoving
    }
    if isFree { resolver.fulfill() }
    _ = await come.result
    let isGivenUp = lock.withLock {
      let index = turns.firstIndex { $0 === turn }
      return index.map { turns.remove(at: $0) } != nil
    }
    if isGivenUp { resolver.fulfill() }
    return !isGivenUp
  }

  /// Lets the next one move the time, if there is one.
  private func endTurn() {
    let next = lock.withLock {
      isMoving = !turns.isEmpty
      return isMoving ? turns.removeFirst() : nil
    }
    next?.resolver.fulfill()
  }

  // MARK: Sleepers

  private func register(_ sleeper: Sleeper, _ continuation: CheckedContinuation<Void, Never>) {
    let sleeps = lock.withLock {
      sleeper.continuation = continuation
      guard !sleeper.isCancelled, sleeper.deadline > time else { return false }
      sleepers.insert(sleeper, at: position(of: sleeper.deadline))
      tellWatchers()
      return true
    }
    if !sleeps { sleeper.resume() }
    sleeper.suspension?.begins()
  }

  /// The place for a new sleeper: before all that wake up no later, which stand behind.
  private func position(of deadline: Instant) -> Int {
    var (low, high) = (0, sleepers.count)
    while low < high {
      let middle = (low + high) / 2
      if sleepers[middle].deadline > deadline { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func cancel(_ sleeper: Sleeper) {
    let slept = lock.withLock {
      sleeper.isCancelled = true
      guard let index = sleepers.lastIndex(where: { $0 === sleeper }) else { return false }
      sleepers.remove(at: index)
      tellWatchers()
      return true
    }
    if slept { sleeper.resume() }
  }

  /// Wakes the sleeper that is due next, and moves the time to its deadline; without one, moves the
  /// time to `end`.
  func wakeNext(until end: Instant) -> Sleeper? {
    let next = lock.withLock { () -> Sleeper? in
      guard let next = sleepers.last, next.deadline <= end else {
        time = max(time, end)
        return nil
      }
      time = max(time, next.deadline)
      defer { tellWatchers() }
      return sleepers.removeLast()
    }
    next?.resume()
    return next
  }

  /// Called under the lock. Settling runs nothing of the user's.
  private func tellWatchers() {
    for watcher in watchers where watcher.isContent(sleepers.count) {
      watcher.resolver.fulfill()
    }
    watchers.removeAll { $0.isContent(sleepers.count) }
  }
}
