// Continuations of the default executor that may run later.

import AsyncPromises
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

  private func send(_ number: Int) -> Promise<Int> {
    journal.write("send \(number)")
    return number < 0 ? Promise.rejected(PipelineFailure(number: number)) : Promise.fulfilled(number)
  }

  /// One after the other, up to the first error.
  func series(_ numbers: [Int]) -> Promise<Int> {
    numbers.reduce(Promise.fulfilled(0)) { task, number in
      task.then { sum in
        self.send(number).map { sum + $0 }
      }
    }
  }

  func repaired(_ number: Int) -> Promise<Int> {
    send(number).recover(.promise) { error in
      if error is CancellationError { throw error }
      self.journal.write("repairs")
      return self.send(1)
    }.tap { task in
      self.journal.write(task.faulted ? "failed" : "fine")
    }
  }

  func note(_ number: Int) async throws -> String {
    let end = Promise<String>.pending()
    send(number).whenSettled { task in
      self.journal.write("ended")
      end.resolver.fulfill(task.error.map { "\($0)" } ?? "\(task.result ?? 0)")
    }
    return try await end.promise.get()
  }

  func start(_ number: Int) async throws -> Int {
    try await Promise<Int> {
      self.journal.write("starts")
      guard number > 0 else { throw PipelineFailure(number: number) }
      return self.send(number)
    }.get()
  }
}

/// What is formed on the main actor stays there.
@MainActor
final class PipelineScreen {
  private(set) var log: [String] = []
  private let pipeline = Pipeline()

  func show(_ numbers: [Int]) async throws -> Int {
    try await pipeline.series(numbers).map { sum in
      self.log.append("sum \(sum)")
      return sum * 2
    }.tap { task in
      MainActor.assumeIsolated { self.log.append(task.faulted ? "failed" : "shown") }
    }.get()
  }

  func showNothing() {
    pipeline.repaired(-1).done { self.log.append("repaired \($0)") }
    log.append("begins")
  }
}

extension Result where Failure == any Error {
  /// The error, unless it stands for a cancellation.
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self, !(error is CancellationError) { error } else { nil }
  }

  /// The value, if there is one.
  fileprivate var result: Success? {
    try? get()
  }

  /// Whether there is an error.
  fileprivate var faulted: Bool {
    error != nil
  }
}
