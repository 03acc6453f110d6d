// The path of a failure, from the promise where it originated to the one where it ended.

import AsyncPromises

/// How and where a promise was created.
struct Creator: Sendable, CustomStringConvertible {
  let kind: Operator
  let name: String?
  let site: CallSite
  /// Whether the promise is part of another one, which was created under the same name.
  var isPart = false

  var description: String { "\(kind)\(name.map { " “\($0)”" } ?? "") at \(site)" }
}

/// The last step of a path, and the steps before it.
final class Trace: Sendable {
  private let creator: Creator
  private let previous: Trace?
  /// Whether steps were left out between this one and the previous one.
  private let followsGap: Bool
  private let length: Int

  private init(_ creator: Creator, after previous: Trace?, followsGap: Bool = false) {
    self.creator = creator
    self.previous = previous
    self.followsGap = followsGap
    length = (previous?.length ?? 0) + 1
  }

  /// Returns `previous` with one more step.
  ///
  /// If the path gets very long, only its first step and its last steps are kept.
  static func through(_ previous: Trace?, to creator: Creator) -> Trace {
    guard let previous, previous.length >= 32 else { return Trace(creator, after: previous) }
    let steps = previous.steps
    var trace = Trace(steps[0].creator, after: nil)
    for (index, step) in steps.suffix(16).enumerated() {
      trace = Trace(step.creator, after: trace, followsGap: index == 0)
    }
    return Trace(creator, after: trace)
  }

  private var steps: [Trace] {
    var steps: [Trace] = []
    var step: Trace? = self
    while let current = step {
      steps.append(current)
      step = current.previous
    }
    return steps.reversed()
  }

  /// Returns the steps in order, in a human-readable form.
  func description(to last: Creator) -> String {
    let all = steps.map { $0.followsGap ? "… → \($0.creator)" : "\($0.creator)" } + ["\(last)"]
    return all.joined(separator: " → ")
  }
}
