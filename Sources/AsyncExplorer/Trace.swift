// What has run, for a report.

#if os(Linux) && compiler(>=6.3)
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

    mutating func append(_ job: Job) {
      var overtaken: [Int] = []
      if let choice, choice.index > 0 { overtaken = Array(choice.tasks[..<choice.index]) }
      choice = nil
      steps.append(
        Step(
          task: job.task, place: job.place, queue: job.queue, time: time, overtaken: overtaken))
    }
  }
#endif
