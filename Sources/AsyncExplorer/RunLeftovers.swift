// What a body leaves when it has ended, or hangs.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import Foundation

  extension Run {
    /// Runs what the body has left, which can go on by itself.
    func settle() {
      chooser = ScheduleChooser(Schedule())
      asCurrent {
        var left = Self.mostStepsAfterEnd
        while left > 0 {
          guard let job = nextReady(isRecorded: false) else {
            if wakeSleepers() { continue } else { return }
          }
          perform(job)
          left -= 1
        }
      }
    }

    private static var mostStepsAfterEnd: Int { 10_000 }

    /// Cancels what the body has left, and runs it. Whatever goes on for too long goes over to the
    /// executors that were there before.
    func clearUp() {
      asCurrent {
        for task in lock.withLock({ tasks.unfinished }) { task.cancel() }
        scope?.cancelPending()
      }
      settle()
      while true {
        guard let job = nextReady(isRecorded: false) else {
          if wakeSleepers() { continue } else { break }
        }
        surroundings.leave(job)
      }
      surroundings.lastTaskID = lock.withLock { tasks.lastID }
    }

    /// The tasks that have not ended, but for the body's.
    var leftTasks: [TaskTable.Entry] { lock.withLock { tasks.unfinished } }

    /// The promises that are pending, a line each, and what they wait for.
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
