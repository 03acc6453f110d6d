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
  private var unmanagedRecorder: Unmanaged<EventRecorder>? {
    guard bits & 1 == 0 else { return nil }
    // SAFETY: an even word that is not zero comes from `Unmanaged<EventRecorder>`.
    return Unmanaged(word: bits)
  }

  /// What records the promise's events, if it is tracked.
  @inline(__always)
  var recorder: EventRecorder? { unmanagedRecorder?.takeUnretainedValue() }

  /// Whether events are recorded.
  @inline(__always)
  package var isTracked: Bool { unmanagedRecorder != nil }

  /// Records, if the promise is tracked, what happens to it.
  @inline(__always)
  func note(_ event: @autoclosure () -> Event) {
    if let unmanagedRecorder { unmanagedRecorder.takeUnretainedValue().note(event()) }
  }

  /// Calls a handler of the promise, and attributes it to the promise if that is tracked.
  @inline(__always)
  func running(_ body: () -> Void) {
    if let recorder { recorder.running(body) } else { body() }
  }

  /// Whether the job that is about to run the promise's handler belongs to another test, or to
  /// none.
  @inline(__always)
  var isElsewhere: Bool { recorder?.isElsewhere == true }

  /// Calls `start`, which starts a job for the promise's handler, where the promise belongs.
  @inline(__always)
  func startJob(_ start: () -> Void) {
    if let recorder { recorder.startJob(start) } else { start() }
  }

  /// Returns the same origin for another cell, which must also release it.
  func shared() -> Origin {
    _ = unmanagedRecorder?.retain()
    return self
  }

  /// Releases the recorder when the cell is destroyed.
  @inline(__always)
  func release() {
    unmanagedRecorder?.release()
  }
}

extension Origin {
  /// What happens to a promise and is noted in its record.
  enum Event {
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
  }
}

/// Records what happens to a tracked promise. Tracking has the only subclass, `Record`.
@usableFromInline
class EventRecorder: QueueNode, @unchecked Sendable {
  /// The promise's number, which no other tracked promise has.
  final let number: UInt64

  init(number: UInt64) {
    self.number = number
  }

  func note(_ event: Origin.Event) {}

  /// Calls a handler of the promise.
  func running(_ body: () -> Void) { body() }

  /// Whether the current job belongs elsewhere.
  var isElsewhere: Bool { false }

  /// Calls `start`, which starts a job for a handler of the promise.
  func startJob(_ start: () -> Void) { start() }
}
