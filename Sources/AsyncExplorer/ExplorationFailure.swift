// What an exploration has found.

/// An order in which a body fails, and what happens there.
///
/// Its description is the report: a test that throws it prints it.
public struct ExplorationFailure: Error, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Sendable, Equatable {
    /// The body threw an error.
    case threw
    /// The body recorded an issue, as `#expect` does.
    case recordedIssue
    /// The body had not ended, and nothing was left that could run.
    case hung
    /// The body had not ended after two hundred thousand jobs.
    case endless
    /// A cancelled body left something behind: see `exploreCancellation`.
    case leftBehind
  }

  /// What went wrong.
  public let kind: Kind
  /// The error that the body threw, if it threw one.
  public let error: (any Error)?
  /// The text of the error, of the issues, or of what has hung.
  public let reason: String
  /// How many runs it took to find.
  public let schedules: Int
  /// What `explore(replay:)` takes to run the body in that order again; `nil` where the order alone
  /// does not decide.
  public let replay: String?
  /// The whole report, in at most thirty lines.
  public let description: String
}

/// What an exploration without a failure has seen.
public struct ExplorationSummary: Sendable {
  /// How many times the body has run.
  public let schedules: Int
  /// Whether every order within the bound of the strategy was among them.
  public let isComplete: Bool
  /// How many jobs the longest run had.
  public let longestRun: Int
  /// The functions that were resumed from a thread or a queue that no run sees: the order of such
  /// runs can't be chosen, nor replayed.
  public let escapes: [String]
}
