// A clock that the test advances.

import AsyncPromises
import AsyncPromisesTracking
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
  /// The sleepers sorted by deadline, latest first; for equal deadlines, latest arrival first.
  private var sleepers: [Sleeper] = []
  private var watchers: [Watcher] = []
  /// Whether a call is advancing the time; other calls wait their turn, in order.
  private var isMoving = false
  private var turns: [Turn] = []

  /// Creates a clock at time zero.
  public init() {}

  /// The current time, as advanced by the test.
  public var now: Instant { lock.withLock { time } }

  /// One attosecond, because every deadline is met exactly.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// The deadlines of the current sleepers, earliest first.
  public var deadlines: [Instant] {
    lock.withLock { sleepers.reversed().map(\.deadline) }
  }

  /// Sleeps until the test advances the clock to `deadline`; returns at once if it has passed.
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
    sleeper.suspension?.waitIsOver(isFollowed: true)
    try Task.checkCancellation()
  }

  /// Advances the time and waits until the work that it wakes is idle again.
  ///
  /// It first waits until all work in the caller's scope is idle, so as not to miss a sleep that is
  /// about to begin. It then wakes the due sleepers one by one, in deadline order. The time
  /// advances further only once the work of the sleeper just woken is idle: it sleeps again, waits
  /// for something else, or has ended. Work that sleeps again is woken again if its new deadline
  /// falls within `duration`.
  ///
  /// An advance tracks the work of promises: handlers, operations and retries, whether they run on
  /// the global executor, the main actor or another actor, but not while they are on an actor that
  /// has an executor of its own. Work that waits for a promise, or sleeps on a manual clock, is
  /// known to be idle. Work that waits for anything else counts as idle after a thousand round
  /// trips through the main actor without progress. Outside a scope, an advance waits for the work
  /// of all promises created outside scopes, but for only sixteen round trips. If another scope's
  /// work wakes work in the caller's scope, the advance waits for that too.
  ///
  /// A promise that waits for its resolver may be settled from any thread or queue, such as a fake
  /// server's. After the scope's last event, each such promise gets 20 milliseconds of real time,
  /// unless the scope sets a different `callbackPatience`. If it is still pending after that, it
  /// counts as waiting for the test and delays no further advances. A task without a promise, such
  /// as a `Task { }` in code that uses a clock but no promises, gets up to a tenth of that time,
  /// once woken, to wait for a promise or a clock again. A loop around `sleep` therefore reaches
  /// each of its deadlines within one advance.
  ///
  /// ## Work that never becomes idle
  /// An advance always returns. Work that keeps running without waiting for a promise or a manual
  /// clock counts as *busy* once its operation has been resumed ten thousand times since the clock
  /// last woke a sleeper, or a hundred times while nothing else was running. That is more than
  /// useful work needs, and it does not depend on the machine's speed: a loop around
  /// `Task.yield()` gets there in a fraction of a second, and a loop around
  /// `Task.sleep(for: .milliseconds(1))` in little more than a tenth of one. A handler that blocks
  /// its thread for ten seconds is busy too, and so is a chain of a million handlers. The time then
  /// advances, and the scope receives the event `PromiseDiagnostics.Event.busyWork(trace:)`, which
  /// identifies the promise and its line. The clock ignores busy work until that work waits for a
  /// promise or a manual clock again.
  ///
  /// Work that repeatedly waits for real time, such as a loop around `Promise.delay(for:)`, is idle
  /// while it waits. If it runs a thousand times while the advance waits for other work, the
  /// advance gives up, and the event identifies the loop.
  ///
  /// Concurrent advances run one after another.
  ///
  /// ## Cancellation
  /// If the caller is cancelled, the call stops waiting and advances the time no further.
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

  /// Advances the time to the result of `end` once it is the caller's turn and all work is idle.
  func move(to end: (_ now: Instant) -> Instant?) async {
    guard await takeTurn() else { return }
    defer { endTurn() }
    let scope = TrackingContext.current?.scope ?? .ambient
    defer { scope.host?.workIsDone(in: scope, isSettled: false) }
    await scope.rest()
    guard let end = end(now) else { return }
    while !Task.isCancelled, let sleeper = nextDue(until: end) {
      // The work that wakes up is tracked from the start.
      sleeper.scope.restBegins()
      sleeper.resume()
      await sleeper.scope.rest(with: scope)
      sleeper.scope.restEnds()
    }
  }

  /// Waits until a task is sleeping on the clock; returns at once if one already is.
  ///
  /// ## Cancellation
  /// If the caller is cancelled, the call stops waiting.
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

  /// Waits until at least `count` tasks are sleeping on the clock; returns at once if they already
  /// are.
  ///
  /// ## Cancellation
  /// If the caller is cancelled, the call stops waiting.
  ///
  /// - Parameter count: the number of sleepers to wait for.
  public func sleepers(_ count: Int) async {
    await watch { $0 >= count }
  }

  /// Waits until no task is sleeping on the clock; returns at once if none is.
  ///
  /// ## Cancellation
  /// If the caller is cancelled, the call stops waiting.
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

  /// Returns when no other call is advancing the time.
  ///
  /// - Returns: `false` if the caller was cancelled first.
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

  /// Lets the next call, if any, advance the time.
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
    sleeper.suspension?.waitBegins(for: nil)
  }

  /// The index at which to insert a new sleeper: just before those that wake at the same time or
  /// earlier.
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

  /// Removes the next due sleeper and advances the time to its deadline, or to `end` if there is
  /// none.
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

  /// Called with the lock held, which is safe because settling runs no user code.
  private func tellWatchers() {
    for watcher in watchers where watcher.isContent(sleepers.count) {
      watcher.resolver.fulfill()
    }
    watchers.removeAll { $0.isContent(sleepers.count) }
  }
}
