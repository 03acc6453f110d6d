// What promises are counted by: a scope, or the process.

/// A part of a program whose promises are counted, listed and reported together.
///
/// What is made in a scope belongs to it, what its handlers and operations make included, and to
/// the scopes around it.
package final class Scope: Sendable {
  /// The scope around all others.
  package static let process = Scope(name: nil, within: nil)

  package let name: String?
  let parent: Scope?
  /// Promises that are pending, and handlers and operations that have not ended.
  package let outstanding: Tally
  /// What is running, or about to: it comes to rest by itself. Every scope that is not nested
  /// counts its own, so that what belongs to the process alone does not wait for scopes.
  package let activity: Tally
  /// Operations and asynchronous handlers that may be at work: all but those in a `KnownWait`. What
  /// they do on actors is no activity: no executor of the scope runs it.
  package let awake: Tally
  /// Of those that are awake, the asynchronous handlers on actors: after their first suspension
  /// nothing that they do is an activity.
  package let unfollowed: Tally
  /// How many of those that are awake a test has found to be idle.
  private let idle = StateWord(0)
  /// Where operations run, so that their jobs are counted as an activity.
  let executor: (any TaskExecutor)?

  /// Rejections that the hook is to be called with.
  let rejections = Lane()

  private let hook = Hook()
  private let newestEvent = StateWord(0)

  init(name: String?, within parent: Scope?) {
    self.name = name
    self.parent = parent
    outstanding = Tally(within: parent?.outstanding)
    // The process counts nothing of a scope's here.
    let outer = parent?.parent == nil ? nil : parent
    activity = Tally(within: outer?.activity)
    awake = Tally(within: outer?.awake)
    unfollowed = Tally(within: outer?.unfollowed)
    executor = Tracking.current?.makeExecutor(activity)
  }

  /// A scope within the one that the caller stands in.
  package convenience init(name: String?) {
    self.init(name: name, within: Surroundings.current?.scope ?? .process)
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
    _ = idle.replace(with: number)
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
      scope.keep(event)
      if taker == nil, scope.hook.isInstalled { taker = scope.hook }
      scope = parent
    }
    return taker?.call(event) ?? false
  }

  /// What was reported in the scope, in order.
  package var events: [PromiseDiagnostics.Event] {
    var events: [PromiseDiagnostics.Event] = []
    var rest = KeptEvent.at(newestEvent.load())
    while let kept = rest {
      events.append(kept.event)
      rest = KeptEvent.at(kept.older)
    }
    return events.reversed()
  }

  private func keep(_ event: PromiseDiagnostics.Event) {
    while true {
      let seen = newestEvent.load()
      let kept = Unmanaged.passRetained(KeptEvent(event, older: seen))
      if newestEvent.exchange(seen, for: UInt(bitPattern: kept.toOpaque())) { return }
      kept.release()
    }
  }

  deinit {
    var rest = newestEvent.loadExclusively()
    while let kept = KeptEvent.at(rest) {
      rest = kept.older
      Unmanaged.passUnretained(kept).release()
    }
  }
}

/// An event in the memory of a scope; it is kept as long as the scope.
private final class KeptEvent: Sendable {
  let event: PromiseDiagnostics.Event
  let older: UInt

  init(_ event: PromiseDiagnostics.Event, older: UInt) {
    self.event = event
    self.older = older
  }

  static func at(_ word: UInt) -> KeptEvent? {
    // SAFETY: only `keep(_:)` makes such words; the scope retains what they point to to its end.
    UnsafeRawPointer(bitPattern: word).map {
      Unmanaged<KeptEvent>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

/// What surrounds the code that runs: tasks inherit it, handlers find it again.
package struct Surroundings: Sendable {
  @TaskLocal package static var current: Surroundings?

  package let scope: Scope
  /// The promise whose handler or operation runs here, or has made the task that does.
  private let promise: Record?
  /// Whether promises that are made here are tracked.
  let isTracked: Bool

  private init(_ scope: Scope, _ promise: Record? = nil, isTracked: Bool = true) {
    self.scope = scope
    self.promise = promise
    self.isTracked = isTracked
  }

  /// Inside a scope.
  package static func inside(_ scope: Scope) -> Surroundings {
    Surroundings(scope)
  }

  /// Where a wait for a scope is made of promises, which must not be waited for.
  package static func outside(_ scope: Scope) -> Surroundings {
    Surroundings(scope, isTracked: false)
  }

  /// In the handler or in the operation of a promise.
  static func running(_ promise: Record) -> Surroundings {
    Surroundings(promise.scope, promise)
  }

  /// Whether the caller stands in a handler or an operation of `scope`, or of one within it.
  package static func areHandler(of scope: Scope) -> Bool {
    current?.promiseOfCurrentTask?.scope.isWithin(scope) == true
  }

  /// The promise, if the current task runs its handler or its operation.
  var promiseOfCurrentTask: Record? {
    promise.flatMap { $0.isRunByCurrentTask ? $0 : nil }
  }
}
