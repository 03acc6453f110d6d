// Competitors: bare dispatch queues; nothing holds a value.

import Dispatch

enum DispatchPeers {
  private static let queue = DispatchQueue(label: "benchmarks")

  static let handler = Competitor.countingDown("DispatchQueue.async") { _, countdown in
    queue.async { countdown.arrive() }
  }

  static let mainQueueHandler = Competitor.countingDown("DispatchQueue.async") { _, countdown in
    DispatchQueue.main.async { countdown.arrive() }
  }

  static let chain = Competitor.onThread("DispatchQueue.async", operations: 100) { rounds in
    for _ in 0..<rounds {
      let countdown = Countdown(from: 1)
      @Sendable func hop(_ left: Int) {
        queue.async { left == 0 ? countdown.arrive() : hop(left - 1) }
      }
      hop(100)
      countdown.wait()
    }
  }
}
