// The jobs of a run.

import AsyncPromises

/// A unit of work that is ready to run.
struct Job: @unchecked Sendable {
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
  /// Where the task continues.
  var place = JobPlace()
}

/// Where a job continues, for reports.
struct JobPlace {
  var function: CodeAddress?
  /// The type of the actor that it runs on.
  var actor: (any Any.Type)?
  /// The callers awaiting the function, nearest first.
  var callers: [CodeAddress] = []
}

/// The ready jobs, in order of arrival.
struct ReadyJobs: Candidates {
  /// A task that runs this many times in a row may be polling for others.
  static var patience: Int { 64 }

  private var jobs: [Job] = []
  private var queued = 0
  private var serving = 0
  /// The indices of the candidates, unless all jobs are candidates.
  private var indices: [Int]?
  /// The task that ran last, and how many times in a row.
  private var last = (task: 0, times: 0)

  var isEmpty: Bool { jobs.isEmpty }

  mutating func append(_ job: Job) {
    jobs.append(job)
    count(job, 1)
  }

  private mutating func count(_ job: Job, _ number: Int) {
    if job.queue != nil { queued += number }
    if job.actor != nil, !job.isInLobby { serving += number }
  }

  /// Determines which jobs may go next. The jobs of a queue keep their order. No task enters an
  /// actor that is about to serve others, because the actor would serve both in one go.
  mutating func findCandidates() {
    indices = nil
    guard queued > 1 || serving > 0 else { return }
    var seen: Set<SimulatedQueue> = []
    let actors = Set(jobs.lazy.filter { !$0.isInLobby }.compactMap(\.actor))
    indices = jobs.indices.filter { index in
      let job = jobs[index]
      if job.isInLobby, let actor = job.actor, actors.contains(actor) { return false }
      return job.queue.map { seen.insert($0).inserted } ?? true
    }
  }

  var count: Int { indices?.count ?? jobs.count }

  private func position(_ index: Int) -> Int { indices?[index] ?? index }

  func task(at index: Int) -> Int { jobs[position(index)].task }

  var running: Int {
    guard last.times < Self.patience else { return 0 }
    return (0..<count).last { task(at: $0) == last.task } ?? 0
  }

  /// The tasks of all candidates.
  var tasks: [Int] { (0..<count).map { task(at: $0) } }

  /// Removes the candidate at that index.
  mutating func remove(at index: Int) -> Job {
    let job = jobs.remove(at: position(index))
    count(job, -1)
    last = (job.task, job.task == last.task ? last.times + 1 : 1)
    return job
  }
}
