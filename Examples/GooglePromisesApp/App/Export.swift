// Export.swift: work with retries, validation and a time limit; and a move to async.

import Foundation
import GooglePromisesCompat

@MainActor
final class Exporter {
  let statusLabel = Label()
  private let server: Server
  private let pause: TimeInterval

  init(server: Server, pause: TimeInterval = 1) {
    self.server = server
    self.pause = pause
  }

  /// Makes at most three calls: the first, and two more if the server is busy.
  func export(_ document: String, limit: TimeInterval = 60) -> Promise<String> {
    statusLabel.text = "exporting"
    return retry(
      attempts: 2, delay: pause,
      condition: { left, error in
        self.statusLabel.text = "\(left) left"
        return error as? ServerError == .status(503)
      }
    ) {
      self.server.text("export/\(document)")
    }
    .validate { !$0.isEmpty }
    .timeout(limit)
    .then { _ in self.statusLabel.text = "ready" }
    .catch { error in
      switch PromiseError(error) {
      case .timedOut?: self.statusLabel.text = "too slow"
      case .validationFailure?: self.statusLabel.text = "empty"
      case nil: self.statusLabel.text = "failed"
      }
    }
  }

  /// Replaces code that blocked a dedicated thread.
  func exportInBackground(_ document: String) -> Promise<Int> {
    let server = server
    return Promise(on: .global()) {
      let text = try awaitPromise(server.text("export/\(document)"))
      return text.count
    }
  }

  /// A function that has been migrated to async, and calls one that hasn't.
  func exportTwice(_ document: String) async throws -> [String] {
    let first = try await export(document).async()
    let second = try await export(document).async()
    return [first, second]
  }
}
