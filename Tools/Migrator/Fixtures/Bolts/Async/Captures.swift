// What a handler here may not take along: such continuations stay with the facade.

import AsyncPromises
import BoltsCompat
import Dispatch

final class CaptureCount {
  var count = 0
}

/// Used by the main thread alone, by agreement and not by the compiler.
final class CaptureList {
  private(set) var entries: [String] = []

  nonisolated(nonsending) func add(_ task: Promise<Int>) async throws -> Int {
    try await BoltsCompat.Task(task).continueOnSuccessWith(.mainThread) { number in
      self.entries.append("\(number)")
      return self.entries.count
    }.asyncPromise.get()
  }
}

@MainActor
enum CaptureUse {
  /// A variable of the body.
  static func variable() async throws -> Int {
    var sum = 0
    let first = BoltsCompat.Task(Promise.fulfilled(1)).continueOnSuccessWith(.mainThread) { sum += $0 }.asyncPromise
    return try await BoltsCompat.Task(first).continueOnSuccessWith(.mainThread) { sum + 1 }.asyncPromise.get()
  }

  /// A copy of one.
  static func copy() async throws -> Int {
    var start = 1
    start += 1
    return try await Promise.fulfilled(1).map { [start] in start + $0 }.get()
  }

  static func list() async throws -> Int { try await CaptureList().add(Promise.fulfilled(1)) }

  nonisolated static func twice(_ work: @escaping () -> Promise<Int>) -> Promise<Int> {
    BoltsCompat.Task(work()).continueOnErrorWithTask(.mainThread) { _ in BoltsCompat.Task(work()) }.asyncPromise
  }

  static func again() -> Promise<Int> {
    let count = CaptureCount()
    return twice {
      count.count += 1
      return count.count < 2 ? Promise.rejected(CaptureFailure()) : Promise.fulfilled(count.count)
    }
  }

  /// On queues and executors of one's own.
  nonisolated static func queues() async throws -> [Bool] {
    let queue = DispatchQueue(label: "captures")
    let isFirst = BoltsCompat.Task(Promise.fulfilled(1)).continueOnSuccessWith(Executor.queue(queue)) { _ -> Bool in
      dispatchPrecondition(condition: .onQueue(queue))
      return true
    }.asyncPromise
    let isSecond = BoltsCompat.Task(Promise.fulfilled(2)).continueOnSuccessWith(.closure { $0() }) { $0 == 2 }.asyncPromise
    return try await BoltsCompat.Task(isFirst).continueOnSuccessWithTask(.queue(queue)) { first in
      BoltsCompat.Task(isSecond.map { second in [first, second] })
    }.asyncPromise.get()
  }
}

struct CaptureFailure: Error {}
