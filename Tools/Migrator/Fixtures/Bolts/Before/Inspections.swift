// Looks at tasks without waiting.

import BoltsCompat
import Foundation

struct InspectionFailure: Error, Equatable {}

@MainActor
final class Inspections {
  private let source = TaskCompletionSource<Int>()

  func states() -> [String] {
    let failed = Task<Int>(error: InspectionFailure())
    let tasks = [source.task, Task(1), failed, Task.cancelledTask()]
    return tasks.map { task in
      if !task.completed { return "pending" }
      if task.cancelled { return "cancelled" }
      let text = task.faulted == true ? "faulted" : "fine"
      return text + (task.error == nil ? "" : "!") + (task.result.map { "\($0)" } ?? "")
    }
  }

  func isOpen() -> Bool { !source.task.completed && !source.task.faulted }

  func end() -> Bool {
    source.trySet(result: 1)
    return source.task.completed
  }

  /// Off the main thread, where it may block.
  nonisolated static func blocked() -> Task<Int> {
    let source = TaskCompletionSource<Int>()
    DispatchQueue.global().async {
      let inner = TaskCompletionSource<Int>()
      DispatchQueue.global().async { inner.set(result: 5) }
      inner.task.waitUntilCompleted()
      source.set(result: inner.task.result ?? 0)
    }
    return source.task
  }
}
