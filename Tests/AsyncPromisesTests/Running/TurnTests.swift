// Chains that never end, beside a neighbour that ticks in the same place.

import AsyncPromisesSharing
import Dispatch
import TestSupport
import Testing

@testable import AsyncPromises
@testable import PromiseCompatSupport

@Suite("Turns", .timeLimit(.minutes(10)))
struct TurnTests {
  @Test(
    "B10: between two ticks of a neighbour, an endless chain runs at most 256 handlers",
    arguments: EndlessChain.allCases, Place.measured)
  func ticks(_ chain: EndlessChain, in place: Place) async throws {
    guard place != .pool || System.hasTaskExecutors else { return }
    let thread = place == .pool ? OneThread() : nil
    let run = EndlessRun { $0.tick(on: $1, in: thread) }
    await place.run(in: thread) { chain.start(on: $0, run) }
    // While promises are tracked, operations run on executors that count their jobs.
    try await run.check(isInOnePlace: place != .pool || !chain.isOfOperations)
  }

  @Test("B10: between two jobs of a queue, an endless chain runs at most 256 handlers")
  func queue() async throws {
    let queue = DispatchQueue(label: "turns")
    @Sendable func tick(_ run: EndlessRun) { if run.ticks() { queue.async { tick(run) } } }
    let run = EndlessRun { run, _ in tick(run) }
    @Sendable func add() {
      let handling = Handling("done", #fileID, #line, queue)
      _ = Promise.fulfilled(()).settle(handling, { if run.goesOn(nil) { add() } }) { closure, _ in
        try closure(())
      }
    }
    add()
    try await run.check()
  }
}

/// A chain that ends when its neighbour has ticked a few times, or has been starved.
final class EndlessRun: Sendable {
  typealias Begin = @Sendable (EndlessRun, _ isolation: isolated (any Actor)?) -> Void

  private static let tickCount = 6

  private let ends = Gate()
  private let state = Locked((steps: 0, lastTick: 0, gaps: [Int]()))
  private let begin: Begin

  /// - Parameter begin: starts the neighbour. Called by the first step, in its isolation.
  init(begin: @escaping Begin) { self.begin = begin }

  /// Counts a step of the chain.
  ///
  /// - Returns: whether another step follows.
  func goesOn(_ isolation: isolated (any Actor)?) -> Bool {
    let (steps, goesOn) = state.withLock { state in
      state.steps += 1
      return (state.steps, state.gaps.count < Self.tickCount && state.steps < 100_000)
    }
    if steps == 1 { begin(self, isolation) }
    if !goesOn { ends.open() }
    return goesOn
  }

  /// Counts a tick of the neighbour.
  ///
  /// - Returns: whether another tick follows.
  func ticks() -> Bool {
    state.withLock { state in
      state.gaps.append(state.steps - state.lastTick)
      state.lastTick = state.steps
      return state.gaps.count < Self.tickCount
    }
  }

  /// Ticks in tasks that are enqueued in one place: a tick that went through the pool would have to
  /// wait for a thread.
  func tick(on isolation: isolated (any Actor)?, in thread: OneThread?) {
    guard ticks() else { return }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let thread {
      Task(executorPreference: thread, priority: .medium) { self.tick(on: nil, in: thread) }
    } else {
      Task(priority: .medium) { self.tick(on: isolation, in: nil) }
    }
  }

  /// Waits for the end of the chain, and checks that its neighbour has had its turns.
  ///
  /// - Parameter isInOnePlace: whether both run in one place, where neither can be delayed.
  func check(isInOnePlace: Bool = true) async throws {
    try await ends.pass()
    let gaps = state.withLock { $0.gaps.map { $0 } }
    #expect(gaps.count == Self.tickCount, "The chain starved its neighbour.")
    guard isInOnePlace else { return }
    // A task may have been enqueued while a turn was under way.
    #expect(gaps.allSatisfy { $0 <= 2 * Turn.limit }, "\(gaps)")
  }
}

/// Where a chain and its neighbour run, one at a time.
enum Place: CaseIterable {
  case pool, actor, mainActor, customExecutor

  static var measured: [Place] {
    #if DEBUG
      allCases
    #else
      allCases.filter { $0 != .pool }
    #endif
  }

