// A thread for work that a body left behind, which may never end.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
  import Dispatch
  import Foundation

  /// Calls functions on a thread that can be given up if one of them never returns.
  final class Sweeper: @unchecked Sendable {
    private let begins = DispatchSemaphore(value: 0)
    private let ends = DispatchSemaphore(value: 0)
    /// Used by the exploration's thread, and by this one while that one waits.
    private var work: (() -> Void)?
    private var isRunning = false

    /// Returns when `body` returns, or when one of the run's jobs has to be given up.
    func call(for run: Run, _ body: @escaping () -> Void) {
      if !isRunning { start() }
      run.observer.pointee.gives_up = { Run.find($0)?.surroundings.sweeper.givesUp() }
      work = body
      begins.signal()
      ends.wait()
      run.observer.pointee.gives_up = nil
    }

    private func start() {
      isRunning = true
      let thread = Thread { [self] in
        while true {
          begins.wait()
          guard let work = work.take() else { return }
          work()
          ends.signal()
        }
      }
      thread.name = "AsyncExplorer.sweeper"
      thread.stackSize = 8 << 20
      thread.start()
    }

    /// Called on this thread, which stops after that.
    private func givesUp() {
      isRunning = false
      ends.signal()
    }

    /// Ends the thread.
    func end() {
      if isRunning { begins.signal() }
    }
  }
#endif
