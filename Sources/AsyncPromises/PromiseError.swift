// The errors with which the library itself rejects promises.

/// The errors with which the library itself rejects promises.
///
/// Errors that your code throws are never wrapped in one of these. Cancellations use Swift's own
/// `CancellationError`.
///
/// An error's description is for developers and may include a file and line. Show users its
/// `localizedDescription`, which Foundation declares.
public enum PromiseError: Error {
  /// The last copy of the promise's resolver was released without settling it.
  ///
  /// `createdAt` is where the promise was created: `Module/File.swift:12`, or
  /// `“name”, created at Module/File.swift:12` if it has a name.
  case broken(createdAt: String)

  /// The promise's work was stopped because it had no consumers left: all derived promises,
  /// handlers and callers of ``Promise/get()`` were cancelled or timed out.
  ///
  /// Only later consumers see this error. Promises returned by ``Promise/shielded(fileID:line:)``
  /// are never abandoned. `createdAt` is where the promise was created: `Module/File.swift:12`.
  case abandoned(createdAt: String)

  /// The promise was made to follow itself, by its resolver or by its own handler.
  case cycle

  /// The time limit passed: `after` is the limit, `work` the work that didn't finish in time.
  case timedOut(after: Duration, work: TimedOutWork)

  /// None of the inputs of `any` was fulfilled; the associated value holds their errors, in input
  /// order.
  case noneFulfilled([any Error])

  /// `any` or `race` was given no inputs, so nothing could ever settle the promise.
  case emptyGroup

  /// A callback delivered no error but a value was missing, or a sequence ended without a matching
  /// element.
  case missingValue

  /// The predicate of `validate` returned `false`.
  case invalid
}

/// Work that didn't finish within a time limit, and its current state.
///
/// ## Example
/// ```swift
/// report.catch(PromiseError.self) { error in
///   if case .timedOut(let limit, let work) = error { log.debug("\(limit): \(work)") }
/// }
/// ```
public struct TimedOutWork: Sendable, CustomStringConvertible {
  private enum Work {
    case live(Live)
    /// A snapshot, taken after the work had ended or when a scope stored the error.
    case kept(trace: String, State)
  }

  /// The work's cell. The reference is weak, as the cell may fail with the very error that holds
  /// it.
  private final class Live: @unchecked Sendable {
    private weak var cell: Cell?
    /// Whether the work is stopped as soon as its last consumer leaves, which may be the timeout.
    private let isWantedByOneAtMost: Bool
    /// The state of the work if its promise was cancelled.
    private let cancelled: State
    let origin: Origin

    init(_ cell: Cell) {
      self.cell = cell
      let root = cell.root
      isWantedByOneAtMost = root.hasWork && root.marks.consumerCount <= 1
      cancelled = cell.sharesWork ? .left : .cancelled
      origin = cell.origin.shared()
    }

    var state: State {
      guard let cell else { return isWantedByOneAtMost ? cancelled : .gone }
      guard let settled = cell.settledRoot else { return .running }
      if settled.wasCancelled { return cancelled }
      return settled.failure.map { .failed($0) } ?? .fulfilled
    }

    deinit { origin.release() }
  }

  private let work: Work

  /// Creates a description of the work behind `promise`.
  public init(_ promise: Promise<some Sendable>) {
    self.init(promise.cell)
  }

  init(_ cell: Cell) {
    let live = Live(cell)
    switch live.state {
    case .running: work = .live(live)
    case let state: work = .kept(trace: Self.trace(of: cell.origin), state)
    }
  }

  /// Copies a description without its promise. The promise belongs to the scope that stores the
  /// copy, so keeping it would create a retain cycle.
  fileprivate init(keeping other: TimedOutWork) {
    work = .kept(trace: other.trace, other.state)
  }

  /// The states that the work can be in.
  enum State {
    /// Its promise is still pending: the work continues for other consumers.
    case running
    /// Its promise was cancelled, perhaps by the timeout itself. The work may take a while to stop.
    case cancelled
    /// The promise of a caller that shared the work was cancelled.
    case left
    case fulfilled
    /// Its promise has since failed.
    case failed(any Error)
    /// Its promise has been released, so that it never settles.
    case gone
  }

