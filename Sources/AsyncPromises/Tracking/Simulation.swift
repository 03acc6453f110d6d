// Where all work of a test runs in an order that somebody chooses: see AsyncExplorer.

/// A test run in which one job runs at a time, and time advances only when nothing else can.
///
/// What goes past the executors of the runtime asks for it: queues, executors of tests, and who
/// waits for others to come to rest.
package protocol Simulation: AnyObject, Sendable {
  /// Has `body` run as a job.
  ///
  /// - Parameter queue: whose jobs run one after the other, or nothing.
  func enqueue(_ queue: SimulatedQueue?, _ body: @escaping @Sendable () -> Void)

  /// Has `run` run `job`.
  func enqueue(_ job: UnownedJob, run: @escaping @Sendable () -> Void)

  /// Returns when nothing else can run, before the time goes on.
  func comesToRest() async
}

package enum SimulatedQueue: Hashable, Sendable {
  case main
  case other(number: Int)
}

/// Finds the simulation that a call belongs to.
package final class Simulations: Sendable {
  /// Points to one that is never released, or nowhere.
  private static let word = StateWord(0)

  private let ofThread: @Sendable () -> (any Simulation)?
  private let ofJob: @Sendable (UnownedJob) -> (any Simulation)?

  private init(
    ofThread: @escaping @Sendable () -> (any Simulation)?,
    ofJob: @escaping @Sendable (UnownedJob) -> (any Simulation)?
  ) {
    (self.ofThread, self.ofJob) = (ofThread, ofJob)
  }

  /// From now on there are simulations. Called once in a process.
  ///
  /// - Parameters:
  ///   - ofThread: the one that the current thread works for.
  ///   - ofJob: the one that the task of a job belongs to.
  package static func begin(
    ofThread: @escaping @Sendable () -> (any Simulation)?,
    ofJob: @escaping @Sendable (UnownedJob) -> (any Simulation)?
  ) {
    let found = Unmanaged.passRetained(Simulations(ofThread: ofThread, ofJob: ofJob))
    _ = word.exchange(UInt(bitPattern: found.toOpaque()))
  }

  private static var shared: Simulations? {
    // SAFETY: only `begin` stores a pointer here, to an object that it never releases.
    UnsafeRawPointer(bitPattern: word.load()).map {
      Unmanaged<Simulations>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The simulation that the current thread works for.
  package static var current: (any Simulation)? { shared?.ofThread() }

  /// The simulation that the task of a job belongs to, on whatever thread it is resumed.
  package static func ofJob(_ job: UnownedJob) -> (any Simulation)? { shared?.ofJob(job) }
}
