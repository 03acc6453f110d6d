// The hint about unattended work: a task that awaited a promise's value was cancelled, but the work
// continues with nothing waiting for it. Reported once for each line that creates such a promise,
// in debug builds.

#if DEBUG
  extension Cell {
    /// Reports unattended work, if there is any, when a task has stopped waiting for the cell.
    final func mentionUnattendedWork(_ effects: inout Effects) {
      let root = root
      // A report that is made only once would differ between the schedules of an exploring test.
      guard Tasks.executor == nil, root.hasWork, let site = root.origin.site,
        !ToldPlace.knows(site),
        root.marks.consumerCount == 0, root.state.phase == .pending, ToldPlace.add(site)
      else { return }
      root.origin.report { .unattendedWork(trace: $0) }
    }
  }

  /// A line for which the hint has been reported.
  private final class ToldPlace: Sendable {
    private static let all = SharedStack<ToldPlace>()
    private let site: CallSite

    private init(_ site: CallSite) {
      self.site = site
    }

    static func knows(_ site: CallSite) -> Bool { all.elements.contains { $0.site == site } }

    /// - Returns: whether the line was new. Of several concurrent calls, one gets `true`.
    static func add(_ site: CallSite) -> Bool {
      let place = ToldPlace(site)
      all.push(place)
      return all.elements.last { $0.site == site } === place
    }
  }
#endif
