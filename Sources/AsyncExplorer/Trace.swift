// The steps of a run, for a report.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises

  /// The jobs of a run, in order.
  struct Trace {
    struct Step {
      let task: Int
      /// The task that caused it.
      let cause: Int
      let place: JobPlace
      let queue: SimulatedQueue?
      let time: Duration
      /// The choice made, and the tasks that were ready.
      let choice: (made: Choice, tasks: [Int])?
    }

    private(set) var steps: [Step] = []
    var time: Duration = .zero
    /// The choice that led to the next job.
    var choice: (made: Choice, tasks: [Int])?

    /// Longer runs lose steps from their middle.
    private static var mostSteps: Int { 2_000 }

    /// - Parameter waiting: the jobs that `job` makes an actor run.
    mutating func append(_ job: Job, waiting: [(task: Int, place: JobPlace)]) {
      if steps.count > Self.mostSteps {
        steps.removeSubrange((Self.mostSteps / 4)..<(Self.mostSteps / 2))
      }
      let choice = self.choice.take()
      func step(_ task: Int, _ place: JobPlace, _ choice: (Choice, [Int])?) -> Step {
        let cause = waiting.count > 1 ? task : job.cause
        return Step(
          task: task, cause: cause, place: place, queue: job.queue, time: time, choice: choice)
      }
      let first = waiting.first ?? (job.task, job.place)
      steps.append(step(first.task, first.place, choice))
      for other in waiting.dropFirst() { steps.append(step(other.task, other.place, nil)) }
    }
  }
#endif