  /// The current state of the work.
  ///
  /// Reading the state doesn't count as handling the work's error.
  var state: State {
    switch work {
    case .kept(_, let state): return state
    case .live(let live): return live.state
    }
  }

  /// Where the work's promise was created.
  var trace: String {
    switch work {
    case .kept(let trace, _): trace
    case .live(let live): Self.trace(of: live.origin)
    }
  }

  private static func trace(of origin: Origin) -> String {
    origin.trace ?? "an internal promise of the library"
  }

  /// Where the work's promise was created, such as `Module/File.swift:12`, and the current state of
  /// the work.
  ///
  /// While promises are tracked, it also includes the call that created the promise, the promise's
  /// name, and the upstream promises.
  public var description: String {
    switch state {
    case .running: "\(trace), which is still running"
    case .cancelled: "\(trace), which was cancelled"
    case .left: "\(trace), which was cancelled; its operation continues for other callers, if any"
    case .fulfilled: "\(trace), which was fulfilled later"
    case .failed(let error): "\(trace), which failed later with “\(error)”"
    case .gone: "\(trace), which has been released"
    }
  }
}

extension PromiseError {
  /// Returns a version of an error that a scope can store: one without references to its promises.
  static func kept(_ error: any Error) -> any Error {
    switch error {
    case PromiseError.timedOut(let limit, let work):
      PromiseError.timedOut(after: limit, work: TimedOutWork(keeping: work))
    case PromiseError.noneFulfilled(let errors):
      PromiseError.noneFulfilled(errors.map { kept($0) })
    case _: error
    }
  }
}

extension PromiseError: CustomStringConvertible {
  /// A description of what happened and, where it helps, what to do about it.
  public var description: String {
    switch self {
    case .broken(let site):
      "A promise can never settle because its resolver was released: "
        + "\(site.hasPrefix("“") ? "" : "created at ")\(site). "
        + "Keep the resolver until the callback arrives, and settle the promise on every path."
    case .abandoned(let site):
      "The work of a promise was stopped because it had no consumers left: created at \(site). "
        + "To keep the work going while consumers come and go, hand out promise.shielded(), or "
        + "await promise.value instead of promise.get(); to redo the work, create a new promise."
    case .cycle:
      "The promise was told to follow itself, so it could never settle."
    case .timedOut(let limit, let work):
      "The promise was not settled within \(limit): \(work)."
    case .noneFulfilled(let errors):
      "None of the \(errors.count) promises was fulfilled: "
        + errors.map { "“\($0)”" }.joined(separator: ", ") + "."
    case .emptyGroup:
      "There were no promises to choose from."
    case .missingValue:
      "There was neither a value nor an error."
    case .invalid:
      "The value did not pass validation."
    }
  }
}

/// An error that may mean a cancellation, as `CancellationError` does.
///
/// Its `isCancellation` may be asked on any thread.
///
/// A cancellation is not retried, is not reported if nobody handles it, and is skipped by
/// `catch(except: CancellationError.self)`. Declare the conformance for the errors of your program,
/// or of a library, that should be treated that way:
///
/// ```swift
/// struct Dismissed: PossibleCancellation {
///   var isCancellation: Bool { true }
/// }
/// ```
public protocol PossibleCancellation: Error {
  /// Whether the error means a cancellation.
  var isCancellation: Bool { get }
}

/// An error of a compatibility module, whose answer runs no code of the user's.
package protocol CancellationSign: PossibleCancellation {}

extension PromiseError {
  /// Returns whether an error means a cancellation: whether it is a `CancellationError`, or a
  /// ``PossibleCancellation`` that is one.
  public static func isCancellation(_ error: any Error) -> Bool {
    error is CancellationError || (error as? any PossibleCancellation)?.isCancellation == true
  }

  /// Whether an error is of the type, where `CancellationError` stands for all cancellations.
  @usableFromInline
  static func excludes<E: Error>(_ type: E.Type, _ error: any Error) -> Bool {
    error is E || type == CancellationError.self && isCancellation(error)
  }
}
