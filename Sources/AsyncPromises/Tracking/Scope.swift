// What promises are counted by: a scope, or the process.
//
//   counter       what is counted                                  who waits for zero
//   outstanding   pending promises; handlers and operations that   `settle(within:)`, the end of a
//                 have not ended; reports on their way             scope, `waitForPromises`
//   activity      what runs or is about to, and comes to rest by   `ManualClock.advance(by:)`,
//                 itself: settlings, handlers, jobs of operations  before and after the time moves
//   awake         operations and asynchronous handlers, but for    the same, which gives those that
//                 those in a `TrackedSuspension`                   it finds idle more patience
//   unfollowed    of those that are awake, asynchronous handlers   the end of a scope
//                 on actors: no executor of the scope sees them

/// A part of a program whose promises are counted, listed and reported together.
///
/// What is made in a scope belongs to it, what its handlers and operations make included, and to
/// the scopes around it.
package final class Scope: Sendable {
  /// The scope around all others.
  package static let process = Scope(name: nil, within: nil)

  package let name: String?
  let parent: Scope?
  package let outstanding: ActivityCounter
  /// Every scope that is not nested counts its own, so that what belongs to the process alone does
  /// not wait for scopes.
  package let activity: ActivityCounter
  /// What these do on actors is no activity: no executor of the scope runs it.
  package let awake: ActivityCounter
  package let unfollowed: ActivityCounter
  /// How many of those that are awake a test has found to be idle.
  private let idle = StateWord(0)
  /// Where operations run, so that their jobs are counted as an activity.
  let executor: (any TaskExecutor)?

  /// Rejections that the hook is to be called with.
  let rejections = Mailbox<Rejection>()

  private let hook = Hook()
  private let keptEvents = SharedStack<PromiseDiagnostics.Event>()

  init(name: String?, within parent: Scope?) {
    self.name = name
    self.parent = parent
    outstanding = ActivityCounter(within: parent?.outstanding)
    // The process counts nothing of a scope's here.
    let outer = parent?.parent == nil ? nil : parent
    activity = ActivityCounter(within: outer?.activity)
    awake = ActivityCounter(within: outer?.awake)
    unfollowed = ActivityCounter(within: outer?.unfollowed)
    executor = Tracking.current?.makeExecutor(activity)
  }

  /// A scope within the one that the caller stands in.
  package convenience init(name: String?) {
    self.init(name: name, within: TrackingContext.current?.scope ?? .process)
  }

  /// Whether more are awake than a test has found to be idle. Outside of scopes others always are.
  package var hasMoreAwake: Bool {
    guard parent != nil else { return false }
    let number = awake.number
    if number < idle.load() { found(idle: number) }
    return number > idle.load()
  }

  /// So many of those that are awake wait for something, after all.
  package func found(idle number: UInt) {
    _ = idle.exchange(number)
  }

  /// Whether this scope is `other`, or within it.
  func isWithin(_ other: Scope) -> Bool {
    var scope: Scope? = self
    while let current = scope {
      if current === other { return true }
      scope = current.parent
    }
    return false
  }

  /// Cancels every promise that is pending.
  package func cancelPending() {
    for record in Tracking.records(in: self) ?? [] {
      if let cell = record.cell { Trampoline.run { _ = cell.cancel(&$0) } }
    }
  }

  // MARK: Diagnostics

  /// Replaces where the scope's events go, which is otherwise where those around it go.
  package func install(_ hook: @escaping @Sendable (PromiseDiagnostics.Event) -> Void) {
    self.hook.install(hook)
  }

  /// Keeps the event, here and further out.
  ///
  /// - Returns: whether a hook, of this scope or the nearest around it, has taken it.
  func report(_ event: PromiseDiagnostics.Event) -> Bool {
    var taker: Hook?
    var scope = self
    while let parent = scope.parent {
      scope.keptEvents.push(event)
      if taker == nil, scope.hook.isInstalled { taker = scope.hook }
      scope = parent
    }
    return taker?.call(event) ?? false
  }

  /// What was reported in the scope, in order.
  package var events: [PromiseDiagnostics.Event] { keptEvents.elements.reversed() }
}
