// Jobs of main-actor handlers as blocks of the main queue.
//
// Wherever there is Dispatch, the main queue is what runs the main actor's jobs, one at a time and
// in their order. A block costs a fraction of a task, and a call of a C function, which can be
// queued outside Apple's systems, allocates less than a block. In return, code that runs in either
// has no current task, so handlers that start tasks of their own run in tasks.

#if canImport(CDispatch)
  import CDispatch
#elseif canImport(Dispatch)
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

  /// - Parameter ring: what `Job.run` takes.
  static func start(_ ring: Unmanaged<Node>?) {
    #if canImport(CDispatch)
      dispatch_async_f(queue, ring?.toOpaque()) { ring in
        MainQueue.run(ring.map { .fromOpaque($0) })
      }
    #elseif canImport(Dispatch)
      queue.async { run(ring) }
    #endif
  }

  private static func run(_ ring: Unmanaged<Node>?) {
    runsMainActor
    guard waits > 0 else { return Job.run(ring, on: MainActor.shared) }
    Tasks.callApart(in: nil) { Job.run(ring, on: MainActor.shared) }
  }

  // Kept, because on Linux each look at Swift's main queue makes an object.
  #if canImport(CDispatch)
    private nonisolated(unsafe) static let queue: dispatch_queue_t = dispatch_get_main_queue()
  #elseif canImport(Dispatch)
    private static let queue = DispatchQueue.main
  #endif
  /// Checked by the first job: a program can't change it.
  private static let runsMainActor: Void = MainActor.assumeIsolated {}
}
