// Runs all work of a test in a chosen order: see AsyncExplorer.

/// A test run in which one job runs at a time, and time advances only when nothing else can run.
///
/// Anything that bypasses the runtime's executors has to look up the simulation itself: queues,
/// test executors, and code that waits for other work to come to rest.
package protocol Simulation: AnyObject, Sendable {
  /// Runs `body` as a job.
  ///
  /// - Parameter queue: the queue that `body` belongs to, which runs one job at a time; `nil` if
  ///   there is none.
  func enqueue(_ queue: SimulatedQueue?, _ body: @escaping @Sendable () -> Void)

  /// Enqueues `job`, to be run by calling `run`.
  func enqueue(_ job: UnownedJob, run: @escaping @Sendable () -> Void)

  /// Notes that a promise's handler runs on this thread.
  ///
  /// - Parameter promise: describes the promise.
  func runsHandler(of promise: () -> String)

  /// Returns when nothing else can run, before time advances.
  func comesToRest() async
}

package enum SimulatedQueue: Hashable, Sendable {
  case main
  case other(number: Int)
}

/// Finds the simulation that a call belongs to.
package final class Simulations: Sendable {
  /// A pointer to an instance that is never released, or zero.
  private static let word = StateWord(0)

  private let ofThread: @Sendable () -> (any Simulation)?
  private let ofJob: @Sendable (UnownedJob) -> (any Simulation)?

  private init(
    ofThread: @escaping @Sendable () -> (any Simulation)?,
    ofJob: @escaping @Sendable (UnownedJob) -> (any Simulation)?
  ) {
    (self.ofThread, self.ofJob) = (ofThread, ofJob)
  }

  /// Enables simulations. Called once per process.
  ///
  /// - Parameters:
  ///   - ofThread: returns the simulation that the current thread belongs to.
  ///   - ofJob: returns the simulation that a job's task belongs to.
  package static func begin(
    ofThread: @escaping @Sendable () -> (any Simulation)?,
    ofJob: @escaping @Sendable (UnownedJob) -> (any Simulation)?
  ) {
    KeptTasks.shared.turnOff()
    let found = Unmanaged.passRetained(Simulations(ofThread: ofThread, ofJob: ofJob))
    _ = word.exchange(found.word)
  }

  private static var shared: Simulations? {
    // SAFETY: only `begin` stores a pointer here, to an object that it never releases.
    Unmanaged<Simulations>(word: word.load())?.takeUnretainedValue()
  }

  /// The simulation that the current thread belongs to.
  package static var current: (any Simulation)? { shared?.ofThread() }

  /// Returns the simulation that a job's task belongs to, whichever thread resumes it.
  package static func ofJob(_ job: UnownedJob) -> (any Simulation)? { shared?.ofJob(job) }
}
