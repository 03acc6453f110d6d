// The outcome of a promise, comparable by value.

import AsyncPromises

/// The state of a promise in a test.
enum Outcome: Equatable, Sendable {
  case pending
  case fulfilled(Int)
  case rejected(TestError)
  case cancelled
  case abandoned
  case cycle
  case broken
  case timedOut(Duration)
  /// An error that the test didn't create.
  case strange(String)

  init(_ result: Result<Int, any Error>?) {
    switch result {
    case nil: self = .pending
    case .success(let value): self = .fulfilled(value)
    case .failure(let error as TestError): self = .rejected(error)
    case .failure(is CancellationError): self = .cancelled
    case .failure(PromiseError.abandoned): self = .abandoned
    case .failure(PromiseError.cycle): self = .cycle
    case .failure(PromiseError.broken): self = .broken
    case .failure(PromiseError.timedOut(let limit, _, _)): self = .timedOut(limit)
    case .failure(let error): self = .strange("\(error)")
    }
  }
}

extension Promise<Int> {
  /// The promise's current state.
  var outcome: Outcome { Outcome(resultIfSettled) }

  /// The promise's outcome, as soon as it settles.
  nonisolated(nonsending) var settledOutcome: Outcome {
    get async { Outcome(await result) }
  }
}
