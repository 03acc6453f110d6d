// Tasks that have run handlers, and sleep until there are more.

/// Tasks that run one job of nonisolated handlers after another. To create a task is most of the
/// cost of a handler on another thread, and to wake one costs less.
///
/// They run on the same executor as tasks that are created for their job, at the same priority and
/// in the same order: an executor can't tell a task that starts from one that is resumed. Actors
/// have none, not even the main actor: a resumed task may reach an actor by way of the pool, after
/// tasks that were created later.
final class KeptTasks: Sendable {
  static let shared = KeptTasks()

  /// As many are kept as slept at the same time, but no more than this: a burst of jobs needs so
  /// many before the first of them sleeps again.
  static let limit = 256

  private let sleeping = NumberSet(capacity: limit)
  private typealias Continuation = UnsafeContinuation<HandlerJobs.Job, Never>
  /// Where they sleep, by number. A place belongs to the task of its number until that is in the
  /// set, then to whoever takes it.
  private nonisolated(unsafe) let places: UnsafeMutablePointer<Continuation?>
  /// How many numbers have been given.
  private let given = StateWord(0)
  private let isOff = StateWord(0)

  init() {
    places = .allocate(capacity: Self.limit)
    places.initialize(repeating: nil, count: Self.limit)
  }

  /// From now on each job has a task of its own: who chooses the order of jobs has to see which of
  /// them starts which.
  func turnOff() { isOff.storeRelaxed(1) }

  /// Has a task that sleeps run `job`.
  ///
  /// - Returns: whether there was one.
  func run(_ job: HandlerJobs.Job) -> Bool {
    guard isOff.loadRelaxed() == 0, let number = sleeping.popFirst() else { return false }
    // A task that sleeps has its place filled.
    places[number].take()?.resume(returning: job)
    return true
  }

  /// What a task does that was made for `job`: it runs that, and then what it is woken for, for as
  /// long as the process lives.
  func serve(_ job: HandlerJobs.Job) async {
    await job.runGlobally()
    guard let number = nextNumber() else { return }
    while true {
      let next = await withUnsafeContinuation {
        places[number] = $0
        sleeping.insert(number)
      }
      await next.runGlobally()
    }
  }

  private func nextNumber() -> Int? {
    guard isOff.loadRelaxed() == 0, given.loadRelaxed() < UInt(Self.limit) else { return nil }
    let number = Int(given.add(1)) - 1
    return number < Self.limit ? number : nil
  }
}
