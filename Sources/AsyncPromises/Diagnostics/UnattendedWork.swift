// The hint for who has looked at a promise of his own: work that goes on when the task that waited
// for it was cancelled. Once for each line that makes such a promise, in debug builds.

#if DEBUG
  extension Cell {
    /// A task that looked at the cell waits no more.
    final func mentionUnattendedWork(_ effects: inout Effects) {
      let root = root
      // What is told once would differ between the schedules of a test that explores them.
      guard Tasks.executor == nil, root.hasWork, let site = root.origin.site,
        !ToldPlace.knows(site),
        !root.hasConsumers(&effects), root.state.phase == .pending, ToldPlace.add(site)
      else { return }
      root.origin.report { .unattendedWork(trace: $0) }
    }
  }

  /// A line that has been told of.
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
