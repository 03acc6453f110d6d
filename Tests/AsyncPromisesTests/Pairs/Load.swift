// A promise with hundreds of consumers in several isolations, on which two threads act.

import AsyncPromises
import AsyncPromisesTracking
import Dispatch
import Foundation
import PromiseCompatSupport
import TestSupport
import Testing

/// The value of a load's work, or what its handlers capture.
final class LoadToken: Sendable {
  private let freed: Resolver<Void>

  init(_ freed: Resolver<Void>) { self.freed = freed }

  deinit { freed.fulfill() }
}

/// What the threads of a load set, and no handler may see.
enum LoadLocal {
  @TaskLocal static var value = "none"
}

/// The consumers of one isolation: how many have come, and which have started.
final class LoadLane: Sendable {
  let place: (any Actor)?
  let lock = NSLock()
  let started = Journal<Int>()
  /// Fulfilled when the handlers have been released.
  let isFreed: Promise<Void>
  private let registered = Locked<[Promise<Void>]>([])
  private let captured: Locked<LoadToken?>

  init(_ place: (any Actor)?) {
    let (freed, resolver) = Promise<Void>.pending()
    (self.place, isFreed, captured) = (place, freed, Locked(LoadToken(resolver)))
  }

  /// What each handler captures.
  var capture: LoadToken? { captured.withLock { $0 } }

  /// The number of the next consumer. The caller holds the lock until it has come.
  var next: Int { registered.withLock { $0.count } }
  var consumers: [Promise<Void>] { registered.withLock { $0.map { $0 } } }

  func add(_ consumer: Promise<Void>) {
    consumer.ignoreErrors()
    registered.withLock { $0.append(consumer) }
  }

  func forget() {
    registered.withLock { $0 = [] }
    captured.withLock { $0 = nil }
  }
}

/// A load that has some features.
final class Load: Sendable {
  /// More than a turn's.
  static let count = 270

  let features: Set<Feature>
  let lanes = [LoadLane(nil), LoadLane(MainActor.shared), LoadLane(Desk())]
  let queue = LoadLane(nil)
  /// Who has got the value: a consumer, `onLateValue`, or a report.
  let received = Journal<String>()
  let freed: Promise<Void>
  private let valueArrives = Gate()
  private let dispatchQueue = DispatchQueue(label: "load")
  private let work: Locked<Promise<LoadToken>?>
  private let source: Locked<Promise<LoadToken>?>
  private let bind: Locked<(@Sendable () -> Void)?>

  init(_ features: [Feature]) {
    self.features = Set(features)
    let (freed, isFreed) = Promise<Void>.pending()
    self.freed = freed
    let (received, arrives) = (received, valueArrives)
    let work = Promise(onLateValue: { _ in received.write("late") }) {
      // The work ignores its cancellation.
      await Task.detached { try? await arrives.pass() }.value
      return LoadToken(isFreed)
    }
    var (source, bind) = (work, { @Sendable in })
    for feature in features where feature.isSource {
      let inner = source
      switch feature {
      case .binding:
        let (outer, resolver) = Promise<LoadToken>.pending()
        (source, bind) = (outer, { resolver.follow(inner) })
      case .shield: source = inner.shielded()
      case .group: source = Promise.any([.rejected(TestError.first), inner])
      case .limit: source = inner.timeout(after: .seconds(1_000))
      case .delay: source = inner.delay(by: .seconds(1_000), clock: StandingClock())
      case .attempt:
        source = Promise.retry(
          maxAttempts: 2, backoff: .constant(.seconds(1_000)), clock: StandingClock()
        ) { attempt in
          if attempt == 1 { throw TestError.first }
          return inner
        }
      case .link:
        source = inner.map { token in
          received.write("consumer")
          return token
        }
      default: break
      }
    }
    (self.work, self.source, self.bind) = (Locked(work), Locked(source), Locked(bind))
  }

  // MARK: Its consumers

  func registerAll() async {
    for lane in lanes { await registerAll(in: lane, on: lane.place) }
    if features.contains(.facade) { registerOnQueue() }
  }

  private func registerAll(in lane: LoadLane, on place: isolated (any Actor)?) async {
    for _ in 0..<Self.count { register(in: lane, on: place) }
  }

