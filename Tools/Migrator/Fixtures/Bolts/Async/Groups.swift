// Several tasks at once.

import AsyncPromises
import BoltsCompat

struct GroupFailure: Error, Equatable { let number: Int }

@MainActor
final class GroupRunner {
  private(set) var log: [String] = []
  private let held = Promise<Int>.pending()

  private func step(_ number: Int) -> Promise<Int> {
    number > 0
      ? Promise.fulfilled(number) : number == 0 ? .rejected(CancellationError()) : Promise.rejected(GroupFailure(number: number))
  }

  func values(_ numbers: [Int]) async throws -> [Int] {
    try await Promise<Int>.whenAllResult(numbers.map { step($0) }).get()
  }

  func sum(_ numbers: [Int]) async throws -> Int {
    let all = try await Promise.whenAllResult(numbers.map { step($0) }).get()
    self.log.append("\(all.count) numbers")
    return all.reduce(0, +)
  }

  func pair() async throws -> [Int] { try await Promise.whenAllResult([step(1), step(2)]).get() }

  /// It waits for all, also for the one that is held.
  func all(_ numbers: [Int], after gate: Promise<Int>) async throws {
    let steps = numbers.map { step($0) } + [gate]
    try await Promise<Int>.whenAll(steps).tap { task in
      self.log.append(task.faulted ? "failed" : "not failed")
    }.get()
  }

  func both(_ first: Int, _ second: Int) async throws {
    try await Promise.whenAll([step(first), step(second)]).get()
  }

  /// Whatever the first one has become.
  func first(_ numbers: [Int]) async throws -> String {
    let all = numbers.map { step($0) } + [held.promise]
    do {
      _ = try await Promise.race(all).get()
    } catch {
      try _Concurrency.Task.checkCancellation()
    }
    self.log.append("first")
    return "ended"
  }

  func none() async throws {
    do {
      _ = try await Promise<Int>.race([]).get()
    } catch {
      try _Concurrency.Task.checkCancellation()
    }
  }

  static func numbers(of error: any Error) -> [Int]? {
    (error as? AggregateError)?.errors.compactMap { ($0 as? GroupFailure)?.number }
  }
}

/// What a test opens.
@MainActor
final class GroupGate {
  private let source = Promise<Int>.pending()
  var task: Promise<Int> { source.promise }
  func open() { source.resolver.fulfill(9) }

  func failing(_ runner: GroupRunner) async throws {
    try await runner.all([1, -2, 3, -4], after: task)
  }
}

extension Promise {
  /// Waits for all; it is cancelled if one of them is, or has the errors of all.
  fileprivate static func whenAll(_ promises: [Promise]) -> Promise<Void> {
    Promise<[Result<Value, any Error>]>.allSettled(promises).map { outcomes in
      if outcomes.contains(where: { $0.cancelled }) { throw CancellationError() }
      let errors = outcomes.compactMap { $0.error }
      guard errors.isEmpty else { throw AggregateError(errors: errors) }
    }
  }

  /// Waits for all; it is cancelled if one of them is, or has the errors of all.
  fileprivate static func whenAllResult(_ promises: [Promise]) -> Promise<[Value]> {
    Promise<[Result<Value, any Error>]>.allSettled(promises).map { outcomes in
      if outcomes.contains(where: { $0.cancelled }) { throw CancellationError() }
      let errors = outcomes.compactMap { $0.error }
      guard errors.isEmpty else { throw AggregateError(errors: errors) }
      return try outcomes.map { try $0.get() }
    }
  }
}

extension Result where Failure == any Error {
  /// The error, unless it stands for a cancellation.
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self, !(error is CancellationError) { error } else { nil }
  }

  /// Whether it is a cancellation.
  fileprivate var cancelled: Bool {
    if case .failure(is CancellationError) = self { true } else { false }
  }

  /// Whether there is an error.
  fileprivate var faulted: Bool {
    error != nil
  }
}
