// Jobs of main-actor handlers as blocks of the main queue.
//
// Wherever there is Dispatch, the main queue is what runs the main actor's jobs, one at a time and
// in their order. A block costs a fraction of a task. In return, code that runs in one has no
// current task, so handlers that start tasks of their own don't run in blocks.

#if canImport(Dispatch)
  import Dispatch
#endif

/// The queue that runs the main actor's jobs.
package enum MainQueue {
  /// How many calls run the queue while they wait, one within another. Belongs to the main queue.
  package nonisolated(unsafe) static var waits = 0

  /// Whether a job of `actor` can be a block: it is the main actor, and no tool orders tasks.
  static func takesJobs(of actor: any Actor) -> Bool {
    #if canImport(Dispatch)
      actor === MainActor.shared && Surroundings.current == nil && !Tasks.areExplored
        && !System.ordersTasks
    #else
      false
    #endif
  }

  static func start(_ job: @escaping @Sendable () -> Void) {
    #if canImport(Dispatch)
      DispatchQueue.main.async {
        runsMainActor
        run(job)
      }
    #endif
  }

  /// Runs a job that has come to the main queue. If a call waits there, the job sees none of its
  /// task-locals.
  package static func run(_ job: @escaping @Sendable () -> Void) {
    if waits > 0 { Tasks.callApart(in: nil, job) } else { job() }
  }

  /// Checked by the first block: a program can't change it.
  private static let runsMainActor: Void = MainActor.assumeIsolated {}
}
