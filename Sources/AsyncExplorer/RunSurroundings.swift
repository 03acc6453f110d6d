// What the runs of an exploration share.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import CTaskHooks
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
    /// What the clocks show when a run begins: whole seconds, and no earlier than the exploration.
    let start: run_time
    /// Where the exploration begins, and the function that replays an order of it.
    private let texts: (place: UnsafeMutablePointer<CChar>?, call: UnsafeMutablePointer<CChar>?)
    /// The number of runs that have begun.
    var number = 0
    /// Sleeps that the first run did not wait for.
    var timeouts: Set<SleepSite> = []
    let watchdog: Watchdog
    let sweeper = Sweeper()
    /// The functions of tasks that a run left behind and that never ended.
    var endless: Set<CodeAddress> = []
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
    private(set) var readsDispatchTime = false
    /// The issues so far that aren't failures.
    private var issues: Set<String> = []

    /// - Parameter call: the function that replays an order.
    init(longestWait: Duration, at place: String, call: String, _ watchdog: Watchdog) {
      self.longestWait = longestWait
      self.watchdog = watchdog
      texts = (strdup(place), strdup(call))
      start = run_time_of_system().inWholeSeconds
      Self.prepared
      watchdog.begins(at: place)
    }

    deinit {
      free(texts.place)
      free(texts.call)
    }

    /// Done once in a process.
    private static let prepared: Void = {
      trap_watch()
      TakenOver.check()
    }()

    func describe(_ order: inout run_order) {
      (order.place, order.call) = (UnsafePointer(texts.place), UnsafePointer(texts.call))
      order.number = UInt32(clamping: number)
    }

    func isNew(_ issue: String) -> Bool { lock.withLock { issues.insert(issue).inserted } }

    /// Records that a job read Dispatch's time, which isn't the run's.
    func readsTimeOfDispatch() { lock.withLock { readsDispatchTime = true } }

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
    func end() {
      watchdog.ends()
      sweeper.end()
      executors.giveBack()
    }

    /// Lets a job of an ended run continue where it would have run without an exploration.
    func leave(_ job: Job) {
      switch job.work {
      case .job(let work): Executors.shared.enqueue(work, isMain: job.queue == .main)
      case .call(let call): DispatchQueue.global().async(execute: call)
      }
    }
  }

  extension run_time {
    /// The next whole second of each clock.
    fileprivate var inWholeSeconds: run_time {
      func up(_ nanoseconds: Int64) -> Int64 { (nanoseconds / 1_000_000_000 + 1) * 1_000_000_000 }
      var rounded = self
      (rounded.real, rounded.monotonic, rounded.boot) = (up(real), up(monotonic), up(boot))
      return rounded
    }
  }
#endif
