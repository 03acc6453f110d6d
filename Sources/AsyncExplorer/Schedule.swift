// The order of a run, described by how it deviates from a default.

/// The order in which the jobs of a run take their turns.
///
/// Whenever several jobs are ready, there is a choice. A rule determines which job goes first,
/// unless the schedule deviates from it.
struct Schedule: Hashable, Sendable {
  /// Which job goes first by default.
  enum Rule: Character, CaseIterable, Sendable {
    /// The oldest job: first come, first served.
    case first = "f"
    /// The task that ran last, as long as it can; then the oldest job.
    case running = "r"
  }

  /// A choice that does not follow the rule.
  struct Deviation: Hashable, Sendable {
    /// The number of the choice, counted from zero.
    var choice: Int
    /// The index of the job among the ready ones, oldest first.
    var index: Int
  }

  let rule: Rule
  /// Sorted by `choice`.
  var deviations: [Deviation] = []

  init(_ rule: Rule = .first, _ deviations: [Deviation] = []) {
    (self.rule, self.deviations) = (rule, deviations)
  }

  /// The string for `explore(replay:)`.
  var text: String {
    deviations.reduce(into: "\(rule.rawValue)\(Self.version)") {
      $0 += "-\($1.choice).\($1.index)"
    }
  }

  private static let version = 1

  /// - Parameter text: the string from a report; anything else gives `nil`.
  init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let head = parts.first, head.dropFirst() == "\(Self.version)",
      let rule = head.first.flatMap({ Rule(rawValue: $0) })
    else { return nil }
    self.rule = rule
    for part in parts.dropFirst() {
      let numbers = part.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let choice = numbers[0], let index = numbers[1],
        choice > (deviations.last?.choice ?? -1), index >= 0
      else { return nil }
      deviations.append(Deviation(choice: choice, index: index))
    }
  }
}

/// A choice made in a run.
struct Choice: Hashable, Sendable {
  /// How many jobs were ready.
  let count: Int
  /// The index of the job that continues the task that ran last.
  let running: Int
  /// The index of the job that went first.
  let taken: Int

  /// Returns the index of the job that goes first under a rule.
  func index(by rule: Schedule.Rule) -> Int { rule == .first ? 0 : running }
}

extension Schedule {
  /// Creates the schedule of a run from the run's choices.
  init(_ rule: Rule, of choices: [Choice]) {
    let deviations = choices.enumerated().filter { $1.taken != $1.index(by: rule) }
    self.init(rule, deviations.map { Deviation(choice: $0, index: $1.taken) })
  }
}
