// The progress of groups and maps: how many inputs have finished, reported in order.

/// Tells a closure how many inputs have finished.
///
/// An input that finishes when all others have been reported queues a handler in the closure's
/// isolation. The handler also reports those that finish meanwhile, so calls never overlap, and a
/// burst costs one hop.
@usableFromInline
package final class GroupProgress: @unchecked Sendable {
  /// How many finished inputs have not been reported yet, and whether the end has not.
  private let untold = StateWord(0)
  private static var end: UInt64 { 1 << 40 }

  /// Belongs to the handler until the end has been reported. Only then is it `nil`.
  private var tell: (@Sendable (_ completed: Int) -> Void)?
  private let isolation: (any Actor)?
  /// Taken here, because any caller may settle an input and so queue the handler.
  private let locals = CarriedLocals.captured()
  private let context = Tracking.tracker?.context
  private let site: CallSite
  /// Belongs to the handler.
  private var told = 0
  /// Written before the end is announced.
  private var atEnd: (@Sendable (inout Effects) -> Void)?

  @usableFromInline
  init(
    _ progress: @escaping @Sendable @isolated(any) (_ completed: Int) -> Void,
    _ fileID: StaticString, _ line: UInt
  ) {
    (tell, isolation) = (synchronous(progress), progress.isolation)
    site = CallSite(fileID, line)
  }

  /// The same, if there is a closure. `Optional.map` would need newer systems for a closure that
  /// carries its isolation.
  @usableFromInline
  convenience init?(
    telling progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)?,
    _ fileID: StaticString, _ line: UInt
  ) {
    guard let progress else { return nil }
    self.init(progress, fileID, line)
  }

  /// Called when an input of `cell` has finished, on any thread.
  @usableFromInline
  func inputFinished(of cell: Cell, _ effects: inout Effects) { announce(1, of: cell, &effects) }

  /// Calls `body` once every finished input has been reported. Called once, after all inputs have
  /// finished.
  @usableFromInline
  func inputsEnded(
    of cell: Cell, _ effects: inout Effects, _ body: @escaping @Sendable (inout Effects) -> Void
  ) {
    atEnd = body
    announce(Self.end, of: cell, &effects)
  }

  private func announce(_ news: UInt64, of cell: Cell, _ effects: inout Effects) {
    if untold.add(news) == news { effects.callOut { self.queue(for: cell) } }
  }

  private func queue(for cell: Cell) {
    locals.bind {
      let _: Promise<Void> = Promise<Void>.fulfilled.derive(on: isolation, origin) {
        _, _, derived, effects in
        self.tellAll(of: cell, &effects)
        Promise<Void>.settle(derived, &effects) {}
      }
    }
  }

  private var origin: Origin {
    func make() -> Origin { Origin("progress", at: site) }
    return context?.bind(make) ?? make()
  }

  /// Reports all finished inputs or, if that takes too long, continues behind whatever waits.
  private func tellAll(of cell: Cell, _ effects: inout Effects) {
    var turn = Turn()
    repeat {
      if untold.load() == Self.end {
        tell = nil
        return atEnd.take()?(&effects) ?? ()
      }
      guard turn.goesOn() else { return queue(for: cell) }
      told += 1
      if !cell.isSettled { tell?(told) }
    } while untold.add(.max) > 0
  }

  deinit {
    if let tell = tell.take() { UnusedClosure.release(consume tell, on: isolation, origin) }
  }
}

extension Promise {
  /// Counts down a finished input of a group, and fulfills the group's cell once it was the last.
  @usableFromInline
  static func inputFinished(
    of cell: ValueCell<Value>, _ countdown: Countdown, _ progress: GroupProgress?,
    _ effects: inout Effects, _ collect: @escaping @Sendable () -> Value
  ) {
    progress?.inputFinished(of: cell, &effects)
    guard countdown.countDown() else { return }
    guard let progress else { return _ = cell.fulfill(collect(), &effects) }
    progress.inputsEnded(of: cell, &effects) { _ = cell.fulfill(collect(), &$0) }
  }
}
