// A serial queue made of one task: each piece of work begins when the one before has ended.

import BoltsCompat

@MainActor
final class RacingQueue {
  private(set) var log: [String] = []
  private var last = Task<Void>(())

  func enqueue(_ name: String) -> Task<String> {
    let task = last.continueWithTask(.mainThread) { _ in self.work(name) }
    last = task.continueWith(.mainThread) { _ in }
    return task
  }

  private func work(_ name: String) -> Task<String> {
    log.append("\(name) begins")
    return Task<Void>.withDelay(1).continueOnSuccessWith(.mainThread) { _ in
      self.log.append("\(name) ends")
      return name
    }
  }
}
