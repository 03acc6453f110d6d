// The outcomes of promises and the errors of tests, both of which compare by value.

import AsyncPromises
import Foundation
import GooglePromisesCompat
import TestSupport

/// Errors for tests, which compare by value.
enum TestError: Error, Equatable {
  case first
  case second
}

/// The outcome of a test's promise.
enum Outcome: Equatable, Sendable {
  case fulfilled(Int)
  case rejected(TestError)
  case timedOut, invalid, cancelled, broken, cycle, emptyGroup, abandoned
  /// An error that no test expects.
  case strange(String)

  init(_ error: any Error) {
    switch error {
    case let error as TestError: self = .rejected(error)
    case GooglePromisesCompat.PromiseError.timedOut: self = .timedOut
    case GooglePromisesCompat.PromiseError.validationFailure: self = .invalid
    case is CancellationError: self = .cancelled
    case AsyncPromises.PromiseError.broken: self = .broken
    case AsyncPromises.PromiseError.cycle: self = .cycle
    case AsyncPromises.PromiseError.abandoned: self = .abandoned
    case AsyncPromises.PromiseError.emptyGroup: self = .emptyGroup
    default: self = .strange("\(error)")
    }
  }
}

extension GooglePromisesCompat.Promise where Value == Int {
  /// The outcome, once the promise is settled.
  func settled() async -> Outcome {
    do { return .fulfilled(try await asyncPromise.value) } catch { return Outcome(error) }
  }

  /// The current outcome; `nil` while the promise is pending.
  var outcome: Outcome? { value.map { .fulfilled($0) } ?? error.map { Outcome($0) } }
}

extension GooglePromisesCompat.Promise where Value: Sendable {
  /// The error if the promise is rejected, or `nil` if it is fulfilled.
  func failure() async -> (any Error)? {
    do {
      _ = try await asyncPromise.value
      return nil
    } catch {
      return error
    }
  }
}
