// A value that is loaded once, also if it is asked for meanwhile; a failure is not kept.

import AsyncPromises

@MainActor
final class RacingCache {
  private(set) var loads = 0
  private var loading: [String: Promise<Int>] = [:]
  var fails = false

  func value(of key: String) -> Promise<Int> {
    if let promise = loading[key] { return promise }
    let promise = load(key).finally {
      if self.fails { self.loading[key] = nil }
    }
    loading[key] = promise
    return promise
  }

  private func load(_ key: String) -> Promise<Int> {
    loads += 1
    return Promise.delay(for: .seconds(1)).then { () -> Promise<Int> in
      if self.fails { throw RacingError.nothingToFind }
      return .fulfilled(key.count)
    }
  }
}
