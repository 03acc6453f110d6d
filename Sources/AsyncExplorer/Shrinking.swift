// Finding a failing order with few deviations.

/// Searches for the fewest deviations that make a body fail.
struct Shrinking {
  struct Attempt {
    /// The choices that the run actually made.
    let choices: [Choice]
    let fails: Bool
  }

  /// Runs the body; returns `nil` once it has run often enough.
  let attempt: (Schedule) -> Attempt?

  /// - Parameter choices: the choices of a run that fails.
  func shortest(_ choices: [Choice]) -> Schedule {
    let schedules = Schedule.Rule.allCases.map { Schedule($0, of: choices) }
      .sorted { $0.deviations.count < $1.deviations.count }
    var best = schedules[0]
    for schedule in schedules {
      let shorter = withoutPairs(withoutDeviations(schedule))
      if shorter.deviations.count < best.deviations.count { best = shorter }
      if best.deviations.count < 2 { return best }
    }
    return fewest(below: best.deviations.count) ?? best
  }

  /// Removes deviations in ever smaller chunks, as long as the body still fails.
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

  /// Removes any two deviations, as long as the body still fails: each alone may be needed only
  /// because of the other.
  private func withoutPairs(_ schedule: Schedule) -> Schedule {
    var best = schedule
    var last = best.deviations.count - 1
    while last > 0, best.deviations.count > 2 {
      var first = last - 1
      while first >= 0 {
        var candidate = best
        candidate.deviations.remove(at: last)
        candidate.deviations.remove(at: first)
        guard let result = attempt(candidate) else { return best }
        let shorter = Schedule(best.rule, of: result.choices)
        if result.fails, shorter.deviations.count < best.deviations.count {
          best = withoutDeviations(shorter)
          last = best.deviations.count
          break
        }
        first -= 1
      }
      last = min(last, best.deviations.count) - 1
    }
    return best
  }

  /// Tries all schedules with fewer deviations, but at most two, because the shortest schedule is
  /// often not a part of the failing one.
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
