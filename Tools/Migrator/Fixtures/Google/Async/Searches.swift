// Cancellation, which the facade has: it reaches what nobody else waits for.

import AsyncPromises

@MainActor
final class SearchWork {
  private(set) var log: [String] = []
  private var search: Promise<String>?
  private var replies: [(String) -> Void] = []

  func reply(_ text: String) { replies.forEach { $0(text) } }

  private func query(_ text: String) -> Promise<String> {
    log.append("asks \(text)")
    let (promise, resolver) = Promise<String>.pending()
    replies.append { resolver.fulfill($0) }
    return promise
  }

  /// What is under way is given up; its handlers do not run.
  func find(_ text: String) async throws -> String {
    search?.cancel()
    let search = query(text).map { result in
      self.log.append("found \(result) for \(text)")
      return result
    }
    self.search = search
    do {
      return try await search.get()
    } catch {
      try Task.checkCancellation()
      self.log.append(error is CancellationError ? "given up \(text)" : "failed")
      throw error
    }
  }

  func stop() { search?.cancel() }
}
