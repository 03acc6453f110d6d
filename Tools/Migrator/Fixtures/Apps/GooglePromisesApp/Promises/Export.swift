// Export.swift: work with retries, validation and a time limit; and a step to async.

import Foundation
import AsyncPromises

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
    return Promise.retry(
      maxAttempts: 3, backoff: .constant(.seconds(pause)),
      when: { error, attempt in
        let left = 3 - attempt
        self.statusLabel.text = "\(left) left"
        return (error as? ServerError == .status(503)) ? .retry : .stop
      }
    ) { _ in
      self.server.text("export/\(document)")
    }
    .validate { !$0.isEmpty }
    .shielded().timeout(after: .seconds(limit))
    .map { value in self.statusLabel.text = "ready"; return value }
    .catch { error in
      switch error as? PromiseError {
      case .timedOut?: self.statusLabel.text = "too slow"
      case .invalid?: self.statusLabel.text = "empty"
      default: self.statusLabel.text = "failed"
      }
    }
  }

  /// Replaces code that blocked a dedicated thread.
  func exportInBackground(_ document: String) -> Promise<Int> {
    let server = server
    return Promise { @concurrent in
      let text = try await server.text("export/\(document)").value
      return text.count
    }
  }

  /// A function that has been migrated to async, and calls one that hasn't.
  func exportTwice(_ document: String) async throws -> [String] {
    let first = try await export(document).value
    let second = try await export(document).value
    return [first, second]
  }
}
