// Continuations that are called however a task ends.

import BoltsCompat

@MainActor
final class ResultBoard {
  private(set) var log: [String] = []

  /// Something new of all outcomes.
  func describe(_ task: Task<Int>) -> Task<String> {
    task.continueWith(.mainThread) { task in
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

  func isFaulted(_ task: Task<Int>) -> Task<Bool> {
    task.continueWith { $0.faulted && $0.completed }
  }

  func orZero(_ task: Task<Int>) -> Task<Int> {
    task.continueWith { done in done.result ?? 0 }
  }

  /// The next task, whatever has become of the first.
  func then(_ task: Task<Int>, _ next: String) -> Task<String> {
    task.continueWithTask(.mainThread) { (done: Task<Int>) -> Task<String> in
      self.log.append(done.faulted ? "failed" : "not failed")
      return Task("\(next) of \(done.result ?? -1)")
    }
  }

  /// The same outcome, after a look.
  func watch(_ task: Task<Int>) -> Task<Int> {
    task.continueWithTask(.mainThread) { task in
      guard let error = task.error else {
        self.log.append("fine")
        return task
      }
      self.log.append("failed: \(error)")  // for the log alone
      return task
    }
  }

  /// The same outcome, or another.
  func second(_ task: Task<Int>, _ other: Task<Int>) -> Task<Int> {
    task.continueWithTask(.mainThread) { task in
      if task.faulted { return other }
      self.log.append("first")
      return task
    }
  }

  func ignore(_ task: Task<Int>) -> Task<Void> {
    task.continueWith(.mainThread) { _ in self.log.append("ended") }
  }

  /// Nobody waits for it.
  func note(_ task: Task<Int>) {
    task.continueWith(.mainThread) { task in
      if let error = task.error {
        self.log.append("noted \(error)")
      } else {
        self.log.append("noted \(task.result.map { "\($0)" } ?? "a cancellation")")
      }
    }
    log.append("notes")
  }

  /// An optional value is a result, even if there is none.
  func hasResult(_ task: Task<Int?>) -> Task<Bool> {
    task.continueWith { $0.result != nil }
  }
}

struct ResultFailure: Error, Equatable {}

@MainActor
enum ResultCases {
  static func number() -> Task<Int> { Task(7) }
  static func failure() -> Task<Int> { Task(error: ResultFailure()) }
  static func cancellation() -> Task<Int> { Task.cancelledTask() }
  static func nothing() -> Task<Int?> { Task<Int?>(nil) }

  static func described(by board: ResultBoard) -> Task<[String]> {
    Task.whenAllResult([number(), failure(), cancellation()].map { board.describe($0) })
  }
  static func faulted(by board: ResultBoard) -> Task<[Bool]> {
    Task.whenAllResult([number(), failure(), cancellation()].map { board.isFaulted($0) })
  }
  static func zeros(by board: ResultBoard) -> Task<[Int]> {
    Task.whenAllResult([number(), failure(), cancellation()].map { board.orZero($0) })
  }
  static func next(by board: ResultBoard) -> Task<[String]> {
    board.then(number(), "a").continueOnSuccessWithTask(.mainThread) { first in
      board.then(failure(), "b").continueOnSuccessWith { second in [first, second] }
    }
  }
  static func watched(_ isFailing: Bool, by board: ResultBoard) -> Task<Int> {
    board.watch(isFailing ? failure() : number())
  }
  static func second(_ isFailing: Bool, by board: ResultBoard) -> Task<Int> {
    board.second(isFailing ? failure() : number(), Task(8))
  }
  static func ignored(by board: ResultBoard) -> Task<Void> { board.ignore(failure()) }
  static func note(by board: ResultBoard) {
    board.note(cancellation())
  }
  static func optional(by board: ResultBoard) -> Task<Bool> { board.hasResult(nothing()) }
}
