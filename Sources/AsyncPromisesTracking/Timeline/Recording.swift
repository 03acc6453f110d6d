// What is noted while a timeline is recorded.

import AsyncPromises

/// Notes what happens to the newest promises of a scope, or of the process.
package final class Recording: Sendable {
  /// The last one that was started for the process on top. They are kept, because another thread
  /// may be reading the last one; an ended one is empty.
  static let started = SharedStack<Recording>()

  private let newest: Int
  private let new = SharedStack<Course>()
  /// The newest of those that were new before.
  private let older = SharedStack<[Course]>()
  private let count = StateWord(0)
  /// How many threads are dropping the oldest.
  private let drops = StateWord(0)
  private let isOver = StateWord(0)
  private let isTimed: Bool
  private let elapsed: @Sendable () -> Duration

  /// - Parameters:
  ///   - newest: how many promises are kept.
  ///   - clock: the clock that gives the times; by default the continuous one.
  package init(newest: Int, clock: (any Clock<Duration>)?) {
    self.newest = max(newest, 1)
    isTimed = clock != nil
    let clock: any Clock<Duration> = clock ?? ContinuousClock()
    elapsed = Self.stopwatch(clock)
  }

  private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Returns what all recordings note of a new promise.
  static func courses(of number: UInt64, _ creator: Creator, in scope: Scope) -> [Course] {
    var courses = scope.recordings.compactMap { $0.begin(number, creator) }
    if let course = started.top?.begin(number, creator) { courses.append(course) }
    return courses
  }

  private func begin(_ number: UInt64, _ creator: Creator) -> Course? {
    guard isOver.load() == 0 else { return nil }
    let course = Course(number, creator, isTimed: isTimed, elapsed)
    new.push(course)
    if count.add(1) % UInt64(newest) == 0 { dropOldest() }
    return course
  }

  private func dropOldest() {
    drops.add(1)
    if isOver.load() == 0 { older.push(takeNewest()) }
    drops.add(.max)
  }

  private func takeNewest() -> [Course] {
    let all = new.takeAll() + older.takeAll().flatMap(\.self)
    return all.sorted { $0.number < $1.number }.suffix(newest)
  }

  /// Stops noting, and returns what was noted, which is nothing from the second call on.
  package func end() -> PromiseTimeline {
    let end = elapsed()
    _ = isOver.exchange(1)
    // Another thread may have taken some to drop the oldest. It runs none of the user's code.
    while drops.load() != 0 {}
    return PromiseTimeline(takeNewest(), of: count.exchange(0), until: end)
  }
}

/// What is noted of one promise. It keeps nothing that is the user's.
final class Course: Sendable {
  enum Step: Sendable {
    case waits(for: [UInt64])
    /// A retry begins an attempt, or the pause before it.
    case tries(Obstacle)
    case runs(isOperation: Bool, on: Lane)
    case ends(isOperation: Bool)
    case settles(failure: (any Error.Type)?, wasCancelled: Bool)
    /// All that follows from that has begun. A clock that is not the system's is read only now.
    case isSettled
    case isLeft
  }

  /// Where a handler or an operation runs.
  enum Lane: Sendable {
    case actor(any Actor.Type)
    case pool, queue
  }

  let number: UInt64
  let creator: Creator
  let made: Duration
  private let isTimed: Bool
  private let elapsed: @Sendable () -> Duration
  private let count = StateWord(0)
  private let noted = SharedStack<(at: Duration?, step: Step)>()

  init(
    _ number: UInt64, _ creator: Creator, isTimed: Bool,
    _ elapsed: @escaping @Sendable () -> Duration
  ) {
    (self.number, self.creator, self.isTimed, self.elapsed) = (number, creator, isTimed, elapsed)
    made = elapsed()
  }

  /// The waits and attempts of an operation that goes on and on are noted only at first. In a
  /// transition, where none of the user's code may run, the user's clock is not read.
  func note(_ step: Step) {
    switch step {
    case .isSettled where !isTimed: return
    case .waits where count.add(1) > 100, .tries where count.add(1) > 100: return
    case .waits where isTimed, .settles where isTimed, .isLeft where isTimed:
      noted.push((nil, step))
    default: noted.push((elapsed(), step))
    }
  }

  /// Whether steps are missing.
  var isCut: Bool { count.load() > 100 }

  /// The steps in order.
  var steps: [(at: Duration?, step: Step)] { noted.elements.reversed() }
}
