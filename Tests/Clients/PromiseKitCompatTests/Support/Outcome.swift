// The outcome of a promise and the errors of tests, both of which compare by value.

import AsyncPromises
import PromiseKitCompat

/// Errors for tests, which compare by value.
enum TestError: Error, Equatable {
  case first
  case second
}

/// The state of a test's promise.
enum Outcome: Equatable, Sendable {
  case pending
  case fulfilled(Int)
  case rejected(TestError)
  /// `PMKError.cancelled`.
  case cancelled
  /// Swift's `CancellationError`.
  case taskCancelled
  case returnedSelf, badInput, noWinner, emptySequence, invalidCallingConvention
  case broken, abandoned
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
    case PromiseError.abandoned: self = .abandoned
    default: self = .strange("\(error)")
    }
  }
}

extension Thenable where T == Int {
  /// The current state of the promise or guarantee.
  var outcome: Outcome { Outcome(result) }
}

extension PromiseKitCompat.Promise where T == Int {
  /// The outcome, once the promise is settled.
  func settled() async -> Outcome {
    do { return .fulfilled(try await self.async()) } catch { return Outcome(error) }
  }
}

extension PromiseKitCompat.Promise {
  /// The error with which the promise is rejected, if it is.
  func failure() async -> (any Error)? {
    do {
      _ = try await self.async()
      return nil
    } catch {
      return error
    }
  }
}

/// The place where a promise was created, if the error says that its resolver was lost.
func brokenSite(_ error: (any Error)?) -> String? {
  guard case .broken(let site) = error as? PromiseError else { return nil }
  return site
}
