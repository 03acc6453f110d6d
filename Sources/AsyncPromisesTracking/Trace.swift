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

/// The promises that a failure has passed through. If there are very many, only the first one and
/// the last ones are kept.
struct Trace {
  /// With `nil` for steps that were left out.
  private var steps: [Creator?] = []

  /// Returns the path with one more step.
  func through(_ creator: Creator) -> Trace {
    var trace = self
    if steps.count >= 32 { trace.steps = steps.prefix(1) + [nil] + steps.suffix(16) }
    trace.steps.append(creator)
    return trace
  }

  /// Returns the steps in order, in a human-readable form.
  func description(to last: Creator) -> String {
    (steps + [last]).map { $0?.description ?? "…" }.joined(separator: " → ")
  }
}
