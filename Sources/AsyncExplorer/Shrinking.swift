// A failing order with few deviations.

/// Looks for the fewest deviations with which a body fails.
struct Shrinking {
  struct Attempt {
    /// What the run has really done.
    let schedule: Schedule
    let candidates: [Int]
    let fails: Bool
  }

  /// Runs the body; `nil` when it has run often enough.
  let attempt: (Schedule) -> Attempt?

  /// - Parameter schedule: fails.
  func shortest(_ schedule: Schedule) -> Schedule {
    let shorter = withoutDeviations(schedule)
    return fewest(below: shorter.deviations.count) ?? shorter
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
        if result.fails, result.schedule.deviations.count < best.deviations.count {
          best = result.schedule
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
    guard count > 1 else { return nil }
    var search = BoundedSearch(preemptions: min(count - 1, 2), limit: 2_000)
    while let schedule = search.next() {
      guard let result = attempt(schedule) else { return nil }
      if result.fails, result.schedule.deviations.count < count { return result.schedule }
      search.ran(schedule, result.candidates)
    }
    return nil
  }
}
