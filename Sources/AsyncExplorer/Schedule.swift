// The order of a run, by where it differs from first come, first served.

/// The order in which the jobs of a run take their turns.
///
/// Wherever several jobs are ready there is a choice. The oldest goes first, but where the schedule
/// says otherwise.
struct Schedule: Hashable, Sendable {
  /// A choice that is not the oldest job.
  struct Deviation: Hashable, Sendable {
    /// Which of the choices it is, counted from zero.
    var choice: Int
    /// The place of the job among those that were ready, the oldest first.
    var index: Int
  }

  /// By `choice`, in order.
  var deviations: [Deviation] = []

  /// What `explore(replay:)` takes.
  var text: String {
    deviations.reduce(into: Self.prefix) { $0 += "-\($1.choice).\($1.index)" }
  }

  private static let prefix = "x1"

  init(_ deviations: [Deviation] = []) { self.deviations = deviations }

  /// - Parameter text: what a report has printed; `nil` for anything else.
  init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.first.map(String.init) == Self.prefix else { return nil }
    for part in parts.dropFirst() {
      let numbers = part.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let choice = numbers[0], let index = numbers[1],
        choice > (deviations.last?.choice ?? -1), index > 0
      else { return nil }
      deviations.append(Deviation(choice: choice, index: index))
    }
  }
}
