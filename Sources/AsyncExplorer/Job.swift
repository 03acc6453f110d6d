// The jobs of a run.

import AsyncPromises

/// Something that is ready to run.
struct Job: @unchecked Sendable {
  enum Work {
    /// A job of the runtime that runs on the executors of the run.
    case job(UnownedJob)
    /// Anything else.
    case call(@Sendable () -> Void)
  }

  let work: Work
  /// The number of the task that goes on, as far as it is known: that of the task that has brought
  /// the job about otherwise.
  let task: Int
  /// The jobs of a queue run one after the other, in the order in which they came.
  let queue: SimulatedQueue?
  /// Where the task goes on, if it is not the job's own.
  var place = JobPlace()
}

/// Where a job goes on, for reports.
struct JobPlace {
  var function: CodeAddress?
  /// The type of the actor that it runs on.
  var actor: (any Any.Type)?
  /// Who waits for the function to return, the nearest first.
  var callers: [CodeAddress] = []
}

/// The jobs that are ready, in the order in which they came.
struct ReadyJobs: Candidates {
  private var jobs: [Job] = []
  private var queued = 0
  /// The candidates, where not all jobs are.
  private var indices: [Int]?

  var isEmpty: Bool { jobs.isEmpty }

  mutating func append(_ job: Job) {
    jobs.append(job)
    if job.queue != nil { queued += 1 }
  }

  /// Finds out who may go next.
  mutating func findCandidates() {
    indices = nil
    guard queued > 1 else { return }
    var seen: Set<SimulatedQueue> = []
    indices = jobs.indices.filter { index in
      jobs[index].queue.map { seen.insert($0).inserted } ?? true
    }
  }

  var count: Int { indices?.count ?? jobs.count }

  private func position(_ index: Int) -> Int { indices?[index] ?? index }

  func task(at index: Int) -> Int { jobs[position(index)].task }

  /// The tasks of all candidates.
  var tasks: [Int] { (0..<count).map { task(at: $0) } }

  /// Takes out the candidate with that index.
  mutating func remove(at index: Int) -> Job {
    let job = jobs.remove(at: position(index))
    if job.queue != nil { queued -= 1 }
    return job
  }
}
