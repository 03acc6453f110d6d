// How a scope comes to rest.

import AsyncPromises
import AsyncPromisesTracking
import Foundation

#if canImport(Dispatch)
  import Dispatch
#endif

extension Scope {
  /// Returns when nothing in the scope is running or about to run: everything left waits for
  /// something from outside. Returns earlier if the caller is cancelled.
  ///
  /// The count is exact for handlers, for the jobs of operations on their executors, for tasks
  /// between being resumed by a promise or a clock and continuing, and for operations that wait for
  /// a promise or a clock, which are idle.
  ///
  /// Actor jobs are not counted. The main actor runs its jobs in order, so a job that was queued
  /// before a round trip has run by the end of it. An operation that waits for anything else may be
  /// in another actor's queue, so it is given time the first time it is found waiting. So is a
  /// callback that may arrive on any thread.
  ///
  /// Work that never becomes idle counts as busy and is no longer waited for. An operation becomes
  /// busy after too many resumptions (see `Record.jobBegins()`), and anything else when nothing has
  /// happened for too long or too much has happened.
  ///
  /// An operation that waits here is itself idle, so it leaves the counting executor meanwhile.
  ///
  /// - Parameter isBounded: whether work can count as busy; if not, the caller sets a limit.
  @concurrent
  func rest(isBounded: Bool = true) async {
    let wait = Tracking.tracker?.suspension()
    wait?.waitBegins(for: nil)
    if isBounded { restBegins() }
    await TrackingContext.$current.withValue(.outside(self)) {
      await uncounted {
        if let simulation = Simulations.current { return await simulation.comesToRest() }
        let steps = Steps()
        guard isBounded else { return await comeToRest(steps) }
        let rest = Promise.start(.none) {
          await self.comeToRest(steps)
          try Task.checkCancellation()
        }
        await watch(rest, steps)
        rest.cancel()
      }
    }
    if isBounded { restEnds() }
    wait?.waitEnds()
    wait?.waitIsOver(isFollowed: false)
  }

  /// How long a handler, or one job of an operation, may hold its thread.
  private static var patience: Duration { .seconds(10) }
  /// How many handlers and jobs may follow one another.
  private static var steps: UInt64 { 1_000_000 }
  /// How many times to look for busy work among them.
  private static var looks: Int { 100 }

  /// Returns when `rest` is reached, or is given up because something other than busy work prevents
  /// it.
  private func watch(_ rest: Promise<Void>, _ steps: Steps) async {
    let first = activity.generation
    var seen = (generation: first, number: activity.number, steps: steps.number)
    var (quietSeconds, isPatient) = (0.0, true)
    let patience = (Self.patience + callbackPatience) / .seconds(1)
    while true {
      await Second.ends(before: rest)
      if rest.resultIfSettled != nil || Task.isCancelled { return }
      let now = (
        generation: activity.generation, number: activity.number, steps: steps.number
      )
      quietSeconds = now == seen ? quietSeconds + 1 : 0
      seen = now
      let isTooMuch = now.generation &- first >= Self.steps
      guard isTooMuch || quietSeconds >= patience else { continue }
      guard isPatient else { return }
      isPatient = false
      // When steps follow one another, each may have ended by the time it is examined.
      var looks = isTooMuch ? Self.looks : 1
      while !takeForBusy(), looks > 1 {
        looks -= 1
        await Task.yield()
      }
    }
  }

  /// How many main-actor steps in a row to follow. A task with a preferred executor is enqueued
  /// again even when it calls from the main actor to the main actor, or returns from such a call.
  private static var roundTrips: Int { 16 }
  /// How many round trips to allow for operations that are not known to wait.
  private static var patientRoundTrips: Int { 1_000 }

  /// How often ongoing work may interrupt the wait for operations that are not known to wait,
  /// before that wait is abandoned.
  private static var interruptions: Int { 1_000 }

  private func comeToRest(_ steps: Steps) async {
    var interruptions = 0
    while !Task.isCancelled {
      // Read before the counts are checked, so that anything that enters later is noticed at the
      // end. Work that becomes awake starts out as an activity.
      let (generation, awakeGeneration) = (activity.generation, awake.generation)
      guard activity.isZero else {
        _ = await activity.zero().result
        continue
      }
      let isPatient = interruptions < Self.interruptions
      var trips = 0
      while activity.isZero,
        trips < (isPatient && hasMoreAwake ? Self.patientRoundTrips : Self.roundTrips)
      {
        await MainActor.run {}
        trips += 1
        steps.add()
      }
      let number = awake.number
      let isAtRest = activity.isZero && activity.generation == generation
      if isAtRest {
        found(idle: number, in: awakeGeneration)
        guard isPatient, await somethingHappens(since: generation, steps) else { return }
      }
      guard isAtRest || trips >= Self.roundTrips else { continue }
      interruptions += 1
      if interruptions == Self.interruptions { patienceIsOver() }
    }
  }

  /// Whether more operations are awake than a test has found to be idle. Always `false` for the
  /// process, where unrelated operations are always awake.
  private var hasMoreAwake: Bool {
    guard !isRoot else { return false }
    let number = awake.number
    return number > idle.load() || (number > 0 && awake.generation != idleGeneration.load())
  }

  /// Called when `number` of the awake operations prove to be waiting and none has been added since
  /// `generation` was read.
  private func found(idle number: UInt64, in generation: UInt64) {
    _ = idleGeneration.exchange(generation)
    _ = idle.exchange(number)
  }

