// What a body leaves behind when it ends or hangs.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import AsyncPromisesTracking
  import Foundation

  extension Run {
    /// Runs leftover work that can continue on its own.
    ///
    /// - Returns: whether that work ended.
    @discardableResult
    func settle() -> Bool {
      asCurrent {
        var left = surroundings.endless.isEmpty ? Self.mostStepsAfterEnd : Self.fewStepsAfterEnd
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

    /// Waits for jobs of leftover work that may still arrive from elsewhere.
    ///
    /// - Returns: whether anything arrived.
    func waitsForMore() -> Bool {
      waitForArrivals(beforeHang: true) { !isIdle }
      return lock.withLock { !isIdle }
    }

    private static var mostStepsAfterEnd: Int { 10_000 }
    private static var fewStepsAfterEnd: Int { 100 }

    /// Cancels leftover work, and then runs it, but not forever.
    ///
    /// - Returns: the tasks that did not end, in a run whose body did.
    func clearUp() -> [TaskTable.Entry] {
      let left = leftTasks
      guard !left.isEmpty || scope != nil || !lock.withLock({ isIdle }) else { return [] }
      // Work that has turned out to be endless is no longer run.
      let endless = surroundings.endless
      asCurrent {
        for task in left where task.function.map({ !endless.contains($0) }) ?? true {
          task.cancel()
        }
        scope?.cancelPending()
      }
      isEndless = true
      surroundings.sweeper.call(for: self) { self.isEndless = !self.settle() }
      guard !isAbandoned else { return [] }
      let unfinished = leftTasks
      if isEndless { surroundings.endless.formUnion(unfinished.compactMap(\.function)) }
      return unfinished.filter { !$0.isElsewhere }
    }

    /// Hands unfinished work over to the original executors, which receive its jobs from now on. If
    /// the body has not ended, the jobs never run, because its captures are gone. Nor do they
    /// if the work has no end.
    func leave() {
      let dropsAll = isAbandoned || isEndless
      while true {
        guard let job = nextReady(isRecorded: false) else {
          if goOn() || !refusesAllIfIdle() { continue } else { break }
        }
        if !dropsAll { surroundings.leave(job) }
      }
      lock.withLock {
        surroundings.lastTaskID = tasks.lastID
        tasks.forgets()
      }
    }

    /// Refuses all jobs that arrive from now on, if nothing is left to run; some of them may have
    /// found this run before it was over.
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

    /// Runs the body in a scope for the promises that it creates, inside the caller's scope.
    func bind(_ body: () async throws -> Void) async throws {
      guard Tracking.isOn else { return try await body() }
      let scope = Scope(name: "run", hook: hook)
      self.scope = scope
      try await TrackingContext.$current.withValue(.inside(scope), operation: body)
    }
  }
#endif
