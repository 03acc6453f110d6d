// The jobs of a run.

import AsyncPromises

/// A unit of work that is ready to run: an object, because it moves often. One thread at a time
/// uses it.
final class Job: @unchecked Sendable {
  enum Work {
    /// A runtime job on the run's executors.
    case job(UnownedJob)
    /// Anything else.
    case call(@Sendable () -> Void)
  }

  let work: Work
  /// The number of the task that continues, if known, or else of the task that caused the job.
  let task: Int
  /// The task that caused the job; zero if the job arrived from elsewhere.
  let cause: Int
  /// The job's queue, whose jobs run one after another, in order of arrival.
  let queue: SimulatedQueue?
  /// The actor whose waiting tasks the job serves, or that its task is about to enter.
  var actor: UnsafeRawPointer?
  /// Whether its task has not entered the actor yet.
  var isInLobby = false
  /// Whether it follows from a deadline that has come. Later deadlines wait for it.
  var isTimely = false
  /// The sleep that it ends, if any.
  var site: SleepSite?
  /// The run's time when it became ready.
  var readySince = Duration.zero
  /// Where the task continues.
  var place = JobPlace()

  init(work: Work, task: Int, cause: Int, queue: SimulatedQueue?) {
    (self.work, self.task, self.cause, self.queue) = (work, task, cause, queue)
  }
}

/// Identifies a sleep in all runs: what sleeps, and for how long.
struct SleepSite: Hashable {
  /// The function that the sleeping task was created to run, if known.
  let function: CodeAddress?
  let duration: Duration
}

/// Where a job continues, for reports.
struct JobPlace {
  var function: CodeAddress?
  /// The type of the actor that it runs on.
  var actor: (any Any.Type)?
  /// The callers awaiting the function, nearest first.
  var callers: [CodeAddress] = []
}
