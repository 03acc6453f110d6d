// A clock that a test moves.

import AsyncPromises
import Foundation

/// A clock whose time stands still until the test advances it.
///
/// Pass it to `delay`, `timeout`, `retry` and any other code that takes a clock. Advancing by an
/// hour takes only as long as the work it triggers.
///
/// ## Example
/// ```swift
/// let clock = ManualClock()
/// try await withPromiseScope { scope in
///   let answer = Promise.retry(maxAttempts: 5, backoff: .constant(.seconds(60)), clock: clock) {
///     try await server.answer($0)
///   }
///   await clock.advance(by: .seconds(300))
///   try #expect(answer.resultIfSettled?.get() == 42)
/// }
/// ```
public final class ManualClock: Clock, @unchecked Sendable {
  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  /// The sleepers by deadline, latest first; for equal deadlines, latest arrival first.
  private var sleepers: [Sleeper] = []
  private var watchers: [Watcher] = []
  /// Whether a call is moving the time; other calls wait for their turn, in order.
  private var isMoving = false
  private var turns: [Turn] = []

  /// Creates a clock at time zero.
  public init() {}

  /// The current time, as advanced by the test.
  public var now: Instant { lock.withLock { time } }

  /// One attosecond: every deadline is met exactly.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// The deadlines of the current sleepers, the next one first.
  public var deadlines: [Instant] {
    lock.withLock { sleepers.reversed().map(\.deadline) }
  }

  /// Sleeps until the test has advanced the clock to `deadline`; returns at once if it has passed.
  ///
  /// ## Cancellation
  /// The sleep ends at once with `CancellationError`.
  ///
  /// - Parameters:
  ///   - deadline: the instant to wake up at.
  ///   - tolerance: ignored; sleepers wake exactly at their deadline.
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

  /// Advances the time, and waits until the work it wakes is idle again.
  ///
  /// First it waits until all work in the caller's scope is idle, so as not to miss a sleep that is
  /// about to begin. Then the due sleepers wake one by one, in the order of their deadlines, and
  /// the work of each becomes idle before the time advances further: it sleeps again, waits for
  /// something else, or has ended. Work that sleeps again, and is due within `duration`, is woken
  /// again.
  ///
  /// The advance follows the work of promises: handlers, operations and retries, on the global
  /// executor, on actors and on the main actor. Work that waits for a promise, or sleeps on a
  /// manual clock, is known to be idle; work that waits for anything else counts as idle once a
  /// thousand round trips through the main actor have brought no progress. Outside a scope, it
  /// waits for the work of all promises created outside scopes, and for only sixteen round trips.
  /// It also waits for work in the caller's scope that work of another scope wakes.
  ///
  /// Any thread may settle a promise that waits for its resolver, such as the queue of a fake
  /// server: each such promise gets 20 milliseconds of real time after the scope's last event, or
  /// the scope's `callbackPatience`. If it is still pending then, it counts as waiting for the
  /// test, and delays no further advance. A task without a promise, such as `Task { }` in code that
  /// has only the clock, gets a tenth of that after it is woken, until it waits for a promise or a
  /// clock again: a loop around `sleep` sees each of its deadlines in one advance.
  ///
  /// ## Work that never becomes idle An advance always returns. Work that runs on without a known
  /// wait counts as *busy* once, since the clock last woke a sleeper, its operation has been
  /// resumed ten thousand times, or a hundred times while nothing else was running. That is more
  /// than useful work needs, and does not depend on the speed of the machine: a loop around
  /// `Task.yield()` gets there in a fraction of a second, a loop around
  /// `Task.sleep(for: .milliseconds(1))` in a little more than a tenth. A handler that holds its
  /// thread for ten seconds is busy too, and so is a chain of a million handlers. Then the time
  /// advances, and an event of the scope, `PromiseDiagnostics.Event.busyWork(trace:)`, names the
  /// promise and its line. The clock ignores busy work until it waits for a promise or a manual
  /// clock again.
  ///
  /// Work that waits for real time again and again, such as a loop around `Promise.delay(for:)`, is
  /// idle meanwhile. If it runs a thousand times while the advance waits for other work, the
  /// advance gives up, and the event names the loop.
  ///
  /// Concurrent advances run one after another.
  ///
  /// ## Cancellation
  /// A cancelled caller stops waiting, and does not change the time.
  ///
  /// ## Example
  /// ```swift
  /// let reminder = Promise.delay(for: .seconds(60), clock: clock)
  /// await clock.advance(by: .seconds(60))
  /// #expect(reminder.resultIfSettled != nil)
  /// ```
  ///
  /// - Parameter duration: the time to advance by. Traps if negative.
  public func advance(by duration: Duration) async {
    precondition(
      duration >= .zero,
      "A clock can't go back by \(.zero - duration): make a new clock to start over.")
    Start.track()
    await move { now in now.advanced(by: duration) }
  }

  /// Moves the time to the result of `end`, once it is the caller's turn and all work is idle.
  func move(to end: (_ now: Instant) -> Instant?) async {
    guard await takeTurn() else { return }
    defer { endTurn() }
    let scope = TrackingContext.current?.scope ?? .ambient
    await scope.rest()
    guard let end = end(now) else { return }
    while !Task.isCancelled, let sleeper = nextDue(until: end) {
      // Who is woken is followed from the beginning.
      sleeper.scope.restBegins()
      sleeper.resume()
      await sleeper.scope.rest(with: scope)
      sleeper.scope.restEnds()
    }
  }

  /// Waits until a task sleeps on the clock; returns at once if one does already.
  ///
  /// ## Cancellation
  /// A cancelled caller stops waiting.
  ///
  /// ## Example
  /// ```swift
  /// let poller = Task { try await clock.sleep(for: .seconds(5)) }
  /// await clock.nextSleeper()
  /// await clock.advance(by: .seconds(5))
  /// ```
  public func nextSleeper() async {
    await sleepers(1)
  }

  /// Waits until at least `count` tasks sleep on the clock; returns at once if they do already.
  ///
  /// ## Cancellation
  /// A cancelled caller stops waiting.
  ///
  /// - Parameter count: the number of sleepers to wait for.
  public func sleepers(_ count: Int) async {
    await watch { $0 >= count }
  }

  /// Waits until no task sleeps on the clock; returns at once if none does.
  ///
  /// ## Cancellation
  /// A cancelled caller stops waiting.
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

  /// Returns when no other call moves the time.
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

  /// Lets the next call move the time, if any.
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

  /// The index for a new sleeper: before all that wake no later, which come after it.
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

  /// Removes the next due sleeper, and moves the time to its deadline; without one, moves the time
  /// to `end`.
  func nextDue(until end: Instant) -> Sleeper? {
    lock.withLock { () -> Sleeper? in
      guard let next = sleepers.last, next.deadline <= end else {
        time = max(time, end)
        return nil
      }
      time = max(time, next.deadline)
      defer { tellWatchers() }
      return sleepers.removeLast()
    }
  }

  /// Called under the lock. Settling runs no user code.
  private func tellWatchers() {
    for watcher in watchers where watcher.isContent(sleepers.count) {
      watcher.resolver.fulfill()
    }
    watchers.removeAll { $0.isContent(sleepers.count) }
  }
}
