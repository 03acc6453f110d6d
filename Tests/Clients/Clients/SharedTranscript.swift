// A transcript to which handlers in any isolation can write.

import Foundation

nonisolated final class SharedTranscript: @unchecked Sendable {
  private let lock = NSLock()
  private var written: [String] = []

  func write(_ line: String) {
    lock.withLock { written.append(line) }
  }

  var lines: [String] {
    lock.withLock { written }
  }
}
