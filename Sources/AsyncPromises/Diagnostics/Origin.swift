// Where a promise was created: one word in each cell.

/// The call that created a promise, as named in reports. It is always a literal.
@usableFromInline
package struct Operator: ExpressibleByStringLiteral, Equatable, Sendable, CustomStringConvertible {
  @usableFromInline let name: StaticString

  @inlinable
  package init(stringLiteral name: StaticString) { self.name = name }

  @usableFromInline
  package var description: String { name.description }

  /// Compares the bytes and creates no strings, because a group compares operators for each of its
  /// items.
  @usableFromInline
  package static func == (a: Operator, b: Operator) -> Bool {
    a.name.withUTF8Buffer { a in b.name.withUTF8Buffer { a.elementsEqual($0) } }
  }
}

/// Where a promise was created: its call site or, while tracking is on, its record.
///
/// One word in each cell, which never changes. The library's internal cells have no origin: they
/// are not tracked, and a failure that they keep is not reported.
@usableFromInline
package struct Origin: @unchecked Sendable {
  /// Zero, a call site with its lowest bit set, or a pointer to a record, which it retains.
  private let bits: UInt64

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// The origin of promises that the library creates for itself.
  @usableFromInline
  package static var none: Origin { Origin(bits: 0) }

  /// Creates the origin of a promise that is about to be created.
  @usableFromInline
  package init(_ kind: Operator, name: String? = nil, _ fileID: StaticString, _ line: UInt) {
    let site = CallSite(fileID, line)
    bits = Tracking.isOn ? Origin.record(kind, name, site) : site.bits
  }

  /// Creates the origin of a promise that is part of another promise of this kind.
  ///
  /// The part counts as outstanding, like any other promise. A report shows what the part waits for
  /// on the line of the whole promise, and a trace skips the part.
  package init(
    partOf kind: Operator, name: String? = nil, _ fileID: StaticString, _ line: UInt
  ) {
    let site = CallSite(fileID, line)
    bits = Tracking.isOn ? Origin.record(kind, name, site, isPart: true) : site.bits
  }

  @inline(never)
  private static func record(
    _ kind: Operator, _ name: String?, _ site: CallSite, isPart: Bool = false
  ) -> UInt64 {
    let creator = Creator(kind: kind, name: name, site: site, isPart: isPart)
    guard let record = Tracking.begin(creator) else { return site.bits }
    return Unmanaged.passRetained(record).word
  }

  /// Creates the origin of a promise at the call site of another one.
  @usableFromInline
  package init(_ kind: Operator, whereMade other: Origin) {
    guard let site = other.site else {
      self = .none
      return
    }
    bits = Tracking.isOn ? Origin.record(kind, nil, site) : site.bits
  }

  var isNone: Bool { bits == 0 }

  @inline(__always)
  private var unmanagedRecord: Unmanaged<Record>? {
    guard bits & 1 == 0 else { return nil }
    // SAFETY: `record` returned this word if it is even and not zero.
    return Unmanaged(word: bits)
  }

  /// The promise's record, if it is tracked.
  @inline(__always)
  var record: Record? { unmanagedRecord?.takeUnretainedValue() }

  /// Whether there is a record.
  @inline(__always)
  var isTracked: Bool { unmanagedRecord != nil }

  /// Notes in the record, if there is one, what happens to the promise.
  @inline(__always)
  func note(_ event: @autoclosure () -> Event) {
    if let unmanagedRecord { unmanagedRecord.takeUnretainedValue().note(event()) }
  }

  /// Notes where the promise's handler or operation runs.
  @usableFromInline
  func record(isolation: (any Actor)?) {
    // A flight admits its callers on its own actor, which runs none of their code.
    guard let record, record.creator.kind != "singleFlight" else { return }
    record.isolation = isolation.map { type(of: $0) }
  }

  /// A description of the line that created the promise.
  var place: String { site?.description ?? "a line inside the library" }

  /// The line that created the promise.
  var site: CallSite? {
    if bits == 0 { return nil }
    return record?.creator.site ?? CallSite(bits: bits)
  }

  /// The path that the promise's failure took, as far as it is known; `nil` for the library's
  /// internal cells.
  var trace: String? {
    record?.trace ?? site?.description
  }

  /// Returns the same origin for another cell, which must also release it.
  func shared() -> Origin {
    _ = unmanagedRecord?.retain()
    return self
  }

  /// Releases the record when the cell is destroyed.
  @inline(__always)
  func release() {
    unmanagedRecord?.release()
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

extension Origin {
  /// The error for a promise that all consumers have left.
  var abandonment: any Error {
    PromiseError.abandoned(createdAt: place)
  }

  /// The error for a promise that is told to follow itself.
  var cycle: any Error { PromiseError.cycle }
}
