// The outcome of a promise, which compares by value, and the errors of tests.

import AsyncPromises
import PromiseKitCompat

/// Errors for tests, which compare by value.
enum TestError: Error, Equatable {
  case first
  case second
}

/// What became of a promise of a test.
enum Outcome: Equatable, Sendable {
  case pending
  case fulfilled(Int)
  case rejected(TestError)
  /// `PMKError.cancelled`.
  case cancelled
  /// Swift's `CancellationError`.
  case taskCancelled
  case returnedSelf, badInput, noWinner, emptySequence, invalidCallingConvention
  case broken
  /// An error that no test expects.
  case strange(String)

  init(_ result: PromiseKitCompat.Result<Int>?) {
    switch result {
    case nil: self = .pending
    case .fulfilled(let value)?: self = .fulfilled(value)
    case .rejected(let error)?: self.init(error)
    }
  }

  init(_ error: any Error) {
    switch error {
    case let error as TestError: self = .rejected(error)
    case PMKError.cancelled: self = .cancelled
    case PMKError.returnedSelf: self = .returnedSelf
    case PMKError.badInput: self = .badInput
    case PMKError.noWinner: self = .noWinner
    case PMKError.emptySequence: self = .emptySequence
    case PMKError.invalidCallingConvention: self = .invalidCallingConvention
    case is CancellationError: self = .taskCancelled
    case PromiseError.broken: self = .broken
    default: self = .strange("\(error)")
    }
  }
}

extension Thenable where T == Int {
  /// What the promise or guarantee is now.
  var outcome: Outcome { Outcome(result) }
}

extension PromiseKitCompat.Promise where T == Int {
  /// What the promise is as soon as it is settled.
  func settled() async -> Outcome {
    do { return .fulfilled(try await self.async()) } catch { return Outcome(error) }
  }
}

extension PromiseKitCompat.Promise {
  /// The error that the promise ends with, if it does.
  func failure() async -> (any Error)? {
    do {
      _ = try await self.async()
      return nil
    } catch {
      return error
    }
  }
}

/// Where the promise was made that ended with the error because its resolver is gone.
func brokenSite(_ error: (any Error)?) -> String? {
  guard case .broken(let site) = error as? PromiseError else { return nil }
  return site
}
