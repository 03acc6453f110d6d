// Key-value observing, before and after. The Objective-C part is compiled only where available. The
// tests observe a class that reports its changes in the same way.

import AsyncPromises
import Foundation

#if canImport(ObjectiveC)
  final class Player: NSObject {
    @objc dynamic var isReady = false
  }

  // snippet: before
  final class Screen {
    private var observation: NSKeyValueObservation?

    func prepare(_ player: Player, completion: @escaping @Sendable () -> Void) {
      observation = player.observe(\.isReady, options: [.initial, .new]) { _, change in
        if change.newValue == true { completion() }  // at each change, while the screen lives
      }
    }
  }
  // end

  // snippet: after
  extension Player {
    @MainActor
    func ready() -> Promise<Void> {
      .observing { report in
        let observation = observe(\.isReady, options: [.initial, .new]) { _, change in
          if change.newValue == true { report(()) }
        }
        return { observation.invalidate() }
      }
    }
  }
// end
#endif

/// Reports its progress like a property observed with `[.initial, .new]`.
@MainActor
final class Download {
  final class Observation {
    fileprivate let report: (Double) -> Void

    fileprivate init(_ report: @escaping (Double) -> Void) { self.report = report }
  }

  private var observations: [Observation] = []
  var observers: Int { observations.count }

  var progress = 0.0 {
    didSet { for observation in observations { observation.report(progress) } }
  }

  func observe(_ report: @escaping (Double) -> Void) -> Observation {
    let observation = Observation(report)
    observations.append(observation)
    report(progress)
    return observation
  }

  func invalidate(_ observation: Observation) {
    observations.removeAll { $0 === observation }
  }
}

// snippet: reached
extension Download {
  func reached(_ goal: Double) -> Promise<Double> {
    .observing { report in
      let observation = observe { if $0 >= goal { report($0) } }
      return { self.invalidate(observation) }
    }
  }
}
// end
