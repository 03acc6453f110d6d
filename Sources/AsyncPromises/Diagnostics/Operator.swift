// The call that created a promise: how its origin is made, and what it says in reports.

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

extension Origin {
  /// Creates the origin of a promise that is about to be created.
  @usableFromInline
  package init(_ kind: Operator, name: String? = nil, _ fileID: StaticString, _ line: UInt) {
    let site = CallSite(fileID, line)
    self = Tracking.isOn ? Origin.record(kind, name, site) : Origin(bits: site.bits)
  }

  /// Creates the origin of a promise that is part of another promise of this kind.
  ///
  /// The part counts as outstanding, like any other promise. A report shows what the part waits for
  /// on the line of the whole promise, and a trace skips the part.
  package init(
    partOf kind: Operator, name: String? = nil, _ fileID: StaticString, _ line: UInt
  ) {
    let site = CallSite(fileID, line)
    self =
      Tracking.isOn ? Origin.record(kind, name, site, isPart: true) : Origin(bits: site.bits)
  }

  /// The same, with a name that is needed only while promises are tracked.
  @usableFromInline
  package init(
    _ kind: Operator, named name: some Any, _ fileID: StaticString, _ line: UInt
  ) {
    self.init(kind, name: Tracking.isOn ? "\(name)" : nil, fileID, line)
  }

  /// The origin of a part of a promise, which has the promise's name and line in reports.
  @usableFromInline
  package init(partOf whole: Origin) {
    let site = whole.site?.bits ?? 0
    self = whole.record?.part().map { Origin($0) } ?? Origin(bits: site)
  }

  @inline(never)
  private static func record(
    _ kind: Operator, _ name: String?, _ site: CallSite, isPart: Bool = false
  ) -> Origin {
    let record = Tracking.tracker?.begin(kind, name, site, isPart: isPart)
    return record.map { Origin($0) } ?? Origin(bits: site.bits)
  }

  /// Creates the origin of a promise at the call site of another one.
  @usableFromInline
  package init(_ kind: Operator, whereMade other: Origin) {
    self = other.site.map { Origin(kind, at: $0) } ?? .none
  }

  init(_ kind: Operator, at site: CallSite) {
    self = Tracking.isOn ? Origin.record(kind, nil, site) : Origin(bits: site.bits)
  }

  /// Records that the promise waits for a place that these promises' operations hold.
  package func waits(for others: [Cell]) {
    record?.waits(for: .place)
    record?.waits(for: others)
  }

  /// A description of the line that created the promise.
  var place: String { site?.description ?? "a line inside the library" }

  /// The line that created the promise.
  var site: CallSite? {
    if bits == 0 { return nil }
    return record?.site ?? CallSite(bits: bits)
  }

  /// The path that the promise's failure took, as far as it is known; `nil` for the library's
  /// internal cells.
  var trace: String? {
    record?.trace ?? site?.description
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
