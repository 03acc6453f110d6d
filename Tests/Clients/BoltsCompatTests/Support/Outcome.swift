// The outcome of a task and the errors of tests, both of which compare by value.

import AsyncPromises
import BoltsCompat

/// Errors for tests, which compare by value.
enum TestError: Error, Equatable {
  case first
  case second
}

/// An error of another type.
struct OtherError: Error, Equatable {}

/// The state of a test's task.
enum Outcome: Equatable, Sendable {
  case pending
  case completed(Int)
  case faulted(TestError)
  case cancelled
  case aggregate([TestError])
  case otherError, broken, cycle, abandoned
  /// An outcome that no test expects.
  case strange(String)

  init(_ error: any Error) {
    switch error {
    case let error as TestError: self = .faulted(error)
    case let error as AggregateError:
      self = .aggregate(error.errors.compactMap { $0 as? TestError })
    case is OtherError: self = .otherError
    case PromiseError.broken: self = .broken
    case PromiseError.cycle: self = .cycle
    case PromiseError.abandoned: self = .abandoned
    default: self = .strange("\(error)")
    }
  }
}

extension Task where TResult == Int {
  /// The current state, if all of the task's properties agree on it.
  var outcome: Outcome {
    switch (completed, result, error, cancelled, faulted) {
    case (false, nil, nil, false, false): .pending
    case (true, let result?, nil, false, false): .completed(result)
    case (true, nil, let error?, false, true): Outcome(error)
    case (true, nil, nil, true, false): .cancelled
    default: .strange(description)
    }
  }

  /// The outcome, once the task is completed.
  func end() async -> Outcome {
    await withCheckedContinuation { waiter in
      continueWith(.immediate) { waiter.resume(returning: $0.outcome) }
    }
  }
}

extension Task where TResult == Void {
  /// The current state, with 0 as the result.
  var outcome: Outcome { continueOnSuccessWith(.immediate) { 0 }.outcome }

  func end() async -> Outcome { await continueOnSuccessWith(.immediate) { 0 }.end() }
}
