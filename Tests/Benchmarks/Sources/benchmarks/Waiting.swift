// Lets the measuring thread wait for other threads, and run work on them.

import Foundation
import Synchronization

/// Waits for a number of arrivals.
final class Countdown: Sendable {
  private let missing: Atomic<Int>
  private let zero = DispatchSemaphore(value: 0)

  init(from count: Int) {
    missing = Atomic(count)
  }

  func arrive() {
    if missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { zero.signal() }
  }

  func wait() {
    zero.wait()
  }
}

/// Threads outside the pool that runs tasks. They start their work at the same time.
final class Crew: Sendable {
  typealias Work = @Sendable (_ thread: Int) -> Void

  static let shared = Crew(size: 8)

  private let starts: [DispatchSemaphore]
  private let work = Mutex<Work?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  private init(size: Int) {
    starts = (0..<size).map { _ in DispatchSemaphore(value: 0) }
    for index in 0..<size {
      Thread { self.serve(index) }.start()
    }
  }

  private func serve(_ index: Int) -> Never {
    while true {
      starts[index].wait()
      work.withLock { $0 }?(index)
      ended.signal()
    }
  }

  /// Calls `body` on several threads at once, and waits for all of them.
  func run(on threads: Int, _ body: @escaping Work) {
    work.withLock { $0 = body }
    for start in starts.prefix(threads) { start.signal() }
    for _ in 0..<threads { ended.wait() }
    work.withLock { $0 = nil }
  }
}
