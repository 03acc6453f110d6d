// A failing order with few deviations.

/// Looks for the fewest deviations with which a body fails.
struct Shrinking {
  struct Attempt {
    /// What the run has really done.
    let choices: [Choice]
    let fails: Bool
  }

  /// Runs the body; `nil` when it has run often enough.
  let attempt: (Schedule) -> Attempt?

  /// - Parameter choices: those of a run that fails.
  func shortest(_ choices: [Choice]) -> Schedule {
    let schedules = Schedule.Rule.allCases.map { Schedule($0, of: choices) }
      .sorted { $0.deviations.count < $1.deviations.count }
    var best = schedules[0]
    for schedule in schedules {
      let shorter = withoutDeviations(schedule)
      if shorter.deviations.count < best.deviations.count { best = shorter }
      if best.deviations.count < 2 { return best }
    }
    return fewest(below: best.deviations.count) ?? best
  }

  /// Takes deviations out, in ever smaller parts, as long as the body fails without them.
  private func withoutDeviations(_ schedule: Schedule) -> Schedule {
    var best = schedule
    var size = (best.deviations.count + 1) / 2
    while size > 0, !best.deviations.isEmpty {
      var isShorter = false
      var end = best.deviations.count
      while end > 0 {
        let start = max(0, end - size)
        var candidate = best
        candidate.deviations.removeSubrange(start..<end)
        guard let result = attempt(candidate) else { return best }
        let shorter = Schedule(best.rule, of: result.choices)
        if result.fails, shorter.deviations.count < best.deviations.count {
          best = shorter
          isShorter = true
          end = min(start, best.deviations.count)
        } else {
          end = start
        }
      }
      if !isShorter || size > best.deviations.count { size = min(size / 2, best.deviations.count) }
    }
    return best
  }

  /// Tries all schedules with fewer deviations, up to two: a short one is often elsewhere.
  private func fewest(below count: Int) -> Schedule? {
    var search = BoundedSearch(preemptions: min(count - 1, 2), limit: 2_000)
    while let schedule = search.next() {
      guard let result = attempt(schedule) else { return nil }
      if result.fails { return Schedule(schedule.rule, of: result.choices) }
      search.ran(result.choices)
    }
    return nil
  }
}
