// What the runs of an exploration share.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import Dispatch
  import Foundation

  /// The executors of an exploration, later reused by another. They are never freed, because a
  /// run's leftover task may still refer to them.
  private final class RunExecutors: @unchecked Sendable {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var all: [RunExecutors] = []
    nonisolated(unsafe) private static var free: [RunExecutors] = []

    let pool = RunExecutor()
    let lobby = Lobby()
    /// Used by the current exploration.
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

  /// Shared by the runs of one exploration.
  final class RunSurroundings: @unchecked Sendable {
    private let executors = RunExecutors.take()
    let mainExecutor = Executors.shared.main
    /// How long to wait for outside work, in real time.
    let longestWait: Duration
    var executor: RunExecutor { executors.pool }
    var lobby: Lobby { executors.lobby }
    /// The ID of the newest task in all runs so far.
    var lastTaskID: UInt64 {
      get { executors.lastTaskID }
      set { executors.lastTaskID = newValue }
    }

    private let lock = NSLock()
    private var hasAnythingLeft = false
    private var hasWaitedForTime = false
    private var hasWaitedForHang = false

    init(longestWait: Duration) { self.longestWait = longestWait }

    /// Records that something came back from outside, which may happen in every run.
    func somethingHasLeft() { lock.withLock { hasAnythingLeft = true } }

    /// How long to wait for something to come back when nothing is ready. Until something has left,
    /// the run waits only once, and only briefly if the time can advance instead.
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

    /// Gives the executors back, since no more runs follow.
    func end() { executors.giveBack() }

    /// Lets a job of an ended run continue where it would have run without an exploration.
    func leave(_ job: Job) {
      switch job.work {
      case .job(let work): Executors.shared.enqueue(work, isMain: job.queue == .main)
      case .call(let call): DispatchQueue.global().async(execute: call)
      }
    }
  }
#endif
