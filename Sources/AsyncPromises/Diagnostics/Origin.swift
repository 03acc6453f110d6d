// Where a promise comes from: one word in each cell.

/// The call that made a promise, under the name that a report gives it.
@usableFromInline
enum Kind: String, Sendable {
  case all, allSettled, any, async, callback, `catch`, delay, done, finally, firstValue, item, map
  case pending, progress, race, recover, rejected, retry, tap, then, timeout, validate, whenSettled
}

/// A line of a source file, in one word.
struct Site: Sendable, Equatable, CustomStringConvertible {
  /// From the top: the address of the file's name, fifteen bits for the line, a set bit.
  fileprivate let bits: UInt64

  private static let lines: UInt64 = 0x7FFF

  /// - Parameters:
  ///   - fileID: as `#fileID` writes it.
  ///   - line: a line beyond 32,767 is remembered as that.
  @inline(__always)
  init(_ fileID: StaticString, _ line: UInt) {
    let address = UInt64(UInt(bitPattern: fileID.utf8Start))
    bits = address << 16 | min(UInt64(line), Self.lines) << 1 | 1
  }

  fileprivate init(bits: UInt64) {
    self.bits = bits
  }

  var description: String {
    // SAFETY: the word was made of a `StaticString` that has a pointer, which ends with a zero and
    // lives as long as the process. Addresses of static data have 48 bits on all platforms of ours.
    let name = UnsafePointer<CChar>(bitPattern: UInt(bits >> 16)).map { String(cString: $0) }
    return "\(name ?? "?"):\(bits >> 1 & Self.lines)"
  }
}

/// Where a promise comes from: its creation site or, while tracking is on, the record of it.
///
/// A word of a cell that never changes. Cells of the library's own have no origin: they are not
/// tracked, and nobody misses a failure that they keep.
@usableFromInline
struct Origin: @unchecked Sendable {
  /// Zero, a site, whose lowest bit is set, or a pointer to a record, which it retains.
  private let bits: UInt64

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// The origin of what no user made.
  @usableFromInline
  static var none: Origin { Origin(bits: 0) }

  /// The origin of a promise that is about to be made.
  @usableFromInline
  init(_ kind: Kind, name: String? = nil, _ fileID: StaticString, _ line: UInt) {
    let site = Site(fileID, line)
    bits = Tracking.isOn ? Origin.record(kind, name, site) : site.bits
  }

  @inline(never)
  private static func record(_ kind: Kind, _ name: String?, _ site: Site) -> UInt64 {
    guard let record = Tracking.begin(Maker(kind: kind, name: name, site: site)) else {
      return site.bits
    }
    return UInt64(UInt(bitPattern: Unmanaged.passRetained(record).toOpaque()))
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

  /// Notes where the handler or the operation of the promise runs.
  @usableFromInline
  func record(isolation: (any Actor)?) {
    record?.isolation = isolation.map { type(of: $0) }
  }

  /// The line that made the promise.
  var site: Site? {
    if bits == 0 { return nil }
    return record?.maker.site ?? Site(bits: bits)
  }

  /// The way that a failure of the promise has come, as far as it is known.
  var trace: String {
    record?.trace ?? site?.description ?? "?"
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
