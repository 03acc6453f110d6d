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
    /// The index of the job among the ready ones, oldest first, or `Choice.deadline`.
    var index: Int
  }

  let rule: Rule
  /// The seed of the run's random numbers.
  var seed: UInt64 = 0
  /// The suspension at which the body is cancelled, counted from one; zero for none.
  var cancelledAt = 0
  /// Sorted by `choice`.
  var deviations: [Deviation] = []

  init(_ rule: Rule = .first, _ deviations: [Deviation] = []) {
    (self.rule, self.deviations) = (rule, deviations)
  }

  /// The string for `explore(replay:)`.
  var text: String {
    let seed = seed == 0 ? "" : "s\(seed)"
    let cancellation = cancelledAt == 0 ? "" : "c\(cancelledAt)"
    return deviations.reduce(into: "\(rule.rawValue)\(Self.version)\(seed)\(cancellation)") {
      $0 += "-\($1.choice).\($1.index == Choice.deadline ? "t" : "\($1.index)")"
    }
  }

  private static let version = 2

  /// - Parameter text: the string from a report; anything else gives `nil`.
  init?(text: String) {
    guard
      let match = text.wholeMatch(
        of: /([fr])2(?:s([1-9]\d*))?(?:c([1-9]\d*))?((?:-\d+\.(?:\d+|t))*)/),
      let rule = match.1.first.flatMap({ Rule(rawValue: $0) }),
      let seed = UInt64(match.2 ?? "0"), let point = Int(match.3 ?? "0")
    else { return nil }
    (self.rule, self.seed, cancelledAt) = (rule, seed, point)
    for part in match.4.split(separator: "-") {
      let numbers = part.split(separator: ".")
      guard let choice = Int(numbers[0]), choice > (deviations.last?.choice ?? -1),
        let index = numbers[1] == "t" ? Choice.deadline : Int(numbers[1])
      else { return nil }
      deviations.append(Deviation(choice: choice, index: index))
    }
  }
}

/// A choice made in a run.
struct Choice: Hashable, Sendable {
  /// How many jobs could go.
  let count: Int
  /// The index of the job that came first.
  var first = 0
  /// The index of the job that continues the task that ran last.
  let running: Int
  /// The index of the job that went first, or `deadline`.
  let taken: Int
  /// Whether the next deadline could come first.
  var offersDeadline = false

  /// Instead of an index: the next deadline came.
  static var deadline: Int { -1 }

  /// Returns the index of the job that goes first under a rule.
  func index(by rule: Schedule.Rule) -> Int { rule == .first ? first : running }
}

extension Schedule {
  /// Creates the schedule of a run from the run's choices.
  init(_ rule: Rule, of choices: [Choice]) {
    let deviations = choices.enumerated().filter { $1.taken != $1.index(by: rule) }
    self.init(rule, deviations.map { Deviation(choice: $0, index: $1.taken) })
  }

  /// Whether a run with these choices had this order.
  func fits(_ choices: [Choice]) -> Bool {
    deviations.allSatisfy { $0.choice < choices.count && choices[$0.choice].taken == $0.index }
  }
}