  func run(
    in thread: OneThread?,
    _ body: @escaping @Sendable (_ isolation: isolated (any Actor)?) async -> Void
  ) async {
    switch self {
    case .pool:
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let thread else {
        return
      }
      // A release build has no executor to prefer.
      #if DEBUG
        await Tasks.$executor.withValue(PreferredExecutor(thread)) {
          await Task(executorPreference: thread, priority: .medium) { await body(nil) }.value
        }
      #endif
    case .actor: await body(PlainActor())
    case .mainActor: await body(MainActor.shared)
    case .customExecutor: await body(QueueActor())
    }
  }
}

private actor PlainActor {}

private actor QueueActor {
  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "QueueExecutor")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// Every way to make a chain that never ends. In each, a step makes the next one.
enum EndlessChain: CaseIterable {
  case tail, map, then, recover, finally, done, ofOnePromise, retry, items, limiter, flight, cache

  var isOfOperations: Bool {
    switch self {
    case .retry, .items, .limiter, .flight, .cache: true
    default: false
    }
  }

  func start(on place: isolated (any Actor)?, _ run: EndlessRun) {
    switch self {
    case .tail: Self.tail(place, run, Locked(.fulfilled(())))
    case .map: Self.map(place, run)
    case .then: Self.then(place, run)
    case .recover: Self.recover(place, run)
    case .finally: Self.finally(place, run)
    case .done: Self.done(place, run)
    case .ofOnePromise: Self.handlers(of: .fulfilled(()), place, run)
    case .retry:
      Promise.retry(maxAttempts: .max) { _ in
        if run.goesOn(place) { throw TestError.first }
      }.ignoreErrors()
    case .items:
      Promise.map(sequence(first: 0) { _ in 0 }, concurrency: 1) { _ in
        guard run.goesOn(place) else { throw TestError.first }
      }.ignoreErrors()
    case .limiter: Self.limiter(PromiseLimiter(limit: 1), place, run)
    case .flight: Self.flight(SingleFlight(), place, run)
    case .cache: Self.cache(PromiseCache(), place, run)
    }
  }

  private static func tail(
    _ place: isolated (any Actor)?, _ run: EndlessRun, _ tail: Locked<Promise<Void>>
  ) {
    let last = tail.withLock { $0 }
    let next = last.map {
      if run.goesOn(place) { Self.tail(place, run, tail) }
    }
    tail.withLock { $0 = next }
  }

  private static func map(_ place: isolated (any Actor)?, _ run: EndlessRun) {
    _ = Promise.fulfilled(()).map {
      if run.goesOn(place) { Self.map(place, run) }
    }
  }

  @discardableResult
  private static func then(_ place: isolated (any Actor)?, _ run: EndlessRun) -> Promise<Void> {
    Promise.fulfilled(()).then {
      return run.goesOn(place) ? Self.then(place, run) : .fulfilled(())
    }
  }

  @discardableResult
  private static func recover(_ place: isolated (any Actor)?, _ run: EndlessRun) -> Promise<Void> {
    Promise<Void>.rejected(TestError.first).recover(.promise) { _ in
      return run.goesOn(place) ? Self.recover(place, run) : .fulfilled(())
    }
  }

  private static func finally(_ place: isolated (any Actor)?, _ run: EndlessRun) {
    Promise.fulfilled(()).finally {
      if run.goesOn(place) { Self.finally(place, run) }
    }
  }

  private static func done(_ place: isolated (any Actor)?, _ run: EndlessRun) {
    Promise.fulfilled(()).done {
      if run.goesOn(place) { Self.done(place, run) }
    }
  }

  private static func handlers(
    of promise: Promise<Void>, _ place: isolated (any Actor)?, _ run: EndlessRun
  ) {
    promise.done {
      if run.goesOn(place) { Self.handlers(of: promise, place, run) }
    }
  }

  private static func limiter(
    _ limiter: PromiseLimiter, _ place: isolated (any Actor)?, _ run: EndlessRun
  ) {
    _ = limiter.run {
      if run.goesOn(place) { Self.limiter(limiter, place, run) }
    }
  }

  private static func flight(
    _ flights: SingleFlight<Int, Void>, _ place: isolated (any Actor)?, _ run: EndlessRun
  ) {
    flights.run(for: 1) { _ = place }.done {
      if run.goesOn(place) { Self.flight(flights, place, run) }
    }
  }

  private static func cache(
    _ cache: PromiseCache<Int, Void>, _ place: isolated (any Actor)?, _ run: EndlessRun
  ) {
    cache.value(for: 1) { _ = place }.done {
      if run.goesOn(place) { Self.cache(cache, place, run) }
    }
  }
}

/// Runs its jobs one by one, in the order in which they arrive.
final class OneThread: Sendable {
  private let queue = DispatchQueue(label: "OneThread")
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension OneThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
