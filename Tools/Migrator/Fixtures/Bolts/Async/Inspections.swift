// Looks at tasks without waiting.

import AsyncPromises
import BoltsCompat
import Foundation

struct InspectionFailure: Error, Equatable {}

@MainActor
final class Inspections {
  private let source = Promise<Int>.pending()

  func states() -> [String] {
    let failed = Promise<Int>.rejected(InspectionFailure())
    let tasks = [source.promise, Promise.fulfilled(1), failed, Promise.rejected(CancellationError())]
    return tasks.map { task in
      if task.resultIfSettled == nil { return "pending" }
      if task.resultIfSettled?.cancelled == true { return "cancelled" }
      let text = (task.resultIfSettled?.faulted == true) == true ? "faulted" : "fine"
      return text + (task.resultIfSettled?.error == nil ? "" : "!") + ((task.resultIfSettled?.result).map { "\($0)" } ?? "")
    }
  }

  func isOpen() -> Bool { source.promise.resultIfSettled == nil && source.promise.resultIfSettled?.faulted != true }

  func end() -> Bool {
    source.resolver.fulfill(1)
    return source.promise.resultIfSettled != nil
  }

  /// Off the main thread, where it may block.
  nonisolated static func blocked() async throws -> Int {
    let source = Promise<Int>.pending()
    DispatchQueue.global().async {
      let inner = Promise<Int>.pending()
      DispatchQueue.global().async { inner.resolver.fulfill(5) }
      BoltsCompat.Task(inner.promise).waitUntilCompleted()
      source.resolver.fulfill(inner.promise.resultIfSettled?.result ?? 0)
    }
    return try await source.promise.get()
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

  /// Whether it is a cancellation.
  fileprivate var cancelled: Bool {
    if case .failure(is CancellationError) = self { true } else { false }
  }

  /// Whether there is an error.
  fileprivate var faulted: Bool {
    error != nil
  }
}
