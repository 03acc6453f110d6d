// Continuations of the main thread that are formed elsewhere.

import BoltsCompat
import Dispatch

struct OffMainFailure: Error, Equatable {}

/// What it shows belongs to the main thread.
@MainActor
final class OffMainView {
  private(set) var lines: [String] = []
  nonisolated init() {}
  func show(_ line: String) {
    MainActor.preconditionIsolated()
    lines.append(line)
  }
}

struct OffMainPresenter: Sendable {
  let view = OffMainView()

  private func load(_ number: Int) -> Task<Int> {
    number < 0 ? Task(error: OffMainFailure()) : Task(number)
  }

  private func show(_ line: String) {
    MainActor.assumeIsolated { view.show(line) }
  }

  func present(_ number: Int) -> Task<String> {
    load(number).continueOnSuccessWith(.mainThread) { number -> Int in
      show("shows \(number)")
      return number
    }.continueOnErrorWith(.mainThread) {
      show("fails with \($0)")
      return 0
    }.continueOnSuccessWithTask(Executor.mainThread) {
      show("ends with \($0)")
      return load($0 + 1)
    }.continueWith(.mainThread) {
      "\($0.result ?? -1)"
    }
  }

  func watch(_ number: Int) -> Task<Int> {
    load(number).continueWithTask(.mainThread) { task in
      show(task.faulted ? "failed" : "fine")
      return task
    }
  }

  /// On no actor, and on none of the main thread.
  func count(_ number: Int) -> Task<Int> {
    load(number).continueOnSuccessWith(.queue(.global())) { number in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return number * 2
    }
  }

  /// Formed on the main actor, which it leaves.
  @MainActor
  func countFromMain(_ number: Int) -> Task<Int> {
    load(number).continueOnSuccessWith(.queue(DispatchQueue.global())) { number in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return number * 3
    }
  }

  /// Called on any thread.
  func start(_ number: Int) -> Task<Void> {
    let end = TaskCompletionSource<Void>()
    DispatchQueue.global().async {
      load(number).continueWith(.mainThread) { task in
        show("started \(task.result.map { "\($0)" } ?? "nothing")")
        end.set(result: ())
      }
    }
    return end.task
  }
}
