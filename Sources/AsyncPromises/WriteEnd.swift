// The end of a promise that its resolvers share: who has settled it, and that all of them are gone.

/// What the copies of a resolver share; it goes away with the last of them.
@usableFromInline
final class WriteEnd: Sendable {
  @usableFromInline let unmanagedCell: Unmanaged<Cell>
  private let name: Name?
  /// The line of the call that has settled or bound the promise.
  private let firstCall = StateWord(0)

  @usableFromInline
  init(_ cell: Cell, name: String? = nil) {
    unmanagedCell = .passRetained(cell)
    self.name = name.map { Name(text: $0) }
  }

  /// What few promises have takes a word.
  private final class Name: Sendable {
    let text: String

    init(text: String) { self.text = text }
  }

  @inlinable
  var cell: Cell { unmanagedCell.takeUnretainedValue() }

  /// The promise, as a report names it.
  private var trace: String {
    if let record = cell.origin.record { return record.creator.description }
    return name.map { "“\($0.text)” at \(site)" } ?? site
  }

  private var site: String { cell.origin.place }

  /// - Parameter handler: runs on `isolation`, and is let go there.
  func onCancel(on isolation: (any Actor)?, _ handler: @escaping @Sendable () -> Void) {
    Trampoline.run { effects in
      let root = cell.root
      root.marks.set(.hasCancelHandler)
      guard let isolation else {
        return root.observe(.cancellation, &effects) {
          $0.callOut { Tasks.callApart(handler) }
        }
      }
      let kept = CancelHandler(handler)
      let turn = DetachedHandler({ kept.end() }, on: isolation, cell.origin)
      root.observe(.cancellation, &effects) {
        $0.enqueue(.passRetained(turn), in: .none, onLaneOf: root)
      }
      root.observe(.otherSettling, &effects) {
        kept.isSkipped = true
        $0.enqueue(.passRetained(turn), in: .none, onLaneOf: root)
      }
    }
  }

  /// Notes the call that has won, for a report. By the winner, who has not published the outcome,
  /// or has just bound the promise: then a report may come without it.
  @usableFromInline
  func settles(_ fileID: StaticString, _ line: UInt) {
    firstCall.storeRelaxed(Self.word(fileID, line))
  }

  /// Reports a call that came too late. To lose against a cancellation is no mistake.
  ///
  /// - Parameter outcome: what the call brought, unless it was a promise.
  /// - Returns: `false`.
  @usableFromInline
  func lost(
    _ outcome: Result<Void, any Error>?, _ fileID: StaticString, _ line: UInt
  ) -> Bool {
    let second = Self.word(fileID, line)
    Trampoline.run { effects in
      let report: @Sendable (inout Effects) -> Void = {
        $0.callOut { self.reportRedundant(second) }
      }
      // Who has won is not known while the winner still writes; a bound promise is pending.
      let cell = cell.root
      if cell.state.phase == .pending { return report(&effects) }
      cell.observe(.otherSettling, &effects, report)
      if let outcome { cell.workEndedLate(outcome, &effects) }
    }
    return false
  }

  private func reportRedundant(_ second: UInt) {
    report(
      .redundantSettle(
        trace: trace, first: Self.line(firstCall.loadRelaxed()), second: Self.line(second)))
  }

  /// A line in a word: zero for a call of the library's own, which gives none.
  private static func word(_ fileID: StaticString, _ line: UInt) -> UInt {
    line == 0 ? 0 : UInt(CallSite(fileID, line).bits)
  }

  private static func line(_ word: UInt) -> String? {
    word == 0 ? nil : CallSite(bits: UInt64(word)).description
  }

  /// Reports a mistake that was made with the promise.
  private func report(_ event: PromiseDiagnostics.Event) {
    PromiseDiagnostics.report(event, in: cell.origin.record?.scope)
  }

  deinit {
    var cell = unmanagedCell.takeRetainedValue()
    guard cell.state.phase == .pending else { return }
    let broken = Trampoline.run { effects -> (hadConsumers: Bool, wasLeft: Bool)? in
      let hadConsumers = cell.hasConsumers(&effects)
      let wasLeft = !hadConsumers && cell.marks.has(.seen)
      guard cell.claimSettling() else { return nil }
      // What is reported here needs no report where the chain ends.
      cell.markFailureHandled()
      let place = name.map { "“\($0.text)”, made at \(site)" } ?? site
      let error: any Error =
        cell.isForeign ? LostResolver(site: place) : PromiseError.broken(createdAt: place)
      cell.rejectClaimed(error, &effects)
      return (hadConsumers, wasLeft)
    }
    guard let broken else { return }
    // Who has left misses nothing, and neither does anybody where there is no handle. Of a promise
    // that was left, the library itself may have a reference for a moment more.
    if broken.hadConsumers || !broken.wasLeft && !isKnownUniquelyReferenced(&cell) {
      report(.brokenPromise(trace: trace))
    }
  }
}

/// A handler of an actor that is told of a cancellation.
private final class CancelHandler: @unchecked Sendable {
  private var handler: (@Sendable () -> Void)?
  /// Written before the handler has its turn.
  var isSkipped = false

  init(_ handler: @escaping @Sendable () -> Void) {
    self.handler = handler
  }

  /// Runs the handler, unless it is skipped, and lets it go.
  func end() {
    if !isSkipped { handler?() }
    handler = nil
  }
}
