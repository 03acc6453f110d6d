// What a body leaves when it has ended, or hangs.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import Foundation

  extension Run {
    /// Runs leftover work that can go on by itself.
    ///
    /// - Returns: whether it ends.
    @discardableResult
    func settle() -> Bool {
      asCurrent {
        var left = Self.mostStepsAfterEnd
        while left > 0 {
          guard let job = nextReady(isRecorded: false) else {
            if goOn() { continue } else { return true }
          }
          perform(job)
          left -= 1
        }
        return false
      }
    }

    /// Waits for jobs that may be on their way from elsewhere to leftover work.
    ///
    /// - Returns: whether anything came.
    func waitsForMore() -> Bool {
      waitForArrivals(beforeHang: true) { !isIdle }
      return lock.withLock { !isIdle }
    }

    private static var mostStepsAfterEnd: Int { 10_000 }

    /// Cancels leftover work, and runs it.
    func clearUp() {
      asCurrent {
        for task in lock.withLock({ tasks.unfinished }) { task.cancel() }
        scope?.cancelPending()
      }
      settle()
    }

    /// Hands work that still goes on to the original executors, which get its jobs from now on.
    /// Those of a body that has not ended never run: its captures are gone.
    func leave() {
      let isAbandoned = isAbandoned
      while true {
        guard let job = nextReady(isRecorded: false) else {
          if goOn() || !refusesAllIfIdle() { continue } else { break }
        }
        if !isAbandoned { surroundings.leave(job) }
      }
      surroundings.lastTaskID = lock.withLock { tasks.lastID }
    }

    /// From now on no arriving job would run: some may have found this run before it was over.
    private func refusesAllIfIdle() -> Bool {
      lock.withLock {
        refusesAll = isIdle
        return refusesAll
      }
    }

    /// The tasks that have not ended, except the body's.
    var leftTasks: [TaskTable.Entry] { lock.withLock { tasks.unfinished } }

    /// The pending promises, one per line, and what they wait for.
    var leftPromises: [Substring] {
      guard let scope, !scope.outstanding.isZero else { return [] }
      return WaitGraph(of: scope).description.split(separator: "\n")
    }

    /// The scope of the promises that the body makes, inside that of the caller.
    func bind(_ body: () async throws -> Void) async throws {
      guard Tracking.isOn else { return try await body() }
      let scope = Scope(name: "run")
      self.scope = scope
      try await TrackingContext.$current.withValue(.inside(scope), operation: body)
    }
  }
#endif
