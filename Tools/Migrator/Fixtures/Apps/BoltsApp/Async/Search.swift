// Search.swift: a search field in which each keystroke cancels the previous search.

import AsyncPromises
import BoltsCompat
import Foundation

@MainActor
final class Search {
  private let server: Server
  private let pause: TimeInterval
  private var current = CancellationTokenSource()
  private(set) var results: [String] = []
  private(set) var status = ""

  init(server: Server, pause: TimeInterval = 0.3) {
    self.server = server
    self.pause = pause
  }

  /// Waits until the user stops typing, asks the server, and shows the results.
  func type(_ text: String) async throws {
    current.cancel()
    current = CancellationTokenSource()
    let (server, token) = (server, current.token)
    let delay = Task.withDelay(pause, cancellationToken: token).asyncPromise
    try await BoltsCompat.Task(delay.then {
      server.list("search/\(text)")
    }).continueWith(.mainThread, cancellationToken: token) { task in
      self.results = task.result ?? []
      self.status = task.faulted ? "no answer" : "\(self.results.count) found"
    }.asyncPromise.get()
  }

  /// Stops showing results.
  func close() {
    current.cancel()
    status = "closed"
  }
}

/// Reads the parts of a document off the main thread, until the token is cancelled.
func load(_ parts: [Int], from server: Server, _ token: CancellationToken) -> Promise<String> {
  let executor = Executor.queue(.global())
  return parts.reduce(Promise.fulfilled("")) { text, part in
    BoltsCompat.Task(text).continueOnSuccessWithTask(executor, cancellationToken: token) { text in
      BoltsCompat.Task(server.send("part/\(part)").map { text + $0 })
    }.asyncPromise
  }
}
