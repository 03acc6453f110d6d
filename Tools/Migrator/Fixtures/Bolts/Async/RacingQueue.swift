// A serial queue made of one task: each piece of work begins when the one before has ended.

import AsyncPromises

@MainActor
final class RacingQueue {
  private(set) var log: [String] = []
  private var last = Promise<Void>.fulfilled(())

  func enqueue(_ name: String) async throws -> String {
    let task = Promise.allSettled([last]).then { _ in Promise.immediate { try await self.work(name) } }
    last = Promise.allSettled([task]).map { _ in }
    return try await task.get()
  }

  private func work(_ name: String) async throws -> String {
    log.append("\(name) begins")
    try await Task.sleep(for: .seconds(1))
    self.log.append("\(name) ends")
    return name
  }
}
