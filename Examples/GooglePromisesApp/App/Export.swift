// Export.swift: work that is tried again, checked, and given a time limit; and a step into async.

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

  /// Three calls at most: the first, and two more attempts, if the server is just busy.
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

  /// What used to block a thread of its own.
  func exportInBackground(_ document: String) -> Promise<Int> {
    let server = server
    return Promise(on: .global()) {
      let text = try awaitPromise(server.text("export/\(document)"))
      return text.count
    }
  }

  /// A function that has been moved to async already, called by one that has not.
  func exportTwice(_ document: String) async throws -> [String] {
    let first = try await export(document).async()
    let second = try await export(document).async()
    return [first, second]
  }
}
