// The consumers of a promise in a race, and the outcomes they see.

import AsyncPromises

typealias Outcome = Result<Token, any Error>

/// A rejection. It retains a token, so that a leaked rejected promise is noticed.
struct Refusal: Error {
  let token: Token
}

extension Outcome {
  var isCancellation: Bool { Sight.code(self) == Sight.End.cancelled.rawValue }
}

extension Round {
  /// Starts a task that waits for `promise`. The task must end before the round is over.
  @discardableResult
  func wait(
    for promise: Promise<Token>, _ body: @escaping @Sendable (Outcome) -> Void
  ) -> Task<Void, Never> {
    let wait = wait(body)
    return Task { await wait(promise) }
  }

  /// Does the same, but a thread of the race starts the task.
  func heldWait(
    for promise: Promise<Token>, _ body: @escaping @Sendable (Outcome) -> Void
  ) -> HeldTask {
    let wait = wait(body)
    return HeldTask { await wait(promise) }
  }

  private func wait(
    _ body: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable (Promise<Token>) async -> Void {
    let returns = counter("a waiter returned")
    let token = token()
    return { promise in
      body(await promise.result)
      returns.add()
      token.use()
    }
  }

  /// Returns a handler that must run once, and be released before the round is over.
  ///
  /// Create it before the race; any thread may register it.
  func handler(
    _ body: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable (Outcome) -> Void {
    let runs = counter("a handler ran")
    let token = token()
    return {
      body($0)
      runs.add()
      token.use()
    }
  }

  /// Counts the notifications of the producer. A notification may run in a job after the race:
  /// the round isn't over until the handler has run or been released.
  func count(_ told: Counter, ofCancelling resolver: Resolver<Token>) {
    let token = token()
    resolver.onCancel {
      told.add()
      token.use()
    }
  }

  /// Adds as many waiters and handlers as the round has, which must see the same outcome.
  func consume(_ promise: Promise<Token>, _ sight: Sight) {
    for _ in 0..<consumers {
      wait(for: promise) { sight.see($0) }
      promise.whenSettled(handler { sight.see($0) })
    }
  }

  /// Returns the outcome that all consumers of one promise must see.
  func sight(of name: String = "the promise") -> Sight {
    let sight = Sight()
    expect("different outcomes of \(name) were seen") { !sight.isContradictory }
    return sight
  }
}

/// An outcome that must be the same for all consumers. It retains none of the objects.
final class Sight: Sendable {
  /// Outcomes without a number.
  enum End: Int {
    case nothing = -1
    case cancelled = -2
    case broken = -3
    case cycle = -4
    case timedOut = -5
    case noneFulfilled = -6
    case other = -7
    case abandoned = -8
  }

  private let seen = StateWord(word(of: End.nothing.rawValue))
  private let contradictions = StateWord(0)

  func see(_ outcome: Outcome) { see(Self.code(outcome)) }

  func see(_ code: Int) {
    let isFirst = seen.compareExchange(
      Self.word(of: End.nothing.rawValue), Self.word(of: code))
    guard !isFirst, self.code != code else { return }
    contradictions.add(1)
  }

  /// Sees a promise that must be settled by now; a pending one is a contradiction.
  func see(settled promise: Promise<Token>) {
    guard let outcome = promise.resultIfSettled else {
      contradictions.add(1)
      return
    }
    see(outcome)
  }

  var isContradictory: Bool { contradictions.load() > 0 }

  /// The number of the value, or of the error.
  var code: Int { Int(truncatingIfNeeded: seen.load()) }

  private static func word(of code: Int) -> UInt64 { UInt64(bitPattern: Int64(code)) }

  var end: End? { End(rawValue: code) }

  static func code(_ outcome: Outcome) -> Int {
    switch outcome {
    case .success(let token): token.number
    case .failure(let refusal as Refusal): refusal.token.number
    case .failure(is CancellationError): End.cancelled.rawValue
    case .failure(PromiseError.abandoned): End.abandoned.rawValue
    case .failure(PromiseError.broken): End.broken.rawValue
    case .failure(PromiseError.cycle): End.cycle.rawValue
    case .failure(PromiseError.timedOut): End.timedOut.rawValue
    case .failure(PromiseError.noneFulfilled): End.noneFulfilled.rawValue
    case .failure: End.other.rawValue
    }
  }
}
