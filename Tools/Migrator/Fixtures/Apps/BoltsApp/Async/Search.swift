// Search.swift: a search field, where each keystroke takes the search before it back.

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

  /// Waits until no more is typed, asks the server, and shows what it has found.
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

  /// No more results are shown.
  func close() {
    current.cancel()
    status = "closed"
  }
}

/// Reads the parts of a document off the main thread, until the token says no.
func load(_ parts: [Int], from server: Server, _ token: CancellationToken) -> Promise<String> {
  let executor = Executor.queue(.global())
  return parts.reduce(Promise.fulfilled("")) { text, part in
    BoltsCompat.Task(text).continueOnSuccessWithTask(executor, cancellationToken: token) { text in
      BoltsCompat.Task(server.send("part/\(part)").map { text + $0 })
    }.asyncPromise
  }
}
