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
  /// How many calls run the queue while they wait, one within another. The jobs that come to it
  /// then must not see the task-locals of these calls. Belongs to the main queue.
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

  static func start(_ job: Job, after paused: PausedJob?) {
    #if canImport(Dispatch)
      queue.async {
        runsMainActor
        guard waits > 0 else { return job.begin(on: MainActor.shared, after: paused) }
        Tasks.callApart(in: nil) { job.begin(on: MainActor.shared, after: paused) }
      }
    #endif
  }

  #if canImport(Dispatch)
    /// Kept, because on Linux each look at the main queue makes an object.
    private static let queue = DispatchQueue.main
  #endif
  /// Checked by the first block: a program can't change it.
  private static let runsMainActor: Void = MainActor.assumeIsolated {}
}
