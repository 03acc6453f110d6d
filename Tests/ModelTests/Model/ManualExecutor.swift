// An executor that runs its jobs when it is told to, on the thread that tells it.

#if DEBUG
  /// `@unchecked Sendable`: a program and all its jobs run on one thread.
  final class ManualExecutor: TaskExecutor, @unchecked Sendable {
    private var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) {
      jobs.append(UnownedJob(job))
    }

    /// Runs the jobs, in the order in which they came, until none is left.
    func drain() {
      while !jobs.isEmpty {
        let due = jobs
        jobs = []
        for job in due { job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }
#endif
