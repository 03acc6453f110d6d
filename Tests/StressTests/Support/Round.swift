// One round of a race: its parts, what they count, and what is left when they have ended.

import AsyncPromises
import Foundation

/// What a stress prepares and judges.
///
/// A round is prepared by one thread, run by all, and judged by the first again when nothing of it
/// lives any more: tokens stand for values, captures and errors, and each has to be freed.
final class Round: @unchecked Sendable {
  let number: Int
  let threads: Int
  private var headStarts: HeadStarts
  private let lives = Lives()
  // These belong to the first thread.
  private var parts: [Contenders.Part] = []
  private var endings: [() -> Void] = []
  private var kept: [Any] = []
  private var verdicts: [() -> String?] = []

  init(_ number: Int, _ threads: Int, _ headStarts: HeadStarts) {
    self.number = number
    self.threads = threads
    self.headStarts = headStarts
  }

  // MARK: Preparing

  /// How many waiters, or handlers, the round has: none, one and many take turns.
  var consumers: Int { [0, 1, 6][number % 3] }

  /// Whether the round is one of every second.
  var isOdd: Bool { number / 3 % 2 == 1 }

  /// A random number of the round.
  func random(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &headStarts) }

  /// Something for a thread to do. Which thread does what, and after what, is another matter in
  /// each round.
  func part(_ body: @escaping Contenders.Part) { parts.append(body) }

  /// A part for each thread that has none yet, or one if there are enough.
  ///
  /// - Parameter make: prepares the part of that index.
  func others(_ make: (_ index: Int) -> Contenders.Part) {
    for index in 0..<max(1, threads - parts.count) { part(make(index)) }
  }

  /// Something that has to be freed before the round is over.
  func token(_ number: Int = 0) -> Token { Token(number, lives) }

  /// Called when all threads have done their parts, before what they made is let go.
  func afterwards(_ body: @escaping () -> Void) { endings.append(body) }

  /// Keeps something until all tokens have been freed: they don't go just because it went.
  func keep(_ thing: Any) { kept.append(thing) }

  // MARK: Judging

  /// What has to hold when the round is over.
  func expect(_ sentence: @autoclosure @escaping () -> String, _ holds: @escaping () -> Bool) {
    verdicts.append { holds() ? nil : sentence() }
  }

  /// Something to count, and how often it has to happen.
  func counter(_ name: String, _ expected: ClosedRange<Int>) -> Counter {
    let counter = Counter()
    expect("\(name): \(counter.count) times instead of \(expected)") {
      expected.contains(counter.count)
    }
    return counter
  }

  /// Something that has to happen exactly so often.
  func counter(_ name: String, _ expected: Int = 1) -> Counter {
    counter(name, expected...expected)
  }

  // MARK: Running

  /// - Returns: what went wrong, if anything did.
  func run(_ make: (Round) -> Void, by contenders: Contenders) -> String? {
    guard let outstanding = race(make, contenders) else {
      return "a thread does not come to its end"
    }
    var failures: [String] = []
    let tokens = lives.wait()
    if tokens > 0 { failures.append("\(tokens) tokens were not freed") }
    kept = []
    // Promises that are pending, and handlers and operations at work, while these are tracked.
    let works = Lives()
    works.begin()
    outstanding.whenZero { works.end() }
    if works.wait() > 0 { failures.append("a promise is pending, or its work goes on") }
    failures += verdicts.compactMap { $0() }
    // A verdict keeps what it is about.
    verdicts = []
    return failures.isEmpty ? nil : failures.joined(separator: "; ")
  }

  /// Prepares the round and runs it, in a scope of its own. The scope goes when this returns: it
  /// keeps what was reported, and the errors with it.
  ///
  /// - Returns: what is still outstanding then, or `nil` when a thread does not end.
  private func race(_ make: (Round) -> Void, _ contenders: Contenders) -> ActivityCounter? {
    let scope = Scope(name: "iteration \(number)")
    // That a settle comes too late is what races are about.
    scope.install { _ in }
    let surroundings = TrackingContext.inside(scope)
    TrackingContext.$current.withValue(surroundings) { make(self) }
    let spins = (0..<threads).map { _ in headStarts.spins() }
    guard contenders.run(dealtParts(in: surroundings), spins: spins) else { return nil }
    for ending in endings { ending() }
    endings = []
    return scope.outstanding
  }

  /// A thread's share of the parts, for each thread.
  private func dealtParts(in surroundings: TrackingContext) -> [Contenders.Part] {
    let shuffled = parts.shuffled(using: &headStarts)
    parts = []
    return (0..<threads).map { thread in
      let own = stride(from: thread, to: shuffled.count, by: threads).map { shuffled[$0] }
      return { TrackingContext.$current.withValue(surroundings) { for part in own { part() } } }
    }
  }
}
