// Cancellation tokens, which stay with the facade.

import AsyncPromises
import BoltsCompat

@MainActor
final class TokenSearch {
  private(set) var log: [String] = []
  private var current = CancellationTokenSource()

  /// Each search takes the one before back.
  func search(_ text: String, in pause: Promise<Void>) async throws -> [String] {
    current.cancel()
    current = CancellationTokenSource()
    let token = current.token
    let found = try await BoltsCompat.Task(pause).continueOnSuccessWithTask(.mainThread, cancellationToken: token) {
      self.log.append("asks for \(text)")
      return BoltsCompat.Task(Promise.immediate { try await self.find(text) })
    }.asyncPromise.get()
    self.log.append("found \(found.count)")
    return found
  }

  /// A look by the facade's task.
  func watch(_ task: Promise<[String]>) async throws -> Int {
    let token = current.token
    return try await BoltsCompat.Task(task).continueWith(.mainThread, cancellationToken: token) { task -> Int in
      if task.cancelled { self.log.append("cancelled") }
      return task.result?.count ?? -1
    }.asyncPromise.get()
  }

  func never() async throws {
    let source = CancellationTokenSource()
    let end = Task.withDelay(10_000, cancellationToken: source.token).asyncPromise
    source.cancel()
    try await end.get()
  }

  func watched() async throws -> Int { try await watch(Promise.immediate { try await find("ab") }) }

  private func find(_ text: String) async throws -> [String] { text.map { String($0) } }
}

@MainActor
final class TokenPause {
  private let source = Promise<Void>.pending()
  func end() { source.resolver.fulfill(()) }

  func search(_ text: String, by search: TokenSearch) async throws -> [String] {
    try await search.search(text, in: source.promise)
  }
}
