// What the runs of an exploration have in common.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import Dispatch
  import Foundation

  /// The executors of an exploration, and then of another one. They are never freed: a task that a
  /// run has left behind may still name them.
  private final class RunExecutors: @unchecked Sendable {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var all: [RunExecutors] = []
    nonisolated(unsafe) private static var free: [RunExecutors] = []

    let pool = RunExecutor()
    let lobby = Lobby()
    /// Belongs to the exploration.
    var lastTaskID: UInt64 = 0

    static func take() -> RunExecutors {
      lock.withLock {
        if let free = free.popLast() { return free }
        let new = RunExecutors()
        all.append(new)
        return new
      }
    }

    func giveBack() { Self.lock.withLock { Self.free.append(self) } }
  }

  /// What the runs of one exploration have in common.
  final class RunSurroundings: @unchecked Sendable {
    private let executors = RunExecutors.take()
    let mainExecutor = Executors.shared.main
    /// How long to wait for what has left, in real time.
    let longestWait: Duration
    var executor: RunExecutor { executors.pool }
    var lobby: Lobby { executors.lobby }
    /// The identity of the youngest task of all runs so far.
    var lastTaskID: UInt64 {
      get { executors.lastTaskID }
      set { executors.lastTaskID = newValue }
    }

    private let lock = NSLock()
    private var hasAnythingLeft = false
    private var hasWaitedForTime = false
    private var hasWaitedForHang = false

    init(longestWait: Duration) { self.longestWait = longestWait }

    /// Something has come back from where no run sees it: it may do so in each.
    func somethingHasLeft() { lock.withLock { hasAnythingLeft = true } }

    /// How long to wait for something to come back when nothing is ready. Until something has left,
    /// it is waited for once, and but shortly where the time can go on instead.
    func patience(beforeHang: Bool) -> Duration {
      lock.withLock {
        if hasAnythingLeft { return longestWait }
        if beforeHang { return hasWaitedForHang ? .zero : longestWait }
        return hasWaitedForTime ? .zero : min(longestWait, .milliseconds(2))
      }
    }

    func hasWaited(beforeHang: Bool) {
      lock.withLock { if beforeHang { hasWaitedForHang = true } else { hasWaitedForTime = true } }
    }

    /// There are no more runs.
    func end() { executors.giveBack() }

    /// A job of a run that has ended goes on where it would without.
    func leave(_ job: Job) {
      switch job.work {
      case .job(let work): Executors.shared.enqueue(work, isMain: job.queue == .main)
      case .call(let call): DispatchQueue.global().async(execute: call)
      }
    }
  }
#endif
