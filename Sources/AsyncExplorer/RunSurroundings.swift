// What the runs of an exploration have in common.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import Dispatch
  import Foundation

  /// The executors of an exploration, later reused by another. They are never freed: a leftover
  /// task of a run may still name them.
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

  /// Shared by the runs of one exploration.
  final class RunSurroundings: @unchecked Sendable {
    private let executors = RunExecutors.take()
    let mainExecutor = Executors.shared.main
    /// How long to wait for outside work, in real time.
    let longestWait: Duration
    var executor: RunExecutor { executors.pool }
    var lobby: Lobby { executors.lobby }
    /// The ID of the newest task of all runs so far.
    var lastTaskID: UInt64 {
      get { executors.lastTaskID }
      set { executors.lastTaskID = newValue }
    }

    private let lock = NSLock()
    private var hasAnythingLeft = false
    private var hasWaitedForTime = false
    private var hasWaitedForHang = false

    init(longestWait: Duration) { self.longestWait = longestWait }

    /// Something came back from outside: it may do so in every run.
    func somethingHasLeft() { lock.withLock { hasAnythingLeft = true } }

    /// How long to wait for something to come back when nothing is ready. Until something has left,
    /// only once, and only briefly if the time can advance instead.
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

    /// No more runs follow.
    func end() { executors.giveBack() }

    /// A job of an ended run continues where it would without it.
    func leave(_ job: Job) {
      switch job.work {
      case .job(let work): Executors.shared.enqueue(work, isMain: job.queue == .main)
      case .call(let call): DispatchQueue.global().async(execute: call)
      }
    }
  }
#endif
