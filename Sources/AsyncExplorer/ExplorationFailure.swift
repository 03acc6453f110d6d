// The results of an exploration.

/// An order in which a body fails, and what happens in that order.
///
/// Its description is the report, which is printed when a test throws the failure.
public struct ExplorationFailure: Error, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Sendable, Equatable {
    /// The body threw an error.
    case threw
    /// The body recorded an issue, as `#expect` does.
    case recordedIssue
    /// The body hung: it had not ended, and nothing was left to run.
    case hung
    /// The body had not ended after two hundred thousand jobs.
    case endless
    /// A cancelled body left work behind: see `exploreCancellation`.
    case leftBehind
  }

  /// What went wrong.
  public let kind: Kind
  /// The error that the body threw, if any.
  public let error: (any Error)?
  /// The text of the error or the issues, or a description of the hang.
  public let reason: String
  /// The number of runs needed to find the failure.
  public let schedules: Int
  /// The string for `explore(replay:)` that runs the body in that order again; `nil` if the order
  /// alone does not determine the outcome.
  public let replay: String?
  /// The full report, in at most thirty lines.
  public let description: String
}

/// The summary of an exploration that found no failure.
public struct ExplorationSummary: Sendable, CustomStringConvertible {
  /// The number of runs.
  public let schedules: Int
  /// The number of preemptions with which every order was run; `nil` if some were not.
  public let preemptions: Int?
  /// Whether the runs covered every order within the strategy's bound.
  public var isComplete: Bool { preemptions != nil }
  /// The number of jobs in the longest run.
  public let longestRun: Int
  /// How many of those jobs entered an actor. The compiler may merge two hops in a row to the same
  /// actor into one, more often in release builds, and no order separates what it merged.
  public let hops: Int
  /// The functions that were resumed from a thread or queue outside the exploration. The order of a
  /// run in which that happens can be neither chosen nor replayed. `DispatchTime.now()` is listed
  /// if a job read it, because its time is not the run's.
  public let escapes: [String]
  /// The functions of tasks that a run left behind, and that did not end when they were cancelled.
  public let leftovers: [String]

  /// The summary in one line.
  public var description: String {
    let bound = preemptions.map { ", all those with up to \($0) preemptions" } ?? ""
    var text =
      "\(schedules) orders\(bound); \(longestRun) jobs at most, \(hops) of them hops to actors"
    if isComplete { text += ", not counting those that the compiler merged" }
    if !escapes.isEmpty { text += "; not controlled: \(escapes.joined(separator: ", "))" }
    if !leftovers.isEmpty { text += "; never ended: \(leftovers.joined(separator: ", "))" }
    return text
  }
}

/// The errors with which a test ends as skipped or cancelled, not as failed.
enum Skip {
  /// By name, because neither testing library is imported here.
  private static let types: Set = ["Testing.SkipInfo", "XCTest.XCTSkip"]

  static func isSkip(_ error: any Error) -> Bool {
    types.contains(String(reflecting: type(of: error)))
  }
}
