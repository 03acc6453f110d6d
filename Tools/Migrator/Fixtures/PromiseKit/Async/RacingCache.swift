// A value that is loaded once, also if it is asked for meanwhile; a failure is not kept.

import AsyncPromises

@MainActor
final class RacingCache {
  private(set) var loads = 0
  private var loading: [String: Promise<Int>] = [:]
  var fails = false

  func value(of key: String) async throws -> Int {
    if let promise = loading[key] { return try await promise.get() }
    let promise = Promise.immediate { try await load(key) }.finally {
      if self.fails { self.loading[key] = nil }
    }
    loading[key] = promise
    return try await promise.get()
  }

  private func load(_ key: String) async throws -> Int {
    loads += 1
    try await Task.sleep(for: .seconds(1))
    if self.fails { throw RacingError.nothingToFind }
    return key.count
  }
}
