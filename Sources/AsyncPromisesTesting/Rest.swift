// When a scope has come to rest.

import AsyncPromises
import Foundation

#if canImport(Dispatch)
  import Dispatch
#endif

extension Scope {
  /// Returns when nothing in the scope runs or is about to: everything left waits for something
  /// from outside. Returns earlier when the caller is cancelled.
  ///
  /// These are counted exactly: handlers, the jobs of operations on their executors, tasks resumed
  /// by a promise or a clock until they go on, and operations that wait for one, which are idle.
  ///
  /// Jobs of actors are not counted. The main actor runs its jobs in turn: a job that was there
  /// before a round trip has run after it. An operation that waits for anything else may be in
  /// another actor's queue: the first time it is found so, it is given time. So is a callback that
  /// may come from any thread.
  ///
  /// Work that never becomes idle counts as busy, and is no longer waited for: an operation by its
  /// number of resumptions (`Resumptions`), anything else when nothing has happened for too long,
  /// or too much has.
  ///
  /// An operation that waits here is idle itself: it leaves the counting executor meanwhile.
  ///
  /// - Parameter isBounded: whether work can count as busy; otherwise the caller has a limit.
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

  /// How long a handler, or one job of an operation, may hold its thread.
  private static var patience: Duration { .seconds(10) }
  /// How many handlers and jobs may follow each other.
  private static var steps: UInt { 1_000_000 }
  /// How often to check on such work.
  private static var looks: Int { 100 }

  /// Returns when `rest` is reached, or given up because more than busy work keeps the scope from
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
      // Where steps follow each other, each may have ended when it is looked at.
      var looks = isTooMuch ? Self.looks : 1
      while !takeForBusy(), looks > 1 {
        looks -= 1
        await Task.yield()
      }
    }
  }

  /// A task with a preferred executor is enqueued anew even when it calls from the main actor to
  /// the main actor, or returns: this many such steps in a row are followed.
  private static var roundTrips: Int { 16 }
  /// The time given to operations that are not known to wait.
  private static var patientRoundTrips: Int { 1_000 }

  /// How often ongoing work may interrupt the wait for operations that are not known to wait,
  /// before that wait is given up.
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

  /// Gives callbacks time to come, once each, unless they wait for the test. Tasks without a
  /// promise only need a turn: they get a tenth of the time.
  ///
  /// - Parameter generation: the activity count when the scope was found idle. It is compared last:
  ///   a callback that has come counts as activity before it stops being expected.
  /// - Returns: whether anything happened.
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

  /// Marks callbacks still to come as waiting for the test, and the work resumed last as busy.
  private func patienceIsOver() {
    expectedCallbacks.giveUp()
    if !takeForBusy() { takeLastResumedForBusy() }
  }

  /// Returns when both the scope and `other` are idle: work of one may wake work of the other.
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

  /// Returns when nothing in the scope goes on by itself: nothing in it can settle what is left.
  @concurrent
  func end() async {
    while !Task.isCancelled {
      await rest(isBounded: false)
      if isStill { return }
      _ = await (awake.isZero ? timers : awake).zero().result
    }
  }

  /// Whether nothing in the scope goes on by itself.
  var isStill: Bool {
    // What is no longer awake, and no timer, has become an activity before: it would be seen here.
    let generation = activity.generation
    return activity.isZero && awake.isZero && timers.isZero && activity.generation == generation
  }

  /// Waits, with untracked promises.
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

/// Counts the steps of a wait, which a busy machine slows down: as long as steps follow each other,
/// nothing blocks the wait.
private final class Steps: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var number: Int { lock.withLock { count } }

  func add() { lock.withLock { count += 1 } }
}

/// A span of real time that a busy machine stretches.
///
/// It passes in slices. After each, a job takes its turn on the queue that operations and most
/// callbacks run on: earlier jobs there, and threads waiting for their time, get in as often as the
/// slices do.
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
    let time = Promise.delay(for: slice)
    await time.passes(before: end)
    time.cancel()
    return false
  }
}

/// Seconds of real time, shared by all waits. A second lasts until the main actor has had a turn,
/// but not much longer: whatever blocks the main actor may be waiting for these waits.
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
  /// Returns when this promise's time has passed, and the queue of operations and the main actor
  /// have had a turn; or when `event` settles, or the caller is cancelled.
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
