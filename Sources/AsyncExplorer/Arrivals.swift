// A wait for what comes from where no run sees it.

#if ORDERS_JOBS && compiler(>=6.3)
  import Dispatch
  import Foundation

  /// Waits for jobs that other threads bring.
  final class Arrivals: Sendable {
    private static let slices = 10.0

    private let semaphore = DispatchSemaphore(value: 0)

    /// Something has come.
    func come() { semaphore.signal() }

    /// Returns when `isThere` says so, or when the time is up.
    ///
    /// A busy machine stretches the time: as often as there are threads for each of its processors
    /// that want to run. After each slice of it, jobs have had their turns on the queue that most
    /// answers come from, and on a thread that was made for them.
    ///
    /// - Parameter patience: in real time.
    func wait(for patience: Duration, until isThere: () -> Bool) {
      var slicesLeft = patience > .zero ? Self.slices : 0
      while slicesLeft > 0, !isThere() {
        // Some have come before anybody waited for them.
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

    /// How many threads want to run, for each processor: one at least, and twenty at most.
    private static var load: Double {
      let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
      let running = text.split(separator: " ").dropFirst(3).first?.split(separator: "/").first
      let number = running.flatMap { Double($0) } ?? 1
      return min(max(number / Double(ProcessInfo.processInfo.activeProcessorCount), 1), 20)
    }
  }
#endif
