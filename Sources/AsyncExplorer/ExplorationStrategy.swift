// Which orders are tried.

/// Which orders of its jobs a body is run in.
///
/// The first run of every strategy is the plain one: first come, first served. The same seed gives
/// the same orders on every machine, as long as the body itself does the same in the same order.
public struct ExplorationStrategy: Sendable {
  enum Kind: Sendable {
    case mixed(seed: UInt64)
    case random(seed: UInt64)
    case pct(depth: Int, seed: UInt64)
    case exhaustive(preemptions: Int)
  }

  let kind: Kind

  /// Random orders and those of ``pct(depth:seed:)``, with a depth of one to three, in turn: the
  /// one finds what many orders show, the other what few do.
  public static func mixed(seed: UInt64 = 1) -> ExplorationStrategy {
    ExplorationStrategy(kind: .mixed(seed: seed))
  }

  /// Each choice is drawn among all jobs that are ready.
  public static func random(seed: UInt64 = 1) -> ExplorationStrategy {
    ExplorationStrategy(kind: .random(seed: seed))
  }

  /// Probabilistic concurrency testing: each task has a priority by lot, the highest runs as long
  /// as it can, and at `depth - 1` random places the one that runs falls to the lowest. It finds a
  /// bug that needs `depth` orderings with a known probability, where random orders hardly ever
  /// keep one task back for long.
  ///
  /// - Parameters:
  ///   - depth: the number of orderings that a bug needs. Traps if it is less than one.
  ///   - seed: what the orders are drawn from.
  public static func pct(depth: Int = 3, seed: UInt64 = 1) -> ExplorationStrategy {
    precondition(depth > 0, "A bug needs at least one ordering: pass a depth of 1 or more.")
    return ExplorationStrategy(kind: .pct(depth: depth, seed: seed))
  }

  /// Every order with at most `preemptions` choices that don't go without saying, the fewest first:
  /// a task goes on as long as it can, and then the oldest job comes. For small bodies: the orders
  /// of ten jobs with two preemptions are some hundreds, those of a hundred jobs some ten
  /// thousands.
  ///
  /// - Parameter preemptions: how many such choices an order may have. Traps if it is negative.
  public static func exhaustive(preemptions: Int) -> ExplorationStrategy {
    precondition(preemptions >= 0, "The number of preemptions can't be negative: pass 0 or more.")
    return ExplorationStrategy(kind: .exhaustive(preemptions: preemptions))
  }

  /// What a failure says of it.
  var description: String {
    switch kind {
    case .mixed(let seed): ".mixed(seed: \(seed))"
    case .random(let seed): ".random(seed: \(seed))"
    case .pct(let depth, let seed): ".pct(depth: \(depth), seed: \(seed))"
    case .exhaustive(let preemptions): ".exhaustive(preemptions: \(preemptions))"
    }
  }
}
