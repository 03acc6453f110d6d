// One round of a race: its parts, its counters, and the checks at its end.

import AsyncPromises
import AsyncPromisesTracking
import Foundation

/// A round of a stress test.
///
/// The first thread prepares the round, all threads run it, and the first thread judges it when all
/// its objects have been freed. Tokens represent values, captures and errors; each must be freed.
final class Round: @unchecked Sendable {
  let number: Int
  let threads: Int
  private var headStarts: HeadStarts
  private let lives = Lives()
  // Only the first thread uses these.
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

  /// The number of waiters and of handlers in the round: none, one or many, in turn.
  var consumers: Int { [0, 1, 6][number % 3] }

  /// Alternates every three rounds, so that each number of consumers occurs with both values.
  var isOdd: Bool { number / 3 % 2 == 1 }

  /// A random number, determined by the round.
  func random(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &headStarts) }

  /// Adds a part for a thread. Which thread runs it, and in which order, differs in each round.
  func part(_ body: @escaping Contenders.Part) { parts.append(body) }

  /// Adds a part for each thread that has none yet, or one more part if every thread has one.
  ///
  /// - Parameter make: prepares the part with the given index.
  func others(_ make: (_ index: Int) -> Contenders.Part) {
    for index in 0..<max(1, threads - parts.count) { part(make(index)) }
  }

  /// Returns an object that must be freed before the round is over.
  func token(_ number: Int = 0) -> Token { Token(number, lives) }

  /// Adds a closure that is called after all parts, before the objects of the round are released.
  func afterwards(_ body: @escaping () -> Void) { endings.append(body) }

  /// Retains something until all tokens have been freed, so that releasing it can't free them.
  func keep(_ thing: Any) { kept.append(thing) }

  // MARK: Judging

  /// Adds a condition that must hold when the round is over.
  func expect(_ sentence: @autoclosure @escaping () -> String, _ holds: @escaping () -> Bool) {
    verdicts.append { holds() ? nil : sentence() }
  }

  /// Returns a counter of something that must happen a number of times in the given range.
  func counter(_ name: String, _ expected: ClosedRange<Int>) -> Counter {
    let counter = Counter()
    expect("\(name): \(counter.count) times instead of \(expected)") {
      expected.contains(counter.count)
    }
    return counter
  }

  /// Returns a counter of something that must happen exactly the given number of times.
  func counter(_ name: String, _ expected: Int = 1) -> Counter {
    counter(name, expected...expected)
  }

  // MARK: Running

  /// - Returns: what went wrong, if anything did.
  func run(_ make: (Round) -> Void, by contenders: Contenders) -> String? {
    guard let outstanding = race(make, contenders) else {
      return "a thread does not end"
    }
    var failures: [String] = []
    let tokens = lives.wait()
    if tokens > 0 { failures.append("\(tokens) tokens were not freed") }
    kept = []
    // Waits for pending promises and for running handlers and operations, if these are tracked.
    let works = Lives()
    works.begin()
    outstanding.whenZero { works.end() }
    if works.wait() > 0 { failures.append("a promise is pending, or its work continues") }
    failures += verdicts.compactMap { $0() }
    // A verdict retains the objects it is about.
    verdicts = []
    return failures.isEmpty ? nil : failures.joined(separator: "; ")
  }

  /// Prepares the round and runs it, in a new scope. The scope, which retains reports and their
  /// errors, is released when this returns.
  ///
  /// - Returns: the counter of outstanding work, or `nil` if a thread doesn't end.
  private func race(_ make: (Round) -> Void, _ contenders: Contenders) -> ActivityCounter? {
    // In a race, a late settling call isn't a mistake.
    let hook = Hook()
    hook.install { _ in }
    defer { withExtendedLifetime(hook) {} }
    let scope = Scope(name: "iteration \(number)", hook: hook)
    let surroundings = TrackingContext.inside(scope)
    TrackingContext.$current.withValue(surroundings) { make(self) }
    let spins = (0..<threads).map { _ in headStarts.spins() }
    guard contenders.run(dealtParts(in: surroundings), spins: spins) else { return nil }
    for ending in endings { ending() }
    endings = []
    return scope.outstanding
  }

  /// Deals out the parts to the threads, at random.
  private func dealtParts(in surroundings: TrackingContext) -> [Contenders.Part] {
    let shuffled = parts.shuffled(using: &headStarts)
    parts = []
    return (0..<threads).map { thread in
      let own = stride(from: thread, to: shuffled.count, by: threads).map { shuffled[$0] }
      return { TrackingContext.$current.withValue(surroundings) { for part in own { part() } } }
    }
  }
}
