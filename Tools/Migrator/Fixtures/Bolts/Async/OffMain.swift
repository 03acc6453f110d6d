// Continuations of the main thread that are formed elsewhere.

import AsyncPromises
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

  private func load(_ number: Int) -> Promise<Int> {
    number < 0 ? Promise.rejected(OffMainFailure()) : Promise.fulfilled(number)
  }

  private func show(_ line: String) {
    MainActor.assumeIsolated { view.show(line) }
  }

  func present(_ number: Int) async throws -> String {
    let allSettled = try await Promise.allSettled([load(number).map { @MainActor number -> Int in
      show("shows \(number)")
      return number
    }.recover { @MainActor in
      if $0 is CancellationError { throw $0 }
      show("fails with \($0)")
      return 0
    }.then { @MainActor in
      show("ends with \($0)")
      return load($0 + 1)
    }]).get()
    return await MainActor.run { "\(allSettled[0].result ?? -1)" }
  }

  func watch(_ number: Int) async throws -> Int {
    try await load(number).tap { @MainActor task in
      show(task.faulted ? "failed" : "fine")
    }.get()
  }

  /// On no actor, and on none of the main thread.
  func count(_ number: Int) async throws -> Int {
    let number = try await load(number).get()
    dispatchPrecondition(condition: .notOnQueue(.main))
    return number * 2
  }

  /// Formed on the main actor, which it leaves.
  @MainActor
  func countFromMain(_ number: Int) async throws -> Int {
    try await BoltsCompat.Task(load(number)).continueOnSuccessWith(.queue(DispatchQueue.global())) { number in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return number * 3
    }.asyncPromise.get()
  }

  /// Called on any thread.
  func start(_ number: Int) async throws {
    let end = Promise<Void>.pending()
    DispatchQueue.global().async {
      load(number).whenSettled { @MainActor task in
        show("started \(task.result.map { "\($0)" } ?? "nothing")")
        end.resolver.fulfill(())
      }
    }
    try await end.promise.get()
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
