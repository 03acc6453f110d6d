// Waiting for jobs from outside a run.

#if ORDERS_JOBS && compiler(>=6.3)
  import Dispatch
  import Foundation

  /// Waits for jobs from other threads.
  final class Arrivals: Sendable {
    private static let slices = 10.0

    private let semaphore = DispatchSemaphore(value: 0)

    /// Signals that a job has arrived.
    func come() { semaphore.signal() }

    /// Returns when `isThere` returns `true`, or when the time is up.
    ///
    /// A busy machine stretches the time by the number of runnable threads per processor. After
    /// each slice, jobs have had a turn on the queue that most responses arrive on, and on a fresh
    /// thread.
    ///
    /// - Parameter patience: how long to wait, in real time.
    func wait(for patience: Duration, until isThere: () -> Bool) {
      var slicesLeft = patience > .zero ? Self.slices : 0
      while slicesLeft > 0, !isThere() {
        // Some jobs may have arrived before this wait began.
        let end = DispatchTime.now() + patience / .seconds(1) / Self.slices
        if semaphore.wait(timeout: end) == .success { continue }
        slicesLeft -= 1 / Self.load
        let turn = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          DispatchQueue(label: "AsyncExplorer.turn").async { turn.signal() }
        }
        turn.wait()
      }
    }

    /// The number of runnable threads per processor: at least one, at most twenty.
    private static var load: Double {
      let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
      let running = text.split(separator: " ").dropFirst(3).first?.split(separator: "/").first
      let number = running.flatMap { Double($0) } ?? 1
      return min(max(number / Double(ProcessInfo.processInfo.activeProcessorCount), 1), 20)
    }
  }
#endif