  /// Gives each callback time to arrive, but only once, unless it waits for the test. Tasks without
  /// a promise only need a turn, so they get a tenth of the time.
  ///
  /// - Parameter generation: the activity count when the scope was found idle. It is compared last,
  ///   because a callback that has arrived counts as activity before it stops being expected.
  /// - Returns: whether anything happened.
  private func somethingHappens(since generation: UInt64, _ steps: Steps) async -> Bool {
    if callbacks.isZero { return activity.generation != generation }
    let (expected, strays) = (expectedCallbacks, StrayTasks.shared.tasks(in: self))
    let end = callbacks.zero()
    var slices = Patience(expected.isEmpty ? callbackPatience / 10 : callbackPatience)
    while end.resultIfSettled == nil, activity.generation == generation, !Task.isCancelled {
      if await slices.passOne(until: end) {
        expected.giveUp()
        for task in strays { StrayTasks.shared.taskWaits(task) }
        break
      }
      steps.add()
    }
    return activity.generation != generation
  }

  /// Marks callbacks that have not arrived as waiting for the test, and the latest work as busy.
  private func patienceIsOver() {
    expectedCallbacks.giveUp()
    if !takeForBusy() { takeLastResumedForBusy() }
  }

  /// Returns when both this scope and `other` are idle, since work in one may wake work in the
  /// other.
  func rest(with other: Scope) async {
    await rest()
    if self === other { return }
    for _ in 0..<Self.mutualRests where !Task.isCancelled {
      let generation = activity.generation
      await other.rest()
      if activity.generation == generation { return }
      await rest()
    }
  }

  /// How often two scopes may wake each other's work.
  private static var mutualRests: Int { 100 }

  /// Returns when no work in the scope will continue on its own and settle what is left.
  @concurrent
  func end() async {
    while !Task.isCancelled {
      await rest(isBounded: false)
      if isStill { return }
      _ = await (awake.isZero ? timers : awake).zero().result
    }
  }

  /// Whether no work in the scope will continue on its own.
  var isStill: Bool {
    // Work that stops being awake, or a timer that ends, first becomes an activity, which would
    // show up here.
    let generation = activity.generation
    return activity.isZero && awake.isZero && timers.isZero && activity.generation == generation
  }

  /// Runs `wait` with a time limit, using untracked promises.
  ///
  /// - Returns: whether `wait` ended within the limit.
  /// - Throws: `CancellationError` when the caller is cancelled.
  nonisolated(nonsending) func waits(
    within limit: Duration, for wait: @escaping @Sendable () async -> Void
  ) async throws -> Bool {
    let end = TrackingContext.$current.withValue(.outside(self)) {
      Promise.start(.none) {
        await wait()
        try Task.checkCancellation()
      }.timeout(after: limit, clock: ContinuousClock())
    }
    defer { end.cancel() }
    do {
      try await end.get()
      return true
    } catch PromiseError.timedOut {
      return false
    }
  }
}

/// Counts the steps of a wait. A busy machine slows them down, but as long as they follow one
/// another, nothing blocks the wait.
private final class Steps: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var number: Int { lock.withLock { count } }

  func add() { lock.withLock { count += 1 } }
}

/// A span of real time that a busy machine stretches.
///
/// It passes in slices. After each slice, a job takes its turn on the queue that runs operations
/// and most callbacks. Jobs queued earlier, and threads waiting to be scheduled, thus get one turn
/// per slice.
private struct Patience {
  private static var slices: Int { 10 }

  private let slice: Duration
  private var left = Patience.slices

  init(_ whole: Duration) {
    slice = whole / Self.slices
    if whole <= .zero { left = 0 }
  }

  /// Returns when a slice has passed, `end` settles, or the caller is cancelled.
  ///
  /// - Returns: whether no slice was left.
  mutating func passOne(until end: Promise<Void>) async -> Bool {
    guard left > 0 else { return true }
    left -= 1
    let time = Promise.delay(for: slice, clock: ContinuousClock())
    await time.passes(before: end)
    time.cancel()
    return false
  }
}

/// Seconds of real time, shared by all waits. A second lasts until the main actor has had a turn,
/// but not much longer, because whatever blocks the main actor may depend on these waits.
private final class Second: @unchecked Sendable {
  private static let shared = Second()

  private let lock = NSLock()
  private var end = Promise.fulfilled(())

  /// Returns at the end of this second, when `event` settles, or when the caller is cancelled.
  static func ends(before event: Promise<Void>) async {
    let second = shared.lock.withLock {
      if shared.end.resultIfSettled != nil { shared.end = next() }
      return shared.end
    }
    _ = try? await Promise.race([event, second]).get()
  }

  private static func next() -> Promise<Void> {
    Promise.delay(for: .seconds(1), clock: ContinuousClock()).then {
      let turn = Promise.start(.none) { @MainActor in }
      return turn.timeout(after: .milliseconds(250), clock: ContinuousClock()).recover { _ in }
    }.shielded()
  }
}

extension Promise<Void> {
  /// Returns when this promise's time has passed and both the operations' queue and the main actor
  /// have had a turn, or earlier if `event` settles or the caller is cancelled.
  fileprivate nonisolated(nonsending) func passes(before event: Promise<Void>) async {
    _ = try? await Promise.race([event, self]).get()
    guard event.resultIfSettled == nil, !Task.isCancelled else { return }
    #if canImport(Dispatch)
      await withCheckedContinuation { turn in DispatchQueue.global().async { turn.resume() } }
    #else
      await Task.detached {}.value
    #endif
    await MainActor.run {}
  }
}
