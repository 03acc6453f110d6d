// The orders that an exploration tries.

/// The job orders in which an exploration runs a body.
///
/// In every strategy, the first run is first come, first served. The same seed gives the same
/// orders on every machine, as long as the body itself is deterministic.
public struct ExplorationStrategy: Sendable {
  enum Kind: Sendable {
    case mixed(seed: UInt64)
    case random(seed: UInt64)
    case pct(depth: Int, seed: UInt64)
    case exhaustive(preemptions: Int)
  }

  let kind: Kind

  /// Alternates between random orders and those of ``pct(depth:seed:)`` with a depth of one to
  /// three. The former find bugs that many orders reveal, the latter bugs that few orders reveal.
  public static func mixed(seed: UInt64 = 1) -> ExplorationStrategy {
    ExplorationStrategy(kind: .mixed(seed: seed))
  }

  /// Picks the next job at random from all ready jobs.
  public static func random(seed: UInt64 = 1) -> ExplorationStrategy {
    ExplorationStrategy(kind: .random(seed: seed))
  }

  /// Uses probabilistic concurrency testing: each task draws a random priority, the task with the
  /// highest one runs as long as it can, and at `depth - 1` random points the running task drops to
  /// the lowest. It finds a bug that takes `depth` ordering constraints to trigger with a known
  /// minimum probability, whereas random orders rarely delay one task for long.
  ///
  /// - Parameters:
  ///   - depth: the number of ordering constraints that it takes to trigger a bug. Traps if less
  ///     than one.
  ///   - seed: the seed for the random choices.
  public static func pct(depth: Int = 3, seed: UInt64 = 1) -> ExplorationStrategy {
    precondition(depth > 0, "A bug needs at least one ordering: pass a depth of 1 or more.")
    return ExplorationStrategy(kind: .pct(depth: depth, seed: seed))
  }

  /// Tries every order with at most `preemptions` deviations from the default order, fewest first.
  /// In that order, a task runs as long as it can, and then the oldest job runs. This suits small
  /// bodies: with two preemptions, ten jobs have a few hundred orders, and a hundred jobs have tens
  /// of thousands.
  ///
  /// - Parameter preemptions: the maximum number of deviations in one order. Traps if negative.
  public static func exhaustive(preemptions: Int) -> ExplorationStrategy {
    precondition(preemptions >= 0, "The number of preemptions can't be negative: pass 0 or more.")
    return ExplorationStrategy(kind: .exhaustive(preemptions: preemptions))
  }

  /// The strategy as shown in a failure.
  var description: String {
    switch kind {
    case .mixed(let seed): ".mixed(seed: \(seed))"
    case .random(let seed): ".random(seed: \(seed))"
    case .pct(let depth, let seed): ".pct(depth: \(depth), seed: \(seed))"
    case .exhaustive(let preemptions): ".exhaustive(preemptions: \(preemptions))"
    }
  }
}
