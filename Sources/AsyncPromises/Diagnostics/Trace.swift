// The way of a failure, from the promise that it came from to the one where it ended.

/// What made a promise, and where.
struct Maker: Sendable, CustomStringConvertible {
  let kind: Kind
  let name: String?
  let site: Site

  var description: String {
    "\(kind.rawValue)\(name.map { " “\($0)”" } ?? "") at \(site)"
  }
}

/// The last step of a way, and the steps before it.
final class Trace: Sendable {
  private let maker: Maker
  private let previous: Trace?
  /// Whether steps were left out between this one and the previous one.
  private let followsGap: Bool
  private let length: Int

  private init(_ maker: Maker, after previous: Trace?, followsGap: Bool = false) {
    self.maker = maker
    self.previous = previous
    self.followsGap = followsGap
    length = (previous?.length ?? 0) + 1
  }

  /// The way through `previous` and one step more.
  ///
  /// Of a way that is very long, the first step and the last ones are kept.
  static func through(_ previous: Trace?, to maker: Maker) -> Trace {
    guard let previous, previous.length >= 32 else { return Trace(maker, after: previous) }
    let steps = previous.steps
    var trace = Trace(steps[0].maker, after: nil)
    for (index, step) in steps.suffix(16).enumerated() {
      trace = Trace(step.maker, after: trace, followsGap: index == 0)
    }
    return Trace(maker, after: trace)
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

  /// The steps in order, for a person to read.
  func description(to last: Maker) -> String {
    let all = steps.map { $0.followsGap ? "… → \($0.maker)" : "\($0.maker)" } + ["\(last)"]
    return all.joined(separator: " → ")
  }
}
