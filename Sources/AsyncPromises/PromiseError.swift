// The errors that the library itself rejects promises with.

/// An error that the library itself rejects promises with.
///
/// An error that your code throws is never wrapped into one of these.
///
/// A cancellation is not among them: it is Swift's `CancellationError`.
///
/// The description of an error is for developers, and may name a file and a line. Show users its
/// `localizedDescription`, which Foundation declares.
public enum PromiseError: Error {
  /// The last copy of the promise's resolver was released without settling it.
  ///
  /// `createdAt` tells where the promise was created: `Module/File.swift:12`, or
  /// `“name”, made at Module/File.swift:12` if it has a name.
  case broken(createdAt: String)

  /// The work of the promise was stopped, because everybody who wanted its outcome had left: all
  /// derived promises, handlers and callers of ``Promise/get()`` were cancelled, or their time
  /// limits passed.
  ///
  /// Only who comes later is shown this. A promise that ``Promise/shielded(fileID:line:)`` returns
  /// is not abandoned. `createdAt` tells where the promise was created: `Module/File.swift:12`.
  case abandoned(createdAt: String)

  /// The promise was told to follow itself, by its resolver or by its own handler.
  case cycle

  /// The time limit passed: `after` is the limit, and `work` the work that did not end within it.
  case timedOut(after: Duration, work: TimedOutWork)

  /// None of the inputs of `any` was fulfilled; the associated value holds their errors, in the
  /// order of the inputs.
  case noneFulfilled([any Error])

  /// `any` or `race` was given no input, so that nothing could ever settle it.
  case emptyGroup

  /// A callback delivered neither a value nor an error, or a sequence ended without an element.
  case missingValue

  /// The predicate of `validate` returned `false`.
  case invalid
}

/// The work that did not end within a time limit, and its state now.
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
    /// What was known of it when it had ended, or when a scope kept the error.
    case kept(trace: String, State)
  }

  /// The cell of the work, which is not kept: it may fail with the error that this is a part of.
  private final class Live: @unchecked Sendable {
    private(set) weak var cell: Cell?
    let origin: Origin

    init(_ cell: Cell) {
      self.cell = cell
      origin = cell.origin.shared()
    }

    deinit { origin.release() }
  }

  private let work: Work

  /// Creates a description of the work that `promise` stands for.
  public init(_ promise: Promise<some Sendable>) {
    self.init(promise.cell)
  }

  init(_ cell: Cell) {
    let state = Self.state(of: cell)
    if case .ended = state {
      work = .kept(trace: Self.trace(of: cell.origin), state)
    } else {
      work = .live(Live(cell))
    }
  }

  /// The same without the promise, which belongs to the scope that keeps this: they would keep each
  /// other for good.
  fileprivate init(keeping other: TimedOutWork) {
    work = .kept(trace: other.trace, other.state)
  }

  /// The states that the work can be in.
  public enum State: Sendable {
    /// Its promise is pending: the work continues, for other consumers.
    case running
    /// Its promise was cancelled, when the time limit passed at the latest; the work may take a
    /// while to stop.
    case cancelled
    /// It has ended since, with that error or without one.
    case ended((any Error)?)
    /// Nothing keeps its promise any more, and so nobody knows: this description does not.
    case gone
  }

  /// The state of the work now.
  ///
  /// Reading it does not count as handling its error.
  public var state: State {
    switch work {
    case .kept(_, let state): return state
    case .live(let live):
      return live.cell.map(Self.state) ?? .gone
    }
  }

  private static func state(of cell: Cell) -> State {
    guard let settled = cell.settledRoot else { return .running }
    guard !settled.wasCancelled || settled.marks.has(.workEnded) else { return .cancelled }
    return .ended(settled.marks.has(.abandoned) ? CancellationError() : settled.failure)
  }

  /// The place where the promise of the work was created: `Module/File.swift:12`.
  ///
  /// While promises are tracked, it includes the call, the name, and the promises that it comes
  /// from.
  public var trace: String {
    switch work {
    case .kept(let trace, _): trace
    case .live(let live): Self.trace(of: live.origin)
    }
  }

  private static func trace(of origin: Origin) -> String {
    origin.trace ?? "a promise of the library's own"
  }

  /// The trace, and the state of the work now.
  public var description: String {
    switch state {
    case .running: "\(trace), which is still running"
    case .cancelled: "\(trace), which was cancelled"
    case .ended(nil): "\(trace), which was fulfilled later"
    case .ended(let error?): "\(trace), which ended later, with “\(error)”"
    case .gone: "\(trace), which nothing keeps any more"
    }
  }
}

extension PromiseError {
  /// An error as a scope keeps it, whose promises it may tell of.
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
  /// A description of what happened, and of what to do about it, if anything.
  public var description: String {
    switch self {
    case .broken(let site):
      "A promise can't settle any more, because its resolver is gone: "
        + "\(site.hasPrefix("“") ? "" : "made at ")\(site). "
        + "Keep the resolver until the callback has been called, and call it on every path."
    case .abandoned(let site):
      "The work of a promise was stopped, because everybody who had waited for it has left: "
        + "made at \(site). To keep the work going while others come and go, hand out "
        + "promise.shielded(), or await promise.value instead of promise.get(); to do the work "
        + "again, make another promise."
    case .cycle:
      "The promise was to follow itself, so that it could never settle."
    case .timedOut(let limit, let work):
      "The promise was not settled within \(limit): \(work)."
    case .noneFulfilled(let errors):
      "None of \(errors.count) promises was fulfilled: "
        + errors.map { "“\($0)”" }.joined(separator: ", ") + "."
    case .emptyGroup:
      "There was no promise to choose from."
    case .missingValue:
      "There was neither a value nor an error."
    case .invalid:
      "The value did not pass validation."
    }
  }
}

/// An error of another vocabulary that may stand for a cancellation, as `CancellationError` does.
package protocol CancellationSign: Error {
  /// Whether it does.
  var isCancellation: Bool { get }
}

extension PromiseError {
  /// Whether an error stands for a cancellation, which is nothing to be handled.
  static func isCancellation(_ error: any Error) -> Bool {
    error is CancellationError || (error as? any CancellationSign)?.isCancellation == true
  }
}
