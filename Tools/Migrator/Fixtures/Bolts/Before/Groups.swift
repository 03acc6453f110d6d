// Several tasks at once.

import BoltsCompat

struct GroupFailure: Error, Equatable { let number: Int }

@MainActor
final class GroupRunner {
  private(set) var log: [String] = []
  private let held = TaskCompletionSource<Int>()

  private func step(_ number: Int) -> Task<Int> {
    number > 0
      ? Task(number) : number == 0 ? .cancelledTask() : Task(error: GroupFailure(number: number))
  }

  func values(_ numbers: [Int]) -> Task<[Int]> {
    Task<Int>.whenAllResult(numbers.map { step($0) })
  }

  func sum(_ numbers: [Int]) -> Task<Int> {
    return Task.whenAllResult(numbers.map { step($0) }).continueOnSuccessWith(.mainThread) { all in
      self.log.append("\(all.count) numbers")
      return all.reduce(0, +)
    }
  }

  func pair() -> Task<[Int]> { Task.whenAllResult(step(1), step(2)) }

  /// It waits for all, also for the one that is held.
  func all(_ numbers: [Int], after gate: Task<Int>) -> Task<Void> {
    let steps = numbers.map { step($0) } + [gate]
    return Task<Int>.whenAll(steps).continueWithTask(.mainThread) { task in
      self.log.append(task.faulted ? "failed" : "not failed")
      return task
    }
  }

  func both(_ first: Int, _ second: Int) -> Task<Void> {
    Task.whenAll(step(first), step(second))
  }

  /// Whatever the first one has become.
  func first(_ numbers: [Int]) -> Task<String> {
    let all = numbers.map { step($0) } + [held.task]
    return Task.whenAny(all).continueOnSuccessWith(.mainThread) { self.log.append("first") }
      .continueOnSuccessWith { "ended" }
  }

  func none() -> Task<Void> { Task<Int>.whenAny([]) }

  static func numbers(of error: any Error) -> [Int]? {
    (error as? AggregateError)?.errors.compactMap { ($0 as? GroupFailure)?.number }
  }
}

/// What a test opens.
@MainActor
final class GroupGate {
  private let source = TaskCompletionSource<Int>()
  var task: Task<Int> { source.task }
  func open() { source.set(result: 9) }

  func failing(_ runner: GroupRunner) -> Task<Void> { runner.all([1, -2, 3, -4], after: task) }
}
