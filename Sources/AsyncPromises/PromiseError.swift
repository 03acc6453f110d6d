// The errors that the library itself rejects promises with.

/// An error of the library's own. What your code throws is never wrapped into one of these.
///
/// A cancellation is not among them: it is Swift's `CancellationError`.
public enum PromiseError: Error {
  /// The last copy of the promise's resolver went away without settling it.
  ///
  /// `createdAt` says where the promise was made: `Module/File.swift:12`, with the promise's name
  /// before it where it has one.
  case broken(createdAt: String)

  /// The promise was told to follow itself, by its resolver or by its own handler.
  case cycle

  /// The time was up: `after` is the limit that was given.
  case timedOut(after: Duration)

  /// None of the inputs of `any` was fulfilled: their errors, in the order of the inputs.
  case noneFulfilled([any Error])

  /// `any` or `race` was given no input, so that nothing could ever decide it.
  case emptyGroup

  /// A callback brought neither a value nor an error, or a sequence ended without an element.
  case missingValue

  /// The predicate of `validate` answered `false`.
  case invalid
}

extension PromiseError: CustomStringConvertible {
  /// What happened, and what to do about it where there is something to do.
  public var description: String {
    switch self {
    case .broken(let site):
      "The promise made at \(site) can't settle any more: its resolver is gone. "
        + "Keep the resolver until the callback has been called, and call it on every path."
    case .cycle:
      "The promise was to follow itself, so that it could never settle."
    case .timedOut(let limit):
      "The promise was not settled within \(limit)."
    case .noneFulfilled(let errors):
      "None of \(errors.count) promises was fulfilled: \(errors)."
    case .emptyGroup:
      "There was no promise to choose from."
    case .missingValue:
      "There was neither a value nor an error."
    case .invalid:
      "The value did not pass validation."
    }
  }
}
