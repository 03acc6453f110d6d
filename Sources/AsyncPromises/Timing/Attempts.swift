// The attempts of a retry, and the pauses between them.

/// The cell of a retry, with its attempts.
///
/// `@unchecked Sendable`: what this adds to a cell belongs to the task.
final class Attempts<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  /// A closure that carries its isolation is in a structure, because older systems have no generic
  /// code for one.
  struct Asked<Answer> {
    let ask: @Sendable @isolated(any) (any Error, Int) async throws -> Answer
  }
  /// Makes an attempt, and fulfills the cell.
  typealias Attempt =
    nonisolated(nonsending) @Sendable (ValueCell<Value>, _ attempt: Int) async throws -> Void

  private let count: Int
  // These are `nil` once the attempts are over.
  private var make: Attempt?
  private var decision: Asked<RetryDecision>?
  private var hook: Asked<Void>?
  private let failures = SharedStack<any Error>()
  override var failedAttempts: [any Error] { failures.elements.reversed() }
  // These are not in the frame of `run`, which takes memory while an attempt is at work.
  private var attempt = 1
  private var pauses: Pauses

  init(
    _ count: Int, _ pauses: Pauses,
    _ decide: (@Sendable @isolated(any) (any Error, Int) async throws -> RetryDecision)?,
    _ onFailure: (@Sendable @isolated(any) (any Error, Int) async -> Void)?,
    _ fileID: StaticString, _ line: UInt, _ make: @escaping Attempt
  ) {
    precondition(count >= 1, "maxAttempts must be at least one, not \(count).")
    (self.count, self.pauses, self.make) = (count, pauses, make)
    if let decide { decision = Asked(ask: decide) }
    if let onFailure { hook = Asked(ask: onFailure) }
    super.init(.detached, Origin("retry", fileID, line))
    promiseBegins()
  }

  func start(on isolation: (any Actor)?) -> Promise<Value> {
    origin.record?.waits(for: .operation)
    start(on: isolation, run)
    return Promise(cell: self)
  }

  /// Makes one attempt after another, until one succeeds or is the last one.
  private nonisolated(nonsending) func run() async {
    while true {
      do {
        origin.record?.waits(for: .operation, attempt: attempt, of: count)
        try await make?(self, attempt)
        break
      } catch {
        do { try await prepare(after: error) } catch {
          operationEnded(.failure(error))
          break
        }
        attempt += 1
      }
    }
    make = nil
    // Most retries have neither, and would look up types for it.
    if decision != nil { release(&decision, isolation: #isolation) }
    if hook != nil { release(&hook, isolation: #isolation) }
    taskWord.taskEnded()
  }

  /// Releases a closure where it runs, if that is elsewhere than the attempts.
  private func release<Answer>(_ asked: inout Asked<Answer>?, isolation: (any Actor)?) {
    guard let left = asked.take(), let own = left.ask.isolation, own !== isolation else { return }
    UnusedClosure.release(consume left, on: own, Origin("retry", whereMade: origin))
  }

  /// Returns when it is time for the next attempt, or throws the error if there is none.
  ///
  /// A separate function, so that its frame takes no memory while an attempt is at work.
  @inline(never)
  private nonisolated(nonsending) func prepare(after error: any Error) async throws {
    guard !PromiseError.isCancellation(error) else { throw error }
    if attempt <= 16 { failures.push(error) }
    try await hook?.ask(error, attempt)
    guard attempt < count, !Task.isCancelled else { throw error }
    let answer = try await decision?.ask(error, attempt) ?? .retry
    origin.record?.waits(for: .pause, attempt: attempt + 1, of: count)
    guard try await pauses.rests(answer, afterAttempt: attempt) else { throw error }
  }
}

/// The pauses of a retry.
@usableFromInline
struct Pauses {
  private let backoff: Backoff
  private let tolerance: Duration?
  private let clock: any Clock<Duration>
  /// What lasts from one pause to the next. Most work succeeds at once, and never needs it.
  private var rests: Rests?

  private final class Rests: @unchecked Sendable {
    // These belong to the task.
    var generator: any RandomNumberGenerator & Sendable
    var turn = Turn()

    init(_ backoff: Backoff) { generator = backoff.generator }
  }

  @usableFromInline
  init(_ backoff: Backoff, _ tolerance: Duration?, _ clock: (any Clock<Duration>)?) {
    (self.backoff, self.tolerance, self.clock) = (backoff, tolerance, Timer.clock(clock))
  }

  /// Pauses as decided, but releases the timer if the task is cancelled.
  ///
  /// - Returns: `false` if no attempt follows, because of the decision or because the clock has
  ///   failed.
  @usableFromInline
  nonisolated(nonsending) mutating func rests(
    _ decision: RetryDecision, afterAttempt attempt: Int
  ) async throws -> Bool {
    let rests = rests ?? Rests(backoff)
    self.rests = rests
    let pause: Duration
    switch decision {
    case .retry: pause = backoff.pause(afterAttempt: attempt, using: &rests.generator)
    case .retryAfter(let own): pause = own
    case .stop: return false
    }
    if pause > .zero, try await !Self.rest(for: pause, tolerance, clock) { return false }
    if pause <= .zero || !(clock is ContinuousClock), !rests.turn.goesOn() {
      // Attempts without a pause, or with a clock that doesn't sleep, would keep the thread.
      await Task.yield()
      rests.turn = Turn()
    }
    try Task.checkCancellation()
    return true
  }

  private static func rest(
    for pause: Duration, _ tolerance: Duration?, _ clock: some Clock<Duration>
  ) async throws -> Bool {
    if clock is ContinuousClock {
      let end = Promise.delay(for: pause, tolerance: tolerance, clock, .none, fulfilling: ())
      try await end.get()
      return true
    }
    do {
      try await clock.sleep(for: pause, from: clock.now, tolerance: tolerance)
      return true
    } catch {
      try Task.checkCancellation()
      return false
    }
  }
}
