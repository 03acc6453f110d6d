// Cancellation, which the facade has: it reaches what nobody else waits for.

import GooglePromisesCompat

@MainActor
final class SearchWork {
  private(set) var log: [String] = []
  private var search: Promise<String>?
  private var replies: [(String) -> Void] = []

  func reply(_ text: String) { replies.forEach { $0(text) } }

  private func query(_ text: String) -> Promise<String> {
    log.append("asks \(text)")
    let promise = Promise<String>.pending()
    replies.append { promise.fulfill($0) }
    return promise
  }

  /// What is under way is given up; its handlers do not run.
  func find(_ text: String) -> Promise<String> {
    search?.cancel()
    let search = query(text).then { result in
      self.log.append("found \(result) for \(text)")
    }
    self.search = search
    return search.catch { error in
      self.log.append(error is CancellationError ? "given up \(text)" : "failed")
    }
  }

  func stop() { search?.cancel() }
}