  private func register(in lane: LoadLane, on place: isolated (any Actor)?) {
    guard let source = source.withLock({ $0 }) else { return }
    lane.lock.lock()
    defer { lane.lock.unlock() }
    let (number, capture) = (lane.next, lane.capture)
    let consumer =
      features.contains(.asynchronous)
      ? source.map(.async) { [self] _ in
        started(number, in: lane, on: place)
        await Task.yield()
        withExtendedLifetime(capture) {}
      }
      : source.done { [self] _ in
        withExtendedLifetime(capture) { started(number, in: lane, on: place) }
      }
    lane.add(consumer)
  }

  private func started(_ number: Int, in lane: LoadLane, on place: isolated (any Actor)?) {
    place?.preconditionIsolated()
    if LoadLocal.value != "none" { Issue.record("A handler sees the task-locals of another.") }
    lane.started.write(number)
    received.write("consumer")
    guard number == 3 || number == 5, number < Self.count else { return }
    if features.contains(.nested) { register(in: lane, on: place) }
    if features.contains(.long) { Thread.sleep(forTimeInterval: 0.002) }
    if features.contains(.changing) { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// Handlers of a compatibility module, on a queue and in the settling call.
  private func registerOnQueue() {
    guard let source = source.withLock({ $0 }) else { return }
    for index in 0..<Self.count {
      queue.lock.withLock {
        let number = queue.next
        let context = index.isMultiple(of: 10) ? nil : dispatchQueue
        let handling = Handling("done", #fileID, #line, context)
        let handled = source.settle(
          handling,
          { (result: Result<LoadToken, any Error>) in
            if context != nil { self.queue.started.write(number) }
            if case .success = result { self.received.write("consumer") }
          }
        ) { closure, result in try closure(result) }
        queue.add(handled.map { _ in })
      }
    }
  }

  // MARK: What two threads do

  /// Lets the value arrive while the second thread acts.
  ///
  /// - Parameters:
  ///   - allLeave: whether that thread ends by making all consumers leave.
  ///   - arrives: whether the value arrives at all.
  func run(allLeave: Bool, arrives: Bool = true) async throws {
    let act = Promise<Void> { resolver in
      Thread.detachNewThread { [self] in
        LoadLocal.$value.withValue("second") {
          bind.withLock { $0.take() }?()
          actOnce()
          if allLeave { leave { _ in true } }
        }
        resolver.fulfill()
      }
    }
    let tasks = waitingTasks()
    if arrives { LoadLocal.$value.withValue("settler") { valueArrives.open() } }
    if features.contains(.waiting) || !arrives { for task in tasks { task.cancel() } }
    try await act.value
    for task in tasks { _ = await task.value }
  }

  private func actOnce() {
    if features.contains(.registering) {
      for lane in lanes {
        elsewhere(lane.place) { [self] place in
          for _ in 0..<Self.count { register(in: lane, on: place) }
        }
      }
    }
    if features.contains(.leaving) { leave { $0.isMultiple(of: 3) } }
    if features.contains(.listing) {
      for format in [PromiseDiagnostics.PendingFormat.text, .mermaid] {
        _ = Promise.dumpPending(as: format)
      }
    }
  }

  private func leave(_ condition: (Int) -> Bool) {
    for lane in lanes + [queue] {
      for (number, consumer) in lane.consumers.enumerated() where condition(number) {
        consumer.cancel()
      }
    }
  }

  private func waitingTasks() -> [Task<Void, Never>] {
    guard features.contains(.waiting) || features.contains(.raising),
      let source = source.withLock({ $0 })
    else { return [] }
    let priority: TaskPriority? = features.contains(.raising) ? .high : nil
    return (0..<20).map { _ in
      Task(priority: priority) { [received] in
        if (try? await source.get()) != nil { received.write("consumer") }
      }
    }
  }

  /// Whether the work goes on.
  var isAtWork: Bool { work.withLock { $0?.resultIfSettled == nil } }

  /// Waits until every consumer is settled, and lets go of all promises.
  ///
  /// - Returns: how each of the consumers of each lane ended.
  func end() async throws -> [[Result<Void, any Error>]] {
    valueArrives.open()
    var ends: [[Result<Void, any Error>]] = []
    for lane in lanes + [queue] {
      var results: [Result<Void, any Error>] = []
      for consumer in lane.consumers { results.append(await consumer.result) }
      ends.append(results)
    }
    // Handlers that were cancelled while they ran have ended when their isolations are free.
    try await work.withLock { $0 }?.waitForOperation()
    for promise in [work, source] { promise.withLock { $0 = nil } }
    for lane in lanes + [queue] {
      lane.forget()
      try await lane.isFreed.value
    }
    return ends
  }
}
