// Continuations of the default executor that may run later.

import BoltsCompat
import Dispatch

/// An ordered log for any thread.
final class PipelineJournal: @unchecked Sendable {
  private let queue = DispatchQueue(label: "journal")
  private var written: [String] = []

  var entries: [String] { queue.sync { written } }
  func write(_ entry: String) { queue.sync { written.append(entry) } }
}

struct PipelineFailure: Error, Equatable { let number: Int }

/// Nothing of it is isolated: continuations run on any thread.
final class Pipeline: Sendable {
  let journal = PipelineJournal()

  private func send(_ number: Int) -> Task<Int> {
    journal.write("send \(number)")
    return number < 0 ? Task(error: PipelineFailure(number: number)) : Task(number)
  }

  /// One after the other, up to the first error.
  func series(_ numbers: [Int]) -> Task<Int> {
    numbers.reduce(Task(0)) { task, number in
      task.continueOnSuccessWithTask { sum in
        self.send(number).continueOnSuccessWith { sum + $0 }
      }
    }
  }

  func repaired(_ number: Int) -> Task<Int> {
    send(number).continueOnErrorWithTask { error in
      self.journal.write("repairs")
      return self.send(1)
    }.continueWithTask { task in
      self.journal.write(task.faulted ? "failed" : "fine")
      return task
    }
  }

  func note(_ number: Int) -> Task<String> {
    let end = TaskCompletionSource<String>()
    send(number).continueWith { task in
      self.journal.write("ended")
      end.set(result: task.error.map { "\($0)" } ?? "\(task.result ?? 0)")
    }
    return end.task
  }

  func start(_ number: Int) -> Task<Int> {
    Task<Int>.executeWithTask {
      self.journal.write("starts")
      guard number > 0 else { throw PipelineFailure(number: number) }
      return self.send(number)
    }
  }
}

/// What is formed on the main actor stays there.
@MainActor
final class PipelineScreen {
  private(set) var log: [String] = []
  private let pipeline = Pipeline()

  func show(_ numbers: [Int]) -> Task<Int> {
    pipeline.series(numbers).continueOnSuccessWith { sum in
      self.log.append("sum \(sum)")
      return sum * 2
    }.continueWithTask { task in
      MainActor.assumeIsolated { self.log.append(task.faulted ? "failed" : "shown") }
      return task
    }
  }

  func showNothing() {
    pipeline.repaired(-1).continueOnSuccessWith { self.log.append("repaired \($0)") }
    log.append("begins")
  }
}
