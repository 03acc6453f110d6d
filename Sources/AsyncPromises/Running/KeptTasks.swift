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

  /// The maximum number of kept tasks. A job that finds no task asleep creates one, and in a burst,
  /// many jobs may start before the first of those tasks goes to sleep.
  static let limit = 256

  private let sleeping = NumberSet(capacity: limit)
  private typealias Continuation = UnsafeContinuation<HandlerJobs.Job, Never>
  /// The continuations of sleeping tasks, by number. A place belongs to the task with its number
  /// until that number is in the set, and then to the code that takes the number.
  private nonisolated(unsafe) let places: UnsafeMutablePointer<Continuation?>
  /// The numbers that no task has.
  private let unassigned = NumberSet(capacity: limit, isFull: true)
  private let isOff = StateWord(0)

  init() {
    places = .allocate(capacity: Self.limit)
    places.initialize(repeating: nil, count: Self.limit)
  }

  /// Makes each job start a new task from now on. Code that chooses the order of jobs has to see
  /// which job starts which.
  func turnOff() { isOff.storeRelaxed(1) }

  /// Wakes a sleeping task to run `job`.
  ///
  /// - Returns: whether there was such a task.
  func run(_ job: HandlerJobs.Job) -> Bool {
    guard isOff.loadRelaxed() == 0, let number = sleeping.popFirst() else { return false }
    // A sleeping task has stored its continuation.
    places[number].take()?.resume(returning: job)
    return true
  }

  /// The body of a task that was created for `job`. The task runs that job and, if it is kept, each
  /// job that it is woken for. It ends only if a handler changes it.
  func serve(_ job: HandlerJobs.Job) async {
    await job.runGlobally()
    guard isOff.loadRelaxed() == 0, Self.isTaskUnchanged, let number = unassigned.popFirst()
    else { return }
    while Self.isTaskUnchanged {
      let next = await withUnsafeContinuation {
        places[number] = $0
        sleeping.insert(number)
      }
      await next.runGlobally()
    }
    unassigned.insert(number)
  }

  /// Whether the current task is still like a new one. A handler can get hold of the task that it
  /// runs in, and cancel or escalate it, which must not affect other handlers.
  private static var isTaskUnchanged: Bool {
    !Task.isCancelled && Task.currentPriority == Tasks.handlerPriority
  }
}
