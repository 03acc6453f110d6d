// Where a promise was created: one word in each cell, and all that Core knows of Tracking.

/// Where a promise was created: its call site or, while tracking is on, its record.
///
/// One word in each cell, which never changes. The library's internal cells have no origin: they
/// are not tracked, and a failure that they keep is not reported.
@usableFromInline
package struct Origin: @unchecked Sendable {
  /// Zero, a call site with its lowest bit set, or a pointer to a recorder, which it retains.
  let bits: UInt64

  init(bits: UInt64) {
    self.bits = bits
  }

  /// The origin of promises that the library creates for itself.
  @usableFromInline
  package static var none: Origin { Origin(bits: 0) }

  var isNone: Bool { bits == 0 }

  @inline(__always)
  private var recorder: Unmanaged<Recorder>? {
    guard bits & 1 == 0 else { return nil }
    // SAFETY: an even word that is not zero comes from `init(_:)`.
    return Unmanaged(word: bits)
  }

  init(_ record: any EventRecorder) {
    bits = Unmanaged.passRetained(Recorder(record)).word
  }

  /// What records the promise's events, if it is tracked.
  package var record: (any EventRecorder)? { recorder?._withUnsafeGuaranteedRef { $0.record } }

  /// Whether events are recorded.
  @inline(__always)
  package var isTracked: Bool { recorder != nil }

  /// Records, if the promise is tracked, what happens to it.
  @inline(__always)
  package func note(_ event: @autoclosure () -> Event) {
    if isTracked { record?.note(event()) }
  }

  /// Records where the promise's handler or operation runs.
  @usableFromInline
  func record(isolation: (any Actor)?) { note(.runs(on: isolation)) }

  /// Calls a handler of the promise, and attributes it to the promise if that is tracked.
  @inline(__always)
  func running(_ body: () -> Void) {
    if let record { record.running(body) } else { body() }
  }

  /// Whether the job that is about to run the promise's handler belongs to another test, or to
  /// none.
  @inline(__always)
  var isElsewhere: Bool { isTracked && record?.context.isElsewhere == true }

  /// Calls `start`, which starts a job for the promise's handler, where the promise belongs.
  @inline(__always)
  func startJob(_ start: () -> Void) {
    guard isElsewhere, let record else { return start() }
    record.context.bind(start)
  }

  /// Returns the same origin for another cell, which must also release it.
  func shared() -> Origin {
    _ = recorder?.retain()
    return self
  }

  /// Releases the recorder when the cell is destroyed.
  @inline(__always)
  func release() {
    recorder?.release()
  }
}

extension Origin {
  /// What happens to a promise and is noted in its record.
  package enum Event {
    /// The promise's cell is created.
    case promiseBegins(in: Cell)
    /// The promise starts waiting for something.
    case waits(for: Obstacle)
    /// A group starts waiting for its inputs.
    case waitsForInputs([Cell])
    /// The promise is bound to an inner promise, and the cell `through` settles in its place.
    case promiseFollows(Cell, through: Cell)
    /// The promise can't be reached anymore, and nothing will settle it.
    case promiseVanished
    /// The promise is about to be settled. Everything that follows from that is an activity.
    case settlingBegins
    /// All consumers have been notified.
    case settlingEnds
    /// The failure comes from the promise's own handler or producer. Noted by the winner of the
    /// claim.
    case rejected
    /// The failure is another promise's, passed on. Noted by the winner of the claim.
    case rejectedLike(Cell)
    /// The handler is due.
    case handlerIsQueued
    /// The handler is about to be called with its source's failure.
    case handles(Cell)
    /// The handler has run or was skipped, and has been released.
    case handlerEnded
    /// The handler or the operation runs on this actor, or on none.
    case runs(on: (any Actor)?)
    /// The operation starts, or stops, waiting for its child tasks.
    case operationSuspends, operationResumes
    /// A task or a thread starts, or stops, waiting for the promise.
    case waiterCame, waiterLeft
  }

  /// What keeps a pending promise waiting.
  @usableFromInline
  package enum Obstacle {
    case resolver, operation, time, items, inputs
    case promise(of: Cell)
    /// An attempt of a retry.
    case attempt(Int, of: Int)
    /// The pause before an attempt of a retry.
    case pause(beforeAttempt: Int, of: Int)
  }
}

/// Gives a record, which is of another module, an address of one word.
private final class Recorder {
  let record: any EventRecorder

  init(_ record: any EventRecorder) { self.record = record }
}

/// Records what happens to a tracked promise.
package protocol EventRecorder: AnyObject, CustomStringConvertible, Sendable {
  func note(_ event: Origin.Event)

  /// Calls a handler of the promise.
  func running(_ body: () -> Void)

  /// Called when the task of an operation is about to be created.
  ///
  /// - Returns: what the task runs, and where it prefers to run.
  func operationBegins(
    on isolation: (any Actor)?, _ operation: @escaping Origin.Body
  ) -> (executor: PreferredExecutor?, operation: Origin.Body)

  /// Creates the record of a part of the promise, which a trace skips.
  func part() -> (any EventRecorder)?

  /// Where everything belongs that the promise creates.
  var context: any TrackedContext { get }
  /// The line that created the promise.
  var site: CallSite { get }
  /// The path that the promise's failure took, as far as it is known.
  var trace: String { get }
}

/// Where what is created belongs, while promises are tracked: to a test, for example.
package protocol TrackedContext: Sendable {
  func bind<R>(_ body: () throws -> R) rethrows -> R
  func bind(_ operation: Origin.Body, isolation: isolated (any Actor)?) async

  /// Calls `make`, which creates a task, so that the task sees the task-locals of the test.
  ///
  /// - Returns: whether it was called; it isn't if there is no test.
  func startInTest(_ make: () -> Void) -> Bool

  /// Whether the running code belongs to another test.
  var isElsewhere: Bool { get }
  /// The clock of calls that aren't given one.
  var clock: (any Clock<Duration>)? { get }

  /// Counts an activity for as long as the returned object exists.
  func counting(_ activity: Origin.Activity) -> AnyObject
}

extension Origin {
  package typealias Body = nonisolated(nonsending) @Sendable () async -> Void

  /// What a context counts, besides promises.
  package enum Activity { case timer, report }
}
