// Where a promise comes from: one word in each cell.

/// The call that made a promise, by the name that reports use: a literal.
@usableFromInline
package struct Operator: ExpressibleByStringLiteral, Equatable, Sendable, CustomStringConvertible {
  @usableFromInline let name: StaticString

  @inlinable
  package init(stringLiteral name: StaticString) { self.name = name }

  @usableFromInline
  package var description: String { name.description }

  /// Compares the bytes: a group asks for each of its items.
  @usableFromInline
  package static func == (a: Operator, b: Operator) -> Bool {
    a.name.withUTF8Buffer { a in b.name.withUTF8Buffer { a.elementsEqual($0) } }
  }
}

/// Where a promise comes from: its creation site or, while tracking is on, the record of it.
///
/// A word of a cell that never changes. Cells of the library's own have no origin: they are not
/// tracked, and nobody misses a failure that they keep.
@usableFromInline
package struct Origin: @unchecked Sendable {
  /// Zero, a site, whose lowest bit is set, or a pointer to a record, which it retains.
  private let bits: UInt64

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// The origin of promises that no user made.
  @usableFromInline
  package static var none: Origin { Origin(bits: 0) }

  /// The origin of a promise that is about to be made.
  @usableFromInline
  package init(_ kind: Operator, name: String? = nil, _ fileID: StaticString, _ line: UInt) {
    let site = CallSite(fileID, line)
    bits = Tracking.isOn ? Origin.record(kind, name, site) : site.bits
  }

  /// The origin of a promise that another one of this kind is made of.
  ///
  /// It is outstanding like any other. A report tells what it waits for in the line of the other
  /// one, and a trace passes over it.
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
    return UInt64(UInt(bitPattern: Unmanaged.passRetained(record).toOpaque()))
  }

  /// The origin of a promise that is made where another one was.
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
    // SAFETY: an even word other than zero is what `record` returned.
    return UnsafeRawPointer(bitPattern: UInt(bits)).map { Unmanaged.fromOpaque($0) }
  }

  /// The record of a promise that is tracked.
  @inline(__always)
  var record: Record? { unmanagedRecord?.takeUnretainedValue() }

  /// Whether there is a record.
  @inline(__always)
  var isTracked: Bool { unmanagedRecord != nil }

  /// Tells the record, if there is one, what happens to the promise.
  @inline(__always)
  func note(_ event: @autoclosure () -> Event) {
    if let unmanagedRecord { unmanagedRecord.takeUnretainedValue().note(event()) }
  }

  /// Notes where the handler or the operation of the promise runs.
  @usableFromInline
  func record(isolation: (any Actor)?) {
    // A flight takes its callers on an actor of its own, which runs nothing of theirs.
    guard let record, record.creator.kind != "singleFlight" else { return }
    record.isolation = isolation.map { type(of: $0) }
  }

  /// A description of the line that made the promise.
  var place: String { site?.description ?? "a line inside the library" }

  /// The line that made the promise.
  var site: CallSite? {
    if bits == 0 { return nil }
    return record?.creator.site ?? CallSite(bits: bits)
  }

  /// The way that a failure of the promise has come, as far as it is known; of the library's own
  /// cells nothing is.
  var trace: String? {
    record?.trace ?? site?.description
  }

  /// The same origin for another cell, which releases it as this one does.
  func shared() -> Origin {
    _ = unmanagedRecord?.retain()
    return self
  }

  /// For the end of the cell.
  @inline(__always)
  func release() {
    unmanagedRecord?.release()
  }
}

extension Origin {
  /// What happens to a promise, as its record is told.
  enum Event {
    /// The cell of the promise is made.
    case promiseBegins(in: Cell)
    /// What the promise waits for from now on.
    case waits(for: Obstacle)
    /// The same for a group.
    case waitsForInputs([Cell])
    /// The promise is bound: `through` settles it, as the inner promise does.
    case promiseFollows(Cell, through: Cell)
    /// The promise can't be reached any more, and nothing settles it.
    case promiseVanished
    /// The promise is about to be settled. What follows from that is an activity.
    case settlingBegins
    /// All consumers have been told.
    case settlingEnds
    /// The failure comes from the promise's own handler or producer. By the winner of the claim.
    case rejected
    /// The failure comes from that of another promise. By the winner of the claim.
    case rejectedLike(Cell)
    /// The handler is due.
    case handlerIsQueued
    /// The handler is about to be called with the failure of its source.
    case handles(Cell)
    /// The handler has run, or was skipped, and is let go.
    case handlerEnded
  }
}

extension Origin {
  /// The error for a promise that everybody has left.
  var abandonment: any Error {
    PromiseError.abandoned(createdAt: place)
  }

  /// The error for a promise that is told to follow itself.
  var cycle: any Error { PromiseError.cycle }
}
