// Tasks that have run handlers, and sleep until there are more.

/// Tasks that run one job of nonisolated handlers after another. Creating a task is most of the
/// cost of a handler on another thread; waking one costs less.
///
/// They run on the same executor as tasks created for a single job, at the same priority and in the
/// same order, because an executor can't tell a new task from one that is resumed. Jobs for actors,
/// including the main actor, don't use them: a resumed task may reach its actor by way of the
/// thread pool, and so arrive after tasks that were created later.
final class KeptTasks: Sendable {
  static let shared = KeptTasks()

  /// The maximum number of kept tasks. In a burst, many jobs may start before the first of them
  /// ends. Those that find all kept tasks at work each get a task of their own.
  static let limit = 256

  /// What wakes a kept task, and the job that it is woken for.
  private struct Place: ~Copyable {
    var continuation: UnsafeContinuation<Void, Never>?
    /// A task takes its job from here. An argument, or a captured constant, would keep the promises
    /// of the last job alive while the task sleeps.
    var job: Job?
    /// Handed over along with the job. If the task has not suspended yet, a thread sanitizer
    /// can't see that its resumption comes after what was written before; it sees this.
    let handover = StateWord(0)
  }

  // SAFETY: a number in neither set belongs to the code that took it, and then to the task that
  // this code starts or resumes. Only they access the place with that number.
  private nonisolated(unsafe) let places: UnsafeMutablePointer<Place>
  /// The numbers of the tasks that sleep.
  private let sleeping = NumberSet(capacity: limit)
  /// The numbers that no task has.
  private let unassigned = NumberSet(capacity: limit, isFull: true)
  private let isOffWord = StateWord(0)

  init() {
    places = .allocate(capacity: Self.limit)
    for number in 0..<Self.limit { (places + number).initialize(to: Place()) }
  }

  /// Makes each job start a new task from now on. Code that chooses the order of jobs has to see
  /// which job starts which.
  func turnOff() { isOffWord.storeRelaxed(1) }

  var isOff: Bool { isOffWord.loadRelaxed() != 0 }

  /// Runs `job` in a task that sleeps, or else in a new one.
  func start(_ job: Job) {
    if wake(for: job) { return }
    guard !isOff, let number = unassigned.popFirst() else {
      return Tasks.startDetached { await job.runGlobally() }
    }
    places[number].job = job
    Tasks.startDetached { [self] in await serve(number) }
  }

  /// Wakes a task that sleeps to run `job`.
  ///
  /// - Returns: whether there was one.
  func wake(for job: Job) -> Bool {
    guard !isOff, let number = sleeping.popFirst() else { return false }
    places[number].job = job
    let continuation = places[number].continuation.take()
    _ = places[number].handover.exchange(1)
    continuation?.resume()
    return true
  }

  /// The body of a kept task, which ends only if a handler has changed the task.
  private func serve(_ number: Int) async {
    while true {
      await places[number].job.take()?.runGlobally()
      if Tasks.isCurrentChanged { break }
      // SAFETY: only the code that takes the number from the set resumes the task, and it does.
      await withUnsafeContinuation {
        places[number].continuation = $0
        sleeping.insert(number)
      }
      _ = places[number].handover.exchange(0)
    }
    unassigned.insert(number)
  }
}
