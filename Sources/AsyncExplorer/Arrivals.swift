// A wait for what comes from where no run sees it.

#if ORDERS_JOBS && compiler(>=6.3)
  import Dispatch

  /// Waits for jobs that other threads bring.
  final class Arrivals: Sendable {
    /// A busy machine stretches the wait: after each slice of it, jobs have had their turns on the
    /// queue that most answers come from, and on a thread that was made for them.
    private static let slices = 10

    private let semaphore = DispatchSemaphore(value: 0)

    /// Something has come.
    func come() { semaphore.signal() }

    /// Returns when `isThere` says so, or when the time is up.
    ///
    /// - Parameter patience: in real time.
    func wait(for patience: Duration, until isThere: () -> Bool) {
      var slicesLeft = patience > .zero ? Self.slices : 0
      while slicesLeft > 0, !isThere() {
        // Some have come before anybody waited for them.
        let end = DispatchTime.now() + patience / .seconds(1) / Double(Self.slices)
        if semaphore.wait(timeout: end) == .success { continue }
        slicesLeft -= 1
        let turn = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          DispatchQueue(label: "AsyncExplorer.turn").async { turn.signal() }
        }
        turn.wait()
      }
    }
  }
#endif
