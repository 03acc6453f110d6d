// Functions passed by name, as in `loadAll = Task.whenAll`.
//
// A function whose last parameters are the caller's file and line has a different type from the
// original in Bolts. Each such function has an overload here that omits them. The overload is
// disfavored, so a call always picks the function with the line.

import AsyncPromises
import Foundation

extension Task {
  /// Creates a task that is faulted with `error`.
  @_disfavoredOverload @_documentation(visibility: private)
  public convenience init(error: any Error) {
    self.init(error: error, fileID: passedByName, line: 0)
  }

  /// Returns a task that is completed when all tasks are.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func whenAll(_ tasks: [Task<TResult>]) -> Task<Void> {
    whenAll(tasks, fileID: passedByName, line: 0)
  }

  /// Returns a task that is completed when all tasks are.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func whenAll(_ tasks: Task<TResult>...) -> Task<Void> {
    whenAll(tasks, fileID: passedByName, line: 0)
  }

  /// Returns a task that is completed with the results of all tasks, in the same order.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func whenAllResult(_ tasks: [Task<TResult>]) -> Task<[TResult]> {
    whenAllResult(tasks, fileID: passedByName, line: 0)
  }

  /// Returns a task that is completed with the results of all tasks, in the same order.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func whenAllResult(_ tasks: Task<TResult>...) -> Task<[TResult]> {
    whenAllResult(tasks, fileID: passedByName, line: 0)
  }

  /// Returns a task that is completed when the first of the tasks ends.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func whenAny(_ tasks: [Task<TResult>]) -> Task<Void> {
    whenAny(tasks, fileID: passedByName, line: 0)
  }

  /// Returns a task that is completed when the first of the tasks ends.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func whenAny(_ tasks: Task<TResult>...) -> Task<Void> {
    whenAny(tasks, fileID: passedByName, line: 0)
  }

  /// Returns a task that is completed when `delay` seconds have passed.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func withDelay(_ delay: TimeInterval) -> Task<Void> {
    Task<Void>.withDelay(delay, fileID: passedByName, line: 0)
  }
}

extension TaskCompletionSource {
  /// Creates a source with a pending task.
  @_disfavoredOverload @_documentation(visibility: private)
  public convenience init() { self.init(fileID: passedByName, line: 0) }
}
