// Groups of tasks.

import AsyncPromises
import PromiseCompatSupport

extension Task {
  /// Returns a task that is completed when all tasks are.
  ///
  /// It waits for all of them. If any of them is cancelled, it is cancelled; otherwise, if any is
  /// faulted, it is faulted with an ``AggregateError``. If there are no tasks, it is completed.
  public static func whenAll(
    _ tasks: [Task<TResult>], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Task<Void> {
    Task<Void>(core: whenAll(tasks, "whenAll", fileID, line) { _ in })
  }

  /// Same as `whenAll` with an array.
  public static func whenAll(
    _ tasks: Task<TResult>..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Task<Void> {
    whenAll(tasks, fileID: fileID, line: line)
  }

  /// Returns a task that is completed with the results of all tasks, in the same order, and that
  /// otherwise behaves like the one that `whenAll` returns.
  public static func whenAllResult(
    _ tasks: [Task<TResult>], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Task<[TResult]> {
    Task<[TResult]>(core: whenAll(tasks, "whenAllResult", fileID, line) { $0 })
  }

  /// Same as `whenAllResult` with an array.
  public static func whenAllResult(
    _ tasks: Task<TResult>..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Task<[TResult]> {
    whenAllResult(tasks, fileID: fileID, line: line)
  }

  /// Returns a task that is completed when the first of the tasks is completed, faulted or
  /// cancelled.
  ///
  /// The others continue. If there are no tasks, it is completed.
  public static func whenAny(
    _ tasks: [Task<TResult>], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Task<Void> {
    // A race without promises is rejected, which also completes the task.
    let first = Core.race(of: tasks.map(\.core), Origin("race", fileID, line))
    return Task<Void>(core: first.settle(.init("whenAny", fileID, line)) { _ in })
  }

  /// Same as `whenAny` with an array.
  public static func whenAny(
    _ tasks: Task<TResult>..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Task<Void> {
    whenAny(tasks, fileID: fileID, line: line)
  }

  private static func whenAll<U>(
    _ tasks: [Task<TResult>], _ kind: Operator, _ fileID: StaticString, _ line: UInt,
    _ collect: @escaping ([TResult]) -> U
  ) -> Core<U> {
    typealias Outcomes = [Result<Transfer<TResult>, any Error>]
    let cores = tasks.map(\.core)
    let all = Core<Outcomes>.allSettled(
      of: cores.map(\.cell), Origin("allSettled", fileID, line)
    ) {
      Transfer(cores.compactMap(\.resultIfSettled))
    }
    return all.settle(.init(kind, fileID, line)) { outcome in
      let outcomes = try outcome.get().value
      let errors = outcomes.compactMap { outcome in
        if case .failure(let error) = outcome { error } else { nil }
      }
      if errors.contains(where: CancelledError.isMeant) { throw CancelledError() }
      guard errors.isEmpty else { throw AggregateError(errors: errors) }
      return collect(try outcomes.map { try $0.get().value })
    }
  }
}
