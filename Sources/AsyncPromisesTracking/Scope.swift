// What counts promises: a scope, or the process.
//
//   counter       what it counts                                   what waits for zero
//   outstanding   pending promises; handlers and operations that   `settle(within:)`, the end of a
//                 have not ended; undelivered reports              scope, `waitForPromises`
//   activity      running or imminent work that ends by itself:    `rest()`: `ManualClock` before
//                 settling, handlers, jobs of operations           and after its time changes, the
//                                                                  end of a scope
//   awake         operations and asynchronous handlers, except     `rest()`, which is more patient
//                 those in a wait that a test sees                 with those it finds idle; the
//                                                                  end of a scope
//   callbacks     promises that wait for their resolver, and       `rest()`, for as long as the
//                 resumed tasks that have no promise, except       scope has patience with them
//                 those whose time is up
//   timers        timers of the system's clocks                    the end of a scope
//   reporting     undelivered reports                              the end of a scope

import AsyncPromises

/// A part of a program whose promises are counted, listed and reported together.
///
/// Everything created in a scope, including by its handlers and operations, belongs to that scope
/// and to the scopes around it.
package final class Scope: Sendable {
  /// The scope around all others.
  package static let process = Scope(name: nil, within: nil, isRoot: true)

  /// The scope of anything created outside of all other scopes: the one that the last call to
  /// `mark()` created or, before the first call, the process.
  package static var ambient: Scope { marks.top ?? .process }

  /// The scopes of all marks. They are kept, because another thread may be reading the last one.
  private static let marks = SharedStack<Scope>()

  /// Makes a new scope the ambient one, so that whatever is created outside of all other scopes
  /// from now on is kept apart from what was created before.
  package static func mark() -> Scope {
    let scope = Scope(name: nil, within: .process, isRoot: true)
    marks.push(scope)
    return scope
  }

  package let name: String?
  package let parent: Scope?
  package let outstanding: ActivityCounter
  /// Running or imminent work. The process doesn't count the work of the scopes within it, so that
  /// waiting for the process's own work doesn't include waiting for those scopes.
  package let activity: ActivityCounter
  /// Operations and asynchronous handlers that are awake. What they do on actors is not an
  /// activity, because it doesn't run on the scope's executor.
  package let awake: ActivityCounter
  package let callbacks, timers, reporting: ActivityCounter
  /// How long after the last event a callback may still arrive, in real time.
  package let callbackPatience: Duration
  /// The clock of calls that aren't given one.
  let clock: (any Clock<Duration>)?
  /// The test that starts the jobs of the scope's handlers.
  package let host: (any ScopeHost)?
  /// What notes the scope's promises for a timeline.
  let recordings: [Recording]
  /// Whether the scope represents the process. The scopes within it are counted separately.
  package let isRoot: Bool
  /// How many waits for the scope to come to rest have begun, and in the lower half, how many of
  /// them go on.
  private let rests = StateWord(0)
  /// How many of the awake operations a test has found to be idle.
  package let idle = StateWord(0)
  /// The generation of `awake` at that time.
  package let idleGeneration = StateWord(0)

  /// The number of the promise whose operation was last resumed during a wait for rest.
  package let lastResumed = StateWord(0)

  /// Events waiting to be passed to the hook.
  let reports = LateReports()

  /// Gets the scope's events, and no hook of the scopes around it does. It belongs to the code that
  /// runs the scope, because what it holds may hold the scope.
  // SAFETY: assigned once, before the scope is shared.
  package private(set) nonisolated(unsafe) weak var hook: Hook?
  package let keptEvents = SharedStack<KeptEvent>()
  package let takenEvents = SharedStack<KeptEvent>()

  /// - Parameters:
  ///   - parent: the scope around it: by default, the one that the caller is in.
  ///   - isRoot: whether the scope represents the process.
  package init(
    name: String?, within parent: Scope? = TrackingContext.current?.scope ?? .ambient,
    isRoot: Bool = false, callbackPatience: Duration? = nil,
    clock: (any Clock<Duration>)? = nil, host: (any ScopeHost)? = nil,
    recording: Recording? = nil, hook: Hook? = nil
  ) {
    self.name = name
    self.parent = parent
    self.isRoot = isRoot
    self.callbackPatience = callbackPatience ?? parent?.callbackPatience ?? .milliseconds(20)
    self.clock = clock ?? parent?.clock
    self.host = host ?? parent?.host
    self.hook = hook ?? parent?.hook
    recordings = [recording].compactMap(\.self) + (parent?.recordings ?? [])
    outstanding = ActivityCounter(within: parent?.outstanding)
    // The process does not count these for its scopes.
    let outer = parent?.isRoot == true ? nil : parent
    activity = ActivityCounter(within: outer?.activity)
    awake = ActivityCounter(within: outer?.awake)
    callbacks = ActivityCounter(within: outer?.callbacks)
    timers = ActivityCounter(within: outer?.timers)
    reporting = ActivityCounter(within: outer?.reporting)
  }

  // MARK: Rest

  package func restBegins() { rests.add(1 << 32 + 1) }
  package func restEnds() { rests.add(.max) }

  /// This scope, and the surrounding ones that also count what it does.
  package var chain: some Sequence<Scope> {
    sequence(first: self) { $0.parent?.isRoot == true ? nil : $0.parent }
  }

  /// Identifies the current wait for the scope to come to rest, if there is one. Read for every
  /// job.
  var currentRest: UInt64? {
    var (number, isResting) = (UInt64(0), false)
    for scope in chain {
      let rests = scope.rests.load()
      number += rests >> 32
      if rests << 32 != 0 { isResting = true }
    }
    return isResting ? number : nil
  }

  /// Called when a wait of the record's operation is over.
  func resumes(_ record: Record) {
    guard currentRest != nil else { return }
    for scope in chain { _ = scope.lastResumed.exchange(record.number) }
  }

  /// Whether this scope is `other` or is within it.
  package func isWithin(_ other: Scope?) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === other }
  }

  /// Cancels every pending promise.
  package func cancelPending() {
    for record in PromiseTracker.records(in: self) ?? [] {
      record.cell?.cancel()
    }
  }

  // MARK: Diagnostics

  /// Keeps the event in this scope and the scopes around it.
  ///
  /// - Returns: whether a hook received it: that of this scope or of the nearest one around it.
  func report(_ event: PromiseDiagnostics.Event) -> Bool {
    let scopes = sequence(first: self, next: \.parent)
    if event.severity >= .warning {
      let kept = KeptEvent(event)
      // Nothing reads the process's events.
      for scope in scopes where !scope.isRoot { scope.keptEvents.push(kept) }
      host?.eventIsKept(in: self)
    }
    return scopes.contains { $0.hook?.call(event) == true }
  }

  /// The events reported in the scope, in order.
  package var events: [PromiseDiagnostics.Event] { keptEvents.elements.reversed().map(\.event) }
}

/// An event, kept by every scope in which it happened.
package final class KeptEvent: Sendable {
  package let event: PromiseDiagnostics.Event

  init(_ event: PromiseDiagnostics.Event) { self.event = event }
}
