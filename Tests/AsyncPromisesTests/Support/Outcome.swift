// The outcome of a promise, which compares by value.

import AsyncPromises

/// What became of a promise of a test.
enum Outcome: Equatable, Sendable {
  case pending
  case fulfilled(Int)
  case rejected(TestError)
  case cancelled
  case abandoned
  case cycle
  case broken
  case timedOut(Duration)
  /// An error that the test did not make.
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
    case .failure(PromiseError.timedOut(let limit, _)): self = .timedOut(limit)
    case .failure(let error): self = .strange("\(error)")
    }
  }
}

extension Promise<Int> {
  /// What the promise is now.
  var outcome: Outcome { Outcome(resultIfSettled) }

  /// What the promise is as soon as it is settled.
  nonisolated(nonsending) var settledOutcome: Outcome {
    get async { Outcome(await result) }
  }
}
