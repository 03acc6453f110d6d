// Cancellation tokens, which stay with the facade.

import AsyncPromises
import BoltsCompat

@MainActor
final class TokenSearch {
  private(set) var log: [String] = []
  private var current = CancellationTokenSource()

  /// Each search takes the one before back.
  func search(_ text: String, in pause: Promise<Void>) -> Promise<[String]> {
    current.cancel()
    current = CancellationTokenSource()
    let token = current.token
    return BoltsCompat.Task(pause).continueOnSuccessWithTask(.mainThread, cancellationToken: token) {
      self.log.append("asks for \(text)")
      return BoltsCompat.Task(self.find(text))
    }.asyncPromise.map { found in
      self.log.append("found \(found.count)")
      return found
    }
  }

  /// A look by the facade's task.
  func watch(_ task: Promise<[String]>) -> Promise<Int> {
    let token = current.token
    return BoltsCompat.Task(task).continueWith(.mainThread, cancellationToken: token) { task -> Int in
      if task.cancelled { self.log.append("cancelled") }
      return task.result?.count ?? -1
    }.asyncPromise
  }

  func never() -> Promise<Void> {
    let source = CancellationTokenSource()
    let end = Task.withDelay(10_000, cancellationToken: source.token).asyncPromise
    source.cancel()
    return end
  }

  func watched() -> Promise<Int> { watch(find("ab")) }

  private func find(_ text: String) -> Promise<[String]> { Promise.fulfilled(text.map { String($0) }) }
}

@MainActor
final class TokenPause {
  private let source = Promise<Void>.pending()
  func end() { source.resolver.fulfill(()) }

  func search(_ text: String, by search: TokenSearch) -> Promise<[String]> {
    search.search(text, in: source.promise)
  }
}
