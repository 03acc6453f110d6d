// Cancellation tokens, which stay with the facade.

import BoltsCompat

@MainActor
final class TokenSearch {
  private(set) var log: [String] = []
  private var current = CancellationTokenSource()

  /// Each search takes the one before back.
  func search(_ text: String, in pause: Task<Void>) -> Task<[String]> {
    current.cancel()
    current = CancellationTokenSource()
    let token = current.token
    return pause.continueOnSuccessWithTask(.mainThread, cancellationToken: token) {
      self.log.append("asks for \(text)")
      return self.find(text)
    }.continueOnSuccessWith(.mainThread) { found in
      self.log.append("found \(found.count)")
      return found
    }
  }

  /// A look by the facade's task.
  func watch(_ task: Task<[String]>) -> Task<Int> {
    let token = current.token
    return task.continueWith(.mainThread, cancellationToken: token) { task -> Int in
      if task.cancelled { self.log.append("cancelled") }
      return task.result?.count ?? -1
    }
  }

  func never() -> Task<Void> {
    let source = CancellationTokenSource()
    let end = Task.withDelay(10_000, cancellationToken: source.token)
    source.cancel()
    return end
  }

  func watched() -> Task<Int> { watch(find("ab")) }

  private func find(_ text: String) -> Task<[String]> { Task(text.map { String($0) }) }
}

@MainActor
final class TokenPause {
  private let source = TaskCompletionSource<Void>()
  func end() { source.trySet(result: ()) }

  func search(_ text: String, by search: TokenSearch) -> Task<[String]> {
    search.search(text, in: source.task)
  }
}
