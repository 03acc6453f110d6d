// Continuations that are called however a task ends.

import AsyncPromises
import BoltsCompat

@MainActor
final class ResultBoard {
  private(set) var log: [String] = []

  /// Something new of all outcomes.
  func describe(_ task: Promise<Int>) async throws -> String {
    let outcomes = try await Promise.allSettled([task]).get()
    let task = outcomes[0]
    MainActor.preconditionIsolated()
    if let number = task.result {
      self.log.append("a number")
      return "number \(number)"
    } else if task.cancelled {
      return "cancelled"
    }
    return task.error.map { "error \($0)" } ?? "nothing"
  }

  func isFaulted(_ task: Promise<Int>) async throws -> Bool {
    let allSettled = try await Promise.allSettled([task]).get()
    return allSettled[0].faulted && true
  }

  func orZero(_ task: Promise<Int>) async throws -> Int {
    let outcomes = try await Promise.allSettled([task]).get()
    return outcomes[0].result ?? 0
  }

  /// The next task, whatever has become of the first.
  func then(_ task: Promise<Int>, _ next: String) async throws -> String {
    let outcomes = try await Promise.allSettled([task]).get()
    let done = outcomes[0]
    self.log.append(done.faulted ? "failed" : "not failed")
    return "\(next) of \(done.result ?? -1)"
  }

  /// The same outcome, after a look.
  func watch(_ task: Promise<Int>) async throws -> Int {
    try await task.tap { task in
      guard let error = task.error else {
        self.log.append("fine")
        return
      }
      self.log.append("failed: \(error)")  // for the log alone
    }.get()
  }

  /// The same outcome, or another.
  func second(_ task: Promise<Int>, _ other: Promise<Int>) async throws -> Int {
    let outcomes = try await Promise.allSettled([task]).get()
    let task = outcomes[0]
    if task.faulted { return try await other.get() }
    self.log.append("first")
    return try await Promise(task).get()
  }

  func ignore(_ task: Promise<Int>) async throws {
    _ = try await Promise.allSettled([task]).get()
    self.log.append("ended")
  }

  /// Nobody waits for it.
  func note(_ task: Promise<Int>) {
    task.whenSettled { task in
      if let error = task.error {
        self.log.append("noted \(error)")
      } else {
        self.log.append("noted \(task.result.map { "\($0)" } ?? "a cancellation")")
      }
    }
    log.append("notes")
  }

  /// An optional value is a result, even if there is none.
  func hasResult(_ task: Promise<Int?>) async throws -> Bool {
    let allSettled = try await Promise.allSettled([task]).get()
    return allSettled[0].result != nil
  }
}

struct ResultFailure: Error, Equatable {}

@MainActor
enum ResultCases {
  static func number() async throws -> Int { 7 }
  static func failure() async throws -> Int { throw ResultFailure() }
  static func cancellation() async throws -> Int { throw CancellationError() }
  static func nothing() async throws -> Int? { nil }

  static func described(by board: ResultBoard) async throws -> [String] {
    try await Promise.whenAllResult(
      [Promise.immediate { try await number() }, Promise.immediate { try await failure() }, Promise.immediate { try await cancellation() }].map { Promise.immediate { [value = $0] in try await board.describe(value) } }
    ).get()
  }
  static func faulted(by board: ResultBoard) async throws -> [Bool] {
    try await Promise.whenAllResult(
      [Promise.immediate { try await number() }, Promise.immediate { try await failure() }, Promise.immediate { try await cancellation() }].map { Promise.immediate { [value = $0] in try await board.isFaulted(value) } }
    ).get()
  }
  static func zeros(by board: ResultBoard) async throws -> [Int] {
    try await Promise.whenAllResult(
      [Promise.immediate { try await number() }, Promise.immediate { try await failure() }, Promise.immediate { try await cancellation() }].map { Promise.immediate { [value = $0] in try await board.orZero(value) } }
    ).get()
  }
  static func next(by board: ResultBoard) async throws -> [String] {
    let first = try await board.then(Promise.immediate { try await number() }, "a")
    let second = try await board.then(Promise.immediate { try await failure() }, "b")
    return [first, second]
  }
  static func watched(_ isFailing: Bool, by board: ResultBoard) async throws -> Int {
    try await board.watch(
      isFailing ? Promise.immediate { try await failure() } : Promise.immediate { try await number() }
    )
  }
  static func second(_ isFailing: Bool, by board: ResultBoard) async throws -> Int {
    try await board.second(
      isFailing ? Promise.immediate { try await failure() } : Promise.immediate { try await number() },
      Promise.fulfilled(8)
    )
  }
  static func ignored(by board: ResultBoard) async throws {
    try await board.ignore(Promise.immediate { try await failure() })
  }
  static func note(by board: ResultBoard) {
    board.note(Promise.immediate { try await cancellation() })
  }
  static func optional(by board: ResultBoard) async throws -> Bool {
    try await board.hasResult(Promise.immediate { try await nothing() })
  }
}

extension Promise {
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

  /// The value, if there is one.
  fileprivate var result: Success? {
    try? get()
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
