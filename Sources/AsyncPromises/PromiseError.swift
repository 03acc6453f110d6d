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

  /// The time limit passed: `after` is the limit, and `work` is where the promise was created that
  /// was not settled in time: `Module/File.swift:12`.
  ///
  /// While promises are tracked, `work` also includes the call that created the promise, its name,
  /// and the promises that it waited for.
  ///
  /// If the limited promise is one that `retry` returned, `failedAttempts` are the errors of its
  /// attempts until then, of the first 16 at most. Otherwise it is empty.
  case timedOut(after: Duration, work: String, failedAttempts: [any Error] = [])

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
    case .cycle: "The promise was told to follow itself, so it could never settle."
    case .timedOut(let limit, let work, let errors):
      "The promise was not settled within \(limit): \(work)."
        + (errors.isEmpty ? "" : " Its attempts failed: \(Self.list(errors)).")
    case .noneFulfilled(let errors):
      "None of the \(errors.count) promises was fulfilled: \(Self.list(errors))."
    case .emptyGroup: "There were no promises to choose from."
    case .missingValue: "There was neither a value nor an error."
    case .invalid: "The value did not pass validation."
    }
  }

  private static func list(_ errors: [any Error]) -> String {
    errors.map { "“\($0)”" }.joined(separator: ", ")
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

  /// The error of a limit on the promise of `cell`.
  static func timedOut(after limit: Duration, waitingFor cell: Cell) -> PromiseError {
    .timedOut(
      after: limit, work: cell.origin.trace ?? "an internal promise of the library",
      failedAttempts: cell.failedAttempts)
  }

  /// Whether an error is of the type, where `CancellationError` stands for all cancellations.
  @usableFromInline
  static func excludes<E: Error>(_ type: E.Type, _ error: any Error) -> Bool {
    error is E || type == CancellationError.self && isCancellation(error)
  }
}
