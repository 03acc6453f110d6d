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
      /// The choice made, and the tasks that each of the rules would have chosen.
      let choice: MadeChoice?
      /// The promises whose handlers ran.
      var promises: [String] = []
      /// What happened instead of a job.
      var note: String?
    }

    typealias MadeChoice = (made: Choice, tasks: (first: Int, running: Int))

    private(set) var steps: [Step] = []
    var time: Duration = .zero
    /// The choice that led to the next job.
    var choice: MadeChoice?

    /// Longer runs lose steps from their middle.
    private static var mostSteps: Int { 2_000 }

    /// - Parameter waiting: the jobs that `job` makes an actor run.
    mutating func append(_ job: Job, waiting: [(task: Int, place: JobPlace)]) {
      let choice = self.choice.take()
      func step(_ task: Int, _ place: JobPlace, _ choice: MadeChoice?) -> Step {
        let cause = waiting.count > 1 ? task : job.cause
        return Step(
          task: task, cause: cause, place: place, queue: job.queue, time: time, choice: choice)
      }
      let first = waiting.first ?? (job.task, job.place)
      append(step(first.task, first.place, choice))
      for other in waiting.dropFirst() { append(step(other.task, other.place, nil)) }
    }

    private mutating func append(_ step: Step) {
      if steps.count > Self.mostSteps {
        steps.removeSubrange((Self.mostSteps / 4)..<(Self.mostSteps / 2))
      }
      steps.append(step)
    }

    /// Records that the current job runs a promise's handler.
    mutating func runsHandler(of promise: String) {
      guard let last = steps.indices.last, steps[last].promises.last != promise else { return }
      steps[last].promises.append(promise)
    }

    /// Records something other than a job.
    mutating func note(_ text: String, choice: MadeChoice? = nil) {
      append(
        Step(
          task: 0, cause: 0, place: JobPlace(), queue: nil, time: time, choice: choice, note: text))
    }

    /// Records that the deadline of a task that sleeps was chosen.
    mutating func deadlineComes(of task: Int) {
      note("the deadline of task \(task) comes", choice: choice.take())
    }
  }
#endif
