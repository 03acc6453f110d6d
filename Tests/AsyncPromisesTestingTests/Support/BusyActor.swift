// An actor whose executor is busy, so its jobs must wait.

import AsyncPromises
import Dispatch

/// Runs each job on the main thread, untracked by scopes, after `rounds` turns of the main queue.
final class BusyExecutor: Sendable {
  static let rounds = 300

  fileprivate func wait(rounds: Int, _ body: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async { [self] in
      if rounds > 0 { wait(rounds: rounds - 1, body) } else { body() }
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension BusyExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    wait(rounds: Self.rounds) { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}

/// An actor that logs what it has done.
actor BusyActor {
  private let executor = BusyExecutor()
  private let notes: Notes<String>

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      executor.asUnownedSerialExecutor()
    } else {
      MainActor.sharedUnownedExecutor
    }
  }

  init(_ notes: Notes<String>) {
    self.notes = notes
  }

  func write(_ entry: String) { notes.write(entry) }

  /// An operation isolated to the actor.
  func operate(awaiting promise: Promise<Void>) -> Promise<Void> {
    Promise {
      self.write("operation started")
      try await promise.value
      self.write("operation ended")
    }
  }

  /// An asynchronous handler isolated to the actor.
  func handle(_ source: Promise<Void>, awaiting promise: Promise<Void>) -> Promise<Void> {
    source.map(.async) {
      self.write("handler started")
      try await promise.value
      self.write("handler ended")
    }
  }
}
