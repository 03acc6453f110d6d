// What a handler here may not take along: such continuations stay with the facade.

import BoltsCompat
import Dispatch

final class CaptureCount {
  var count = 0
}

/// Used by the main thread alone, by agreement and not by the compiler.
final class CaptureList {
  private(set) var entries: [String] = []

  func add(_ task: Task<Int>) -> Task<Int> {
    task.continueOnSuccessWith(.mainThread) { number in
      self.entries.append("\(number)")
      return self.entries.count
    }
  }
}

@MainActor
enum CaptureUse {
  /// A variable of the body.
  static func variable() -> Task<Int> {
    var sum = 0
    let first = Task(1).continueOnSuccessWith(.mainThread) { sum += $0 }
    return first.continueOnSuccessWith(.mainThread) { sum + 1 }
  }

  /// A copy of one.
  static func copy() -> Task<Int> {
    var start = 1
    start += 1
    return Task(1).continueOnSuccessWith(.mainThread) { [start] in start + $0 }
  }

  static func list() -> Task<Int> { CaptureList().add(Task(1)) }

  nonisolated static func twice(_ work: @escaping () -> Task<Int>) -> Task<Int> {
    work().continueOnErrorWithTask(.mainThread) { _ in work() }
  }

  static func again() -> Task<Int> {
    let count = CaptureCount()
    return twice {
      count.count += 1
      return count.count < 2 ? Task(error: CaptureFailure()) : Task(count.count)
    }
  }

  /// On queues and executors of one's own.
  nonisolated static func queues() -> Task<[Bool]> {
    let queue = DispatchQueue(label: "captures")
    let isFirst = Task(1).continueOnSuccessWith(Executor.queue(queue)) { _ -> Bool in
      dispatchPrecondition(condition: .onQueue(queue))
      return true
    }
    let isSecond = Task(2).continueOnSuccessWith(.closure { $0() }) { $0 == 2 }
    return isFirst.continueOnSuccessWithTask(.queue(queue)) { first in
      isSecond.continueOnSuccessWith { second in [first, second] }
    }
  }
}

struct CaptureFailure: Error {}
