// The outcomes of promises, which compare by value, and the errors of tests.

import AsyncPromises
import Foundation
import GooglePromisesCompat
import TestSupport

/// Errors for tests, which compare by value.
enum TestError: Error, Equatable {
  case first
  case second
}

/// What became of a promise of a test.
enum Outcome: Equatable, Sendable {
  case fulfilled(Int)
  case rejected(TestError)
  case timedOut, invalid, cancelled, broken, cycle, emptyGroup
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
    case AsyncPromises.PromiseError.emptyGroup: self = .emptyGroup
    default: self = .strange("\(error)")
    }
  }
}

extension GooglePromisesCompat.Promise where Value == Int {
  /// What the promise is as soon as it is settled.
  func settled() async -> Outcome {
    do { return .fulfilled(try await asyncPromise.value) } catch { return Outcome(error) }
  }

  /// What it is now; `nil` while it is pending.
  var outcome: Outcome? { value.map { .fulfilled($0) } ?? error.map { Outcome($0) } }
}

extension GooglePromisesCompat.Promise where Value: Sendable {
  /// The error that the promise ends with, if it does.
  func failure() async -> (any Error)? {
    do {
      _ = try await asyncPromise.value
      return nil
    } catch {
      return error
    }
  }
}
