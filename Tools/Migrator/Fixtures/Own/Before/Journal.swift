// What happens in which order, and promises that tests settle.

import AsyncPromises

@MainActor
final class Journal {
  private(set) var lines: [String] = []

  func write(_ line: String) {
    MainActor.preconditionIsolated()
    lines.append(line)
  }
}

struct Unwanted: Error, Equatable {
  let what: String
}
