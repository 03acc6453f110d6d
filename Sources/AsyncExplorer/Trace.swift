// What has run, for a report.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  /// The jobs of a run, in their order.
  struct Trace {
    struct Step {
      let task: Int
      let place: JobPlace
      let queue: SimulatedQueue?
      let time: Duration
      /// The tasks of the others that were ready, if the oldest of all did not go first.
      let overtaken: [Int]
    }

    private(set) var steps: [Step] = []
    var time: Duration = .zero
    /// The choice that has led to the next job.
    var choice: (number: Int, index: Int, tasks: [Int])?

    /// Of a run that is longer, the middle is not kept.
    private static var mostSteps: Int { 2_000 }

    /// - Parameter waiting: of a job that has an actor run others, these.
    mutating func append(_ job: Job, waiting: [(task: Int, place: JobPlace)]) {
      if steps.count > Self.mostSteps {
        steps.removeSubrange((Self.mostSteps / 4)..<(Self.mostSteps / 2))
      }
      var overtaken: [Int] = []
      if let choice, choice.index > 0 { overtaken = Array(choice.tasks[..<choice.index]) }
      choice = nil
      let first = waiting.first ?? (job.task, job.place)
      steps.append(
        Step(
          task: first.task, place: first.place, queue: job.queue, time: time,
          overtaken: overtaken))
      for other in waiting.dropFirst() {
        steps.append(
          Step(
            task: other.task, place: other.place, queue: job.queue, time: time, overtaken: []))
      }
    }
  }
#endif
