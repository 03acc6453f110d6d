// What was asked for last is shown, in whatever order the answers come.

import PromiseKitCompat

@MainActor
final class RacingFeed {
  private(set) var shown: [String] = []
  private(set) var latest = ""
  private(set) var spinners = 0
  private var reloads = 0

  func reload(_ query: String) -> Promise<Void> {
    reloads += 1
    latest = query
    let reload = reloads
    spinners += 1
    return firstly {
      find(query)
    }.done { found in
      guard reload == self.reloads else { return }  // overtaken
      self.shown = found
    }.ensure {
      self.spinners -= 1
    }
  }

  /// Every answer takes as long as the others.
  private func find(_ query: String) -> Promise<[String]> {
    after(seconds: 1).then { () -> Promise<[String]> in
      if query.isEmpty { throw RacingError.nothingToFind }
      return .value(["\(query) 1", "\(query) 2"])
    }
  }
}

enum RacingError: Error {
  case nothingToFind
}
