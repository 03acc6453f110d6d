// What promises are counted by: a scope, or the process.
//
//   counter       what is counted                                  who waits for zero
//   outstanding   pending promises; handlers and operations that   `settle(within:)`, the end of a
//                 have not ended; reports on their way             scope, `waitForPromises`
//   activity      what runs or is about to, and comes to rest by   `rest()`: `ManualClock` before
//                 itself: settlings, handlers, jobs of operations  and after the time moves, the
//                                                                  end of a scope
//   awake         operations and asynchronous handlers, but for    `rest()`, which gives those that
//                 those in a `TrackedSuspension`                   it finds idle more patience; the
//                                                                  end of a scope
//   callbacks     promises that wait for their resolver, and       `rest()`, for as long as the
//                 tasks without a promise that have gone on, but   scope has patience with them
//                 for those that have had their time
//   timers        timers of the continuous clock                   the end of a scope
//   reporting     reports on their way                             the end of a scope

/// A part of a program whose promises are counted, listed and reported together.
///
/// Everything made in a scope, including by its handlers and operations, belongs to it and to the
/// scopes around it.
package final class Scope: Sendable {
  /// The scope around all others.
  package static let process = Scope(name: nil, within: nil, isRoot: true)

  /// The scope of what is made outside of scopes: the process, from the last mark on.
  package static var ambient: Scope {
    while lastMark.load() != 0 {
      if case .object(let mark) = marking.retain({ mark(lastMark.load()) }) { return mark }
    }
    return .process
  }

  /// The address of the scope that stands for the last mark, and retains it.
  private static let lastMark = StateWord(0)
  private static let marking = HazardPointer()

  /// Sets what is made outside of scopes from now on apart from what was made before.
  package static func mark() -> Scope {
    let scope = Scope(name: nil, within: .process, isRoot: true)
    let retained = Unmanaged.passRetained(scope)
    let old = lastMark.exchange(UInt(bitPattern: retained.toOpaque()))
    mark(old).map { marking.release($0) }
    return scope
  }

  private static func mark(_ address: UInt) -> Unmanaged<Scope>? {
    // SAFETY: only `mark()` stores here.
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }

  package let name: String?
  let parent: Scope?
  package let outstanding: ActivityCounter
  /// Every scope that is not nested counts its own, so that what belongs to the process alone does
  /// not wait for scopes.
  package let activity: ActivityCounter
  /// What these do on actors is no activity: no executor of the scope runs it.
  package let awake: ActivityCounter
  package let callbacks: ActivityCounter
  package let timers: ActivityCounter
  package let reporting: ActivityCounter
  /// How long after the last event a callback may come, in real time.
  package let callbackPatience: Duration
  /// Whether the scope stands for the process: those within it are counted by themselves.
  package let isRoot: Bool
  /// How many waits for the scope to come to rest have begun, and ended.
  private let restsBegun = StateWord(0)
  private let restsEnded = StateWord(0)
  /// How many of those that are awake a test has found to be idle.
  private let idle = StateWord(0)
  /// What the generation of those that are awake was then.
  private let idleGeneration = StateWord(0)

  /// The number of the promise whose operation was resumed last while the scope came to rest.
  private let lastResumed = StateWord(0)

  /// Events that the hook is to be called with.
  let reports = Mailbox<LateReport>()

  private let hook = Hook()
  private let keptEvents = SharedStack<KeptEvent>()
  private let takenEvents = SharedStack<KeptEvent>()

  /// - Parameter isRoot: whether the scope stands for the process.
  init(
    name: String?, within parent: Scope?, isRoot: Bool = false, callbackPatience: Duration? = nil
  ) {
    self.name = name
    self.parent = parent
    self.isRoot = isRoot
    self.callbackPatience = callbackPatience ?? parent?.callbackPatience ?? .milliseconds(20)
    outstanding = ActivityCounter(within: parent?.outstanding)
    // The process counts nothing of a scope's here.
    let outer = parent?.isRoot == true ? nil : parent
    activity = ActivityCounter(within: outer?.activity)
    awake = ActivityCounter(within: outer?.awake)
    callbacks = ActivityCounter(within: outer?.callbacks)
    timers = ActivityCounter(within: outer?.timers)
    reporting = ActivityCounter(within: outer?.reporting)
  }

  /// A scope within the one that the caller stands in.
  package convenience init(name: String?, callbackPatience: Duration? = nil) {
    self.init(
      name: name, within: TrackingContext.current?.scope ?? .ambient,
      callbackPatience: callbackPatience)
  }

  /// Whether more are awake than a test has found to be idle. Outside of scopes others always are.
  package var hasMoreAwake: Bool {
    guard !isRoot else { return false }
    let number = awake.number
    return number > idle.load() || (number > 0 && awake.generation != idleGeneration.load())
  }

  /// So many of those that are awake wait for something, after all, and none has come since.
  package func found(idle number: UInt, in generation: UInt) {
    _ = idleGeneration.exchange(generation)
    _ = idle.exchange(number)
  }

  // MARK: Rest

  package func restBegins() { restsBegun.add(1) }
  package func restEnds() { restsEnded.add(1) }

  /// The scope around it that counts what it does.
  private var outer: Scope? { parent?.isRoot == true ? nil : parent }

  /// The scope itself, and those around it that count what it does.
  private var chain: some Sequence<Scope> { sequence(first: self, next: \.outer) }

  /// Identifies the wait that is under way for the scope to come to rest, if there is one. Asked at
  /// every job.
  var currentRest: UInt? {
    var (number, isResting) = (UInt(0), false)
    var next: Scope? = self
    while let scope = next {
      let ended = scope.restsEnded.load()
      let begun = scope.restsBegun.load()
      number &+= begun
      if begun != ended { isResting = true }
      next = scope.outer
    }
    return isResting ? number : nil
  }

  /// Whether what happens in this scope counts in `other`.
  package func counts(in other: Scope) -> Bool { chain.contains { $0 === other } }

  /// The records of what the scope counts.
  private var ownRecords: [Record] {
    (Tracking.records(in: self) ?? []).filter { $0.scope.counts(in: self) }
  }

  /// Takes what is at work for busy.
  ///
  /// - Returns: whether anything was: of work that follows other work, each piece may have ended
  ///   when it is looked at.
  package func takeForBusy() -> Bool {
    var isAnyTaken = false
    for record in ownRecords where record.isAtWork {
      record.becomesBusy()
      isAnyTaken = true
    }
    return isAnyTaken
  }

  /// A wait of the operation is over.
  func resumes(_ record: Record) {
    guard currentRest != nil else { return }
    for scope in chain { _ = scope.lastResumed.exchange(record.number) }
  }

  /// Takes the work that was resumed last for busy.
  package func takeLastResumedForBusy() {
    let number = lastResumed.load()
    ownRecords.first { $0.number == number }?.becomesBusy()
  }

  /// The promises that a callback may settle.
  package var expectedCallbacks: ExpectedCallbacks {
    ExpectedCallbacks(records: ownRecords.filter(\.isCallbackExpected))
  }

  /// Promises that wait for their resolver.
  package struct ExpectedCallbacks {
    fileprivate let records: [Record]

    package var isEmpty: Bool { records.isEmpty }

    /// They wait for the test.
    package func giveUp() {
      for record in records { record.expectNoCallback() }
    }
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
    let kept = event.severity >= .warning ? KeptEvent(event.kept) : nil
    while let parent = scope.parent {
      // Nobody reads those of the process.
      if let kept, !scope.isRoot { scope.keptEvents.push(kept) }
      if taker == nil, scope.hook.isInstalled { taker = scope.hook }
      scope = parent
    }
    return taker?.call(event) ?? false
  }

  /// What was reported in the scope, in order.
  package var events: [PromiseDiagnostics.Event] { keptEvents.elements.reversed().map(\.event) }

  /// The mistakes that were reported in the scope, in order, but for those that were taken before,
  /// by the same scope or by one inside: each is an issue once.
  package func takeMistakes() -> [PromiseDiagnostics.Event] {
    let taken = Set(takenEvents.elements.map(ObjectIdentifier.init))
    let mistakes = keptEvents.elements.reversed().filter {
      $0.event.severity == .mistake && !taken.contains(ObjectIdentifier($0))
    }
    for scope in chain {
      for mistake in mistakes { scope.takenEvents.push(mistake) }
    }
    return mistakes.map(\.event)
  }
}

/// An event that all the scopes keep that it happened in.
private final class KeptEvent: Sendable {
  let event: PromiseDiagnostics.Event

  init(_ event: PromiseDiagnostics.Event) { self.event = event }
}
