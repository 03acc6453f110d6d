// The write end of a promise, which its resolvers share: it reports calls that come too late, and
// notices when all of them are gone.

/// The state that all copies of a resolver share. It is destroyed along with the last copy.
@usableFromInline
final class WriteEnd: Sendable {
  @usableFromInline let unmanagedCell: Unmanaged<Cell>
  private let name: Name?

  @usableFromInline
  init(_ cell: Cell, name: String? = nil) {
    unmanagedCell = .passRetained(cell)
    self.name = name.map { Name(text: $0) }
  }

  /// Boxed, because few promises have a name: an unnamed one pays only one word for it.
  private final class Name: Sendable {
    let text: String

    init(text: String) { self.text = text }
  }

  @inlinable
  var cell: Cell { unmanagedCell.takeUnretainedValue() }

  /// How a report names the promise.
  private var trace: String {
    if let record = cell.origin.record { return record.description }
    return name.map { "“\($0.text)” at \(site)" } ?? site
  }

  private var site: String { cell.origin.place }

  /// - Parameter handler: runs on `isolation`, and is released there.
  func onCancel(on isolation: (any Actor)?, _ handler: @escaping @Sendable () -> Void) {
    let handler = CarriedLocals.carrying(handler)
    // A handler that comes after the cancellation runs at once.
    Trampoline.run(deferring: .nothing) { effects in
      let root = cell.root
      guard let isolation else {
        let record = cell.origin.record
        return root.onCancel(&effects) {
          record?.handlerIsQueued()
          $0.stop {
            Tasks.callApart(in: record?.context) {
              guard let record else { return handler() }
              record.running(handler)
              record.handlerEnds()
            }
          }
        }
      }
      let kept = CancelHandler(handler)
      let turn = DetachedHandler({ kept.end() }, on: isolation, cell.origin)
      root.onCancel(&effects) { $0.enqueue(.passRetained(turn), hasLane: false, onLaneOf: root) }
      root.observe(.otherSettling, &effects) {
        kept.isSkipped = true
        $0.enqueue(.passRetained(turn), hasLane: false, onLaneOf: root)
      }
    }
  }

  /// Reports a call that came too late. Losing to a cancellation is not a mistake.
  ///
  /// - Parameter outcome: the outcome that the call carried, or `nil` if it carried a promise.
  /// - Returns: `false`.
  @usableFromInline
  func lost(
    _ outcome: Result<Void, any Error>?, _ fileID: StaticString, _ line: UInt
  ) -> Bool {
    // The library's own calls pass no line.
    let second = line == 0 ? nil : CallSite(fileID, line)
    Trampoline.run { effects in
      let report: @Sendable (inout Effects) -> Void = {
        $0.callOut {
          self.report(.redundantSettle(trace: self.trace, second: second?.description))
        }
      }
      // A promise that is still pending has been bound. Otherwise the winner may still be writing,
      // so it isn't known yet which call has won.
      let cell = cell.root
      if cell.state.phase == .pending { return report(&effects) }
      cell.observe(.otherSettling, &effects, report)
      if let outcome { cell.workEndedLate(outcome, &effects) }
    }
    return false
  }

  /// Reports a mistake in the use of the promise.
  private func report(_ event: PromiseDiagnostics.Event) {
    PromiseDiagnostics.report(event, in: cell.origin.record?.context)
  }

  deinit {
    var cell = unmanagedCell.takeRetainedValue()
    guard cell.state.phase == .pending else { return }
    // A handle or a waiting node would keep the cell, so nothing is left to see the outcome.
    if isKnownUniquelyReferenced(&cell), !cell.origin.isTracked { return }
    let interest = cell.marks.interest
    let isBroken = Trampoline.run { effects in
      guard cell.claimSettling() else { return false }
      // A failure that is reported here doesn't need another report at the end of the chain.
      cell.markFailureHandled()
      let place = name.map { "“\($0.text)”, created at \(site)" } ?? site
      let error =
        (cell as? any HasLostResolver)?.error(of: place) ?? PromiseError.broken(createdAt: place)
      cell.rejectClaimed(error, &effects)
      return true
    }
    guard isBroken else { return }
    // Nothing misses the outcome if all consumers have left, or if no handle exists. After the
    // consumers have left, the library itself may still hold a reference to the promise for a
    // moment.
    switch interest {
    case .lost: break
    case .none where isKnownUniquelyReferenced(&cell): break
    case .none, .living: report(.brokenPromise(trace: trace))
    }
  }
}

/// A cell whose promise is rejected with an error of its own when its last resolver is released.
package protocol HasLostResolver {
  /// - Parameter place: names the promise.
  func error(of place: String) -> any Error
}

/// An actor-isolated cancellation handler.
private final class CancelHandler: @unchecked Sendable {
  private var handler: (@Sendable () -> Void)?
  /// Written before the handler's turn comes.
  var isSkipped = false

  init(_ handler: @escaping @Sendable () -> Void) {
    self.handler = handler
  }

  /// Runs the handler, unless it is skipped, and releases it.
  func end() {
    if !isSkipped { handler?() }
    handler = nil
  }
}

extension Cell {
  /// Runs one of the library's closures when the cell is cancelled. From now on, it has work to
  /// stop.
  package final func onCancel(
    _ effects: inout Effects, _ body: @escaping @Sendable (inout Effects) -> Void
  ) {
    marks.set(.hasWork)
    // A reader of the value may have come before there was work, and left no mark.
    if isSettledItself, !isRejected, !marks.has(.owed) { marks.set(.looked) }
    observe(.cancellation, &effects, body)
  }

  @usableFromInline
  package final func cancel() { Trampoline.run { _ = cancel(&$0) } }
}
