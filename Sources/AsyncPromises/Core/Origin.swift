// Where a promise was created: one word in each cell, and all that Core knows of Tracking.

/// Where a promise was created: its call site or, while tracking is on, its record.
///
/// One word in each cell, which never changes. The library's internal cells have no origin: they
/// are not tracked, and a failure that they keep is not reported.
@usableFromInline
package struct Origin: @unchecked Sendable {
  /// Zero, a call site with its lowest bit set, or a pointer to a recorder, which it retains.
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

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
  @inline(__always)
  package var record: (any EventRecorder)? { recorder?._withUnsafeGuaranteedRef { $0.record } }

  @inline(__always)
  @usableFromInline package var isTracked: Bool { recorder != nil }

  /// Records where the promise's handler or operation runs.
  @usableFromInline
  func record(isolation: (any Actor)?) { record?.runs(on: isolation) }

  /// Calls a handler of the promise, and attributes it to the promise if that is tracked.
  @inline(__always)
  func running(_ body: () -> Void) {
    if let record { record.running(body) } else { body() }
  }

  /// Whether the job that is about to run the promise's handler belongs to another test, or to
  /// none.
  @inline(__always)
  var isElsewhere: Bool { record?.context.isElsewhere == true }

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
  func release() { recorder?.release() }
}

/// Gives a record, which is of another module, an address of one word.
private final class Recorder {
  let record: any EventRecorder

  init(_ record: any EventRecorder) { self.record = record }
}

/// Records what happens to a tracked promise. Each event is a call.
package protocol EventRecorder: AnyObject, CustomStringConvertible, Sendable {
  /// The promise's cell is created.
  func begins(in cell: Cell)
  /// The promise starts waiting for something.
  func waits(for obstacle: Origin.Obstacle)
  /// It starts waiting for another promise.
  func waits(for source: Cell)
  /// These are the inputs that the promise waits for, or what holds the place that it waits for.
  func waits(for cells: [Cell])
  /// A retry starts an attempt, or the pause before it.
  func waits(for obstacle: Origin.Obstacle, attempt: Int, of count: Int)
  /// The promise is bound to an inner promise, and the cell `relay` settles in its place.
  func follows(_ inner: Cell, through relay: Cell)
  /// The promise can't be reached anymore, and nothing will settle it.
  func vanishes()

  /// The promise is about to be settled. Everything that follows from that is an activity.
  func settlingBegins(of cell: Cell)
  /// All consumers have been notified.
  func settlingEnds()
  /// The promise fails on its own, or passes on the failure of `source`. Called by the winner of
  /// the claim.
  func fails(like source: Cell?)

  /// The handler is due.
  func handlerIsQueued()
  /// The handler is about to be called with the failure of `source`.
  func handles(_ source: Cell)
  /// Calls a handler of the promise, or releases it.
  func running(_ body: () -> Void)
  /// The handler has run or was skipped, and has been released.
  func handlerEnds()

  /// The handler or the operation runs on this actor, or on none.
  func runs(on isolation: (any Actor)?)
  /// The operation starts, or stops, waiting for its child tasks.
  func operationSuspends()
  func operationResumes()
  /// A task or a thread starts, or stops, waiting for the promise.
  func waiterComes()
  func waiterLeaves()

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

  /// Calls `body` on the caller's thread, in a task of the test.
  ///
  /// - Returns: whether it was called; it isn't if there is no test.
  func runInTest(_ body: () -> Void) -> Bool

  /// Whether the running code belongs to another test.
  var isElsewhere: Bool { get }
  /// The clock of calls that aren't given one.
  var clock: (any Clock<Duration>)? { get }

  /// Counts a timer, or a report, for as long as the returned object exists.
  func countTimer() -> AnyObject
  func countReport() -> AnyObject
}

extension Origin {
  package typealias Body = nonisolated(nonsending) @Sendable () async -> Void

  /// What keeps a pending promise waiting.
  @usableFromInline
  package enum Obstacle: UInt64 {
    case resolver, promise, operation, pause, timer, items, inputs, place
  }
}
