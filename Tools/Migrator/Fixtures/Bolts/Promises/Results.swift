// Continuations that are called however a task ends.

import AsyncPromises
import BoltsCompat

@MainActor
final class ResultBoard {
  private(set) var log: [String] = []

  /// Something new of all outcomes.
  func describe(_ task: Promise<Int>) -> Promise<String> {
    Promise.allSettled([task]).map { outcomes in
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
  }

  func isFaulted(_ task: Promise<Int>) -> Promise<Bool> {
    Promise.allSettled([task]).map { $0[0].faulted && true }
  }

  func orZero(_ task: Promise<Int>) -> Promise<Int> {
    Promise.allSettled([task]).map { outcomes in outcomes[0].result ?? 0 }
  }

  /// The next task, whatever has become of the first.
  func then(_ task: Promise<Int>, _ next: String) -> Promise<String> {
    Promise.allSettled([task]).then { (outcomes) -> Promise<String> in
      let done = outcomes[0]
      self.log.append(done.faulted ? "failed" : "not failed")
      return Promise.fulfilled("\(next) of \(done.result ?? -1)")
    }
  }

  /// The same outcome, after a look.
  func watch(_ task: Promise<Int>) -> Promise<Int> {
    task.tap { task in
      guard let error = task.error else {
        self.log.append("fine")
        return
      }
      self.log.append("failed: \(error)")  // for the log alone
    }
  }

  /// The same outcome, or another.
  func second(_ task: Promise<Int>, _ other: Promise<Int>) -> Promise<Int> {
    Promise.allSettled([task]).then { outcomes in
      let task = outcomes[0]
      if task.faulted { return other }
      self.log.append("first")
      return Promise(task)
    }
  }

  func ignore(_ task: Promise<Int>) -> Promise<Void> {
    Promise.allSettled([task]).map { _ in self.log.append("ended") }
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
  func hasResult(_ task: Promise<Int?>) -> Promise<Bool> {
    Promise.allSettled([task]).map { $0[0].result != nil }
  }
}

struct ResultFailure: Error, Equatable {}

@MainActor
enum ResultCases {
  static func number() -> Promise<Int> { Promise.fulfilled(7) }
  static func failure() -> Promise<Int> { Promise.rejected(ResultFailure()) }
  static func cancellation() -> Promise<Int> { Promise.rejected(CancellationError()) }
  static func nothing() -> Promise<Int?> { Promise<Int?>.fulfilled(nil) }

  static func described(by board: ResultBoard) -> Promise<[String]> {
    Promise.whenAllResult([number(), failure(), cancellation()].map { board.describe($0) })
  }
  static func faulted(by board: ResultBoard) -> Promise<[Bool]> {
    Promise.whenAllResult([number(), failure(), cancellation()].map { board.isFaulted($0) })
  }
  static func zeros(by board: ResultBoard) -> Promise<[Int]> {
    Promise.whenAllResult([number(), failure(), cancellation()].map { board.orZero($0) })
  }
  static func next(by board: ResultBoard) -> Promise<[String]> {
    board.then(number(), "a").then { first in
      board.then(failure(), "b").map { second in [first, second] }
    }
  }
  static func watched(_ isFailing: Bool, by board: ResultBoard) -> Promise<Int> {
    board.watch(isFailing ? failure() : number())
  }
  static func second(_ isFailing: Bool, by board: ResultBoard) -> Promise<Int> {
    board.second(isFailing ? failure() : number(), Promise.fulfilled(8))
  }
  static func ignored(by board: ResultBoard) -> Promise<Void> { board.ignore(failure()) }
  static func note(by board: ResultBoard) {
    board.note(cancellation())
  }
  static func optional(by board: ResultBoard) -> Promise<Bool> { board.hasResult(nothing()) }
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
