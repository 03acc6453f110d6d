// Those who wait for a promise of a race, and what they see.

import AsyncPromises

typealias Outcome = Result<Token, any Error>

/// A rejection. It keeps a token, so that a rejected promise that leaks is noticed.
struct Refusal: Error {
  let token: Token
}

extension Outcome {
  var isCancellation: Bool { Sight.code(self) == Sight.End.cancelled.rawValue }
}

extension Round {
  /// A task that waits for `promise`. It has to end once, and is over when the round is.
  @discardableResult
  func wait(
    for promise: Promise<Token>, _ body: @escaping @Sendable (Outcome) -> Void
  ) -> Task<Void, Never> {
    let wait = wait(body)
    return Task { await wait(promise) }
  }

  /// The same, begun by a thread of the race.
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

  /// What a handler does: it has to run once, and is let go before the round is over.
  ///
  /// Made before the race; any thread may register it.
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

  /// Counts what the producer is told. The telling may be a job of its own, after the race: the
  /// round is not over before the handler has run or been let go.
  func count(_ told: Counter, ofCancelling resolver: Resolver<Token>) {
    let token = token()
    resolver.onCancel {
      told.add()
      token.use()
    }
  }

  /// As many waiters and handlers as the round has, who have to see the same.
  func consume(_ promise: Promise<Token>, _ sight: Sight) {
    for _ in 0..<consumers {
      wait(for: promise) { sight.see($0) }
      promise.whenSettled(handler { sight.see($0) })
    }
  }

  /// What everybody who looks at one promise sees.
  func sight(of name: String = "the promise") -> Sight {
    let sight = Sight()
    expect("different outcomes of \(name) were seen") { !sight.isContradictory }
    return sight
  }
}

/// An outcome that is the same for everybody. It keeps none of the objects.
final class Sight: Sendable {
  /// Outcomes that don't bring a number.
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

  /// A promise that is to be settled by now; what is pending contradicts.
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
