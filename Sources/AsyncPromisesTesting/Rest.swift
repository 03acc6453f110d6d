// When a scope has come to rest.

import AsyncPromises
import Foundation

#if canImport(Dispatch)
  import Dispatch
#endif

extension Scope {
  /// Returns when nothing runs in the scope, nor is about to: everything that is left waits for
  /// something from outside. Returns earlier when the caller is cancelled.
  ///
  /// What is counted is exact: handlers, the jobs of operations on their executors, tasks that are
  /// resumed by a promise or a clock until they go on, and operations that wait for one, which are
  /// idle.
  ///
  /// Jobs of actors are not counted. The main actor takes its jobs in turn: one that was there
  /// before a round trip has run after it. An operation that waits for something else may as well
  /// stand in the queue of another actor: the first time that it is found so, it is given time. So
  /// is a callback that may come from any thread.
  ///
  /// Work that does not come to rest is taken for busy, and waited for no longer: an operation by
  /// the number of its resumptions (`Resumptions`), anything else when nothing has happened for too
  /// long, or too much has.
  ///
  /// An operation that waits here is idle itself: meanwhile it leaves the executor that counts.
  ///
  /// - Parameter isBounded: whether work is taken for busy; otherwise the caller has a limit.
  @concurrent
  func rest(isBounded: Bool = true) async {
    let wait = TrackedSuspension.ofCurrentTask()
    wait?.begins()
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
    wait?.ends()
    wait?.isOver(isFollowed: false)
  }

  /// How long a handler, or one job of an operation, may keep its thread.
  private static var patience: Duration { .seconds(10) }
  /// How many handlers and jobs may follow each other.
  private static var steps: UInt { 1_000_000 }
  /// How often to look for what is at work then.
  private static var looks: Int { 100 }

  /// Returns when `rest` has come, or is given up: if work that was taken for busy is not all that
  /// keeps the scope from it.
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
      // Where steps follow each other, each may have ended when it is looked at.
      var looks = isTooMuch ? Self.looks : 1
      while !takeForBusy(), looks > 1 {
        looks -= 1
        await Task.yield()
      }
    }
  }

  /// A task that prefers an executor is enqueued anew even where it calls from the main actor to
  /// the main actor, or returns: this many such steps in a row are followed.
  private static var roundTrips: Int { 16 }
  /// How long operations have that are not known to wait.
  private static var patientRoundTrips: Int { 1_000 }

  /// How often what goes on may end the patience with what is not known to wait.
  private static var interruptions: Int { 1_000 }

  private func comeToRest(_ steps: Steps) async {
    var interruptions = 0
    while !Task.isCancelled {
      // Read before the looks at the counts: whatever enters after them is seen at the end. What
      // begins to be awake is an activity at first.
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

  /// Gives callbacks time to come, once each: those that do not wait for the test. Tasks without a
  /// promise only have to take their turn: a tenth of the time is theirs.
  ///
  /// - Parameter generation: the activity's when the scope was found at rest. It is compared last:
  ///   a callback that has come is an activity before it is expected no longer.
  /// - Returns: whether anything has happened.
  private func somethingHappens(since generation: UInt, _ steps: Steps) async -> Bool {
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

  /// What may still come waits for the test, and what was resumed last is busy.
  private func patienceIsOver() {
    expectedCallbacks.giveUp()
    if !takeForBusy() { takeLastResumedForBusy() }
  }

  /// Returns when the scope is at rest, and `other` as well: work of one may wake work of the
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

  /// How often work of two scopes may wake each other.
  private static var mutualRests: Int { 100 }

  /// Returns when nothing of the scope goes on by itself: everything that is left waits for what
  /// nothing in the scope brings.
  @concurrent
  func end() async {
    while !Task.isCancelled {
      await rest(isBounded: false)
      if isStill { return }
      _ = await (awake.isZero ? timers : awake).zero().result
    }
  }

  /// Whether nothing of the scope goes on by itself.
  var isStill: Bool {
    // What is no longer awake, and no timer, has become an activity before: it would be seen here.
    let generation = activity.generation
    return activity.isZero && awake.isZero && timers.isZero && activity.generation == generation
  }

  /// Waits, with promises that are not tracked themselves.
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
      }.timeout(after: limit)
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

/// Counts the steps of a wait, which a busy machine makes slow: as long as they follow each other,
/// nothing keeps the wait.
private final class Steps: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var number: Int { lock.withLock { count } }

  func add() { lock.withLock { count += 1 } }
}

/// A span of real time that a busy machine stretches.
///
/// It passes in slices. After each one a job takes its turn on the queue that operations and most
/// callbacks run on: what came there before it, and a thread that waits for its time, has been let
/// in as often as the slices have.
private struct Patience {
  private static var slices: Int { 10 }

  private let slice: Duration
  private var left = Patience.slices

  init(_ whole: Duration) {
    slice = whole / Self.slices
    if whole <= .zero { left = 0 }
  }

  /// Returns when a slice has passed, or `end` is settled, or the caller is cancelled.
  ///
  /// - Returns: whether no slice was left.
  mutating func passOne(until end: Promise<Void>) async -> Bool {
    guard left > 0 else { return true }
    left -= 1
    let time = Promise.delay(for: slice)
    await time.passes(before: end)
    time.cancel()
    return false
  }
}

/// The seconds of real time, which all waits share. A second lasts until the main actor has had a
/// turn, but not much longer: what blocks it may wait for the waits.
private final class Second: @unchecked Sendable {
  private static let shared = Second()

  private let lock = NSLock()
  private var end = Promise.fulfilled(())

  /// Returns at the end of this second, or when `event` is settled, or the caller is cancelled.
  static func ends(before event: Promise<Void>) async {
    let second = shared.lock.withLock {
      if shared.end.resultIfSettled != nil { shared.end = next() }
      return shared.end
    }
    _ = await Promise.race([event, second]).result
  }

  private static func next() -> Promise<Void> {
    Promise.delay(for: .seconds(1)).then {
      let turn = Promise.start(.none) { @MainActor in }
      return turn.timeout(after: .milliseconds(250)).recover { _ in }
    }
  }
}

extension Promise<Void> {
  /// Returns when the time of this promise has passed, and the queue of operations and the main
  /// actor have had a turn; when `event` is settled, or the caller is cancelled.
  fileprivate nonisolated(nonsending) func passes(before event: Promise<Void>) async {
    _ = await Promise.race([event, self]).result
    guard event.resultIfSettled == nil, !Task.isCancelled else { return }
    #if canImport(Dispatch)
      await withCheckedContinuation { turn in DispatchQueue.global().async { turn.resume() } }
    #else
      await Task.detached {}.value
    #endif
    await MainActor.run {}
  }
}
