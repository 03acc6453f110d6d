// An executor that runs its jobs on demand, on the calling thread.

#if DEBUG
  @testable import AsyncPromises

  /// `@unchecked Sendable`: a program and all its jobs run on one thread.
  final class ManualExecutor: @unchecked Sendable {
    fileprivate var jobs: [UnownedJob] = []

    /// Runs the jobs, in the order of their arrival, until none are left.
    func drain() {
      while !jobs.isEmpty {
        let due = jobs
        jobs = []
        for job in due { run(job) }
      }
    }

    private func run(_ job: UnownedJob) {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Calls `body` in a context where all tasks of the library run on this executor.
    func whilePreferred<Result>(_ body: () -> Result) -> Result {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
        fatalError("Running a program needs a system with task executors, such as macOS 15.")
      }
      return Tasks.$executor.withValue(PreferredExecutor(self), operation: body)
    }

    /// Starts a task on this executor.
    func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
        return Task(operation: body)
      }
      return Task(executorPreference: self, operation: body)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  extension ManualExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      jobs.append(UnownedJob(job))
    }
  }
#endif
