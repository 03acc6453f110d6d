// Escalation.swift: who waits with a higher priority raises the tasks that work for it.

import Testing

@testable import AsyncPromises

@Suite("Escalation", .timeLimit(.minutes(10)))
struct EscalationTests {
  /// What a task may wait for, which stands on an operation.
  enum Way: CaseIterable, Sendable {
    case operation, map, chain, timeout, follow, then, shared
    case all, any, race, tuple, settled, handler, flight

    func derive(_ work: Promise<TaskPriority>) -> Promise<TaskPriority> {
      switch self {
      case .operation: return work
      case .map: return work.map { $0 }
      case .chain: return work.map { $0 }.tap { _ in }.finally {}.map { $0 }
      case .timeout: return work.timeout(after: .seconds(7200))
      case .follow:
        let (outer, resolver) = Promise<TaskPriority>.pending()
        resolver.follow(work)
        return outer.map { $0 }
      case .then: return Promise.fulfilled(1).then { _ in work }
      case .shared:
        work.done { _ in }
        return work.map { $0 }
      case .all: return Promise.all([work, work]).map { $0[0] }
      case .any: return Promise.any([work])
      case .race: return Promise.race([Promise<Never>.never.map { _ in .low }, work.map { $0 }])
      case .tuple: return Promise.all(work, Promise.fulfilled(1)).map { $0.0 }
      case .settled: return Promise.allSettled([work.map { $0 }]).map { try $0[0].get() }
      case .handler: return work
      case .flight: return work
      }
    }
  }

  @Test("C4: a waiter raises the task behind what it waits for", arguments: Way.allCases)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func raised(_ way: Way) async throws {
    let (before, tellBefore) = Promise<TaskPriority>.pending()
    @Sendable func work() async -> TaskPriority {
      tellBefore.fulfill(Task.currentPriority)
      return await highPriority()
    }
    let flight = SingleFlight<Int, TaskPriority>()
    let promise =
      switch way {
      case .handler: Promise.fulfilled(()).map(.async) { await work() }
      case .flight: flight.run(for: 1) { await work() }
      default: way.derive(Promise(priority: .low) { await work() })
      }
    #expect(try await before.value < .high)
    // What is not linked yet can't be raised: work begins, and a promise is bound, before that.
    while !promise.cell.isLinked { await Task.yield() }
    let waiting = await startWaiting(for: promise, priority: .high)
    #expect(try await waiting.value >= .high)
  }

  /// Returns when the task has been raised. Where another test looks upstream at the moment, that
  /// comes late.
  private func highPriority() async -> TaskPriority {
    while Task.currentPriority < .high { await Task.yield() }
    return Task.currentPriority
  }

  @Test("C4: a waiter that is raised itself raises the task")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func raisedLater() async throws {
    let promise = Promise(priority: .low) { await highPriority() }.map { $0 }
    let waiting = await startWaiting(for: promise, priority: .low)
    waiting.escalatePriority(to: .high)
    #expect(try await waiting.value >= .high)
  }

  #if DEBUG
    @Test("C4: where another thread looks upstream at the moment, tasks are raised later")
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func busy() async throws {
      let promise = Promise(priority: .low) { await highPriority() }.map { $0 }
      let hazard = HazardPointer()
      Link.$exploredHazard.withValue(hazard) {
        let object = WriteEnd(ValueCell<Int>())
        let found = hazard.retain {
          promise.cell.raiseTasks(to: .high)
          return Unmanaged.passUnretained(object)
        }
        guard case .object(let same) = found else { return #expect(Bool(false), "\(found)") }
        #expect(same === object)
      }
      #expect(try await promise.value >= .high)
    }
  #endif

  @Test("C4: to raise tasks while promises settle, are cancelled and follow others is safe")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func stress() async {
    for _ in 0..<200 {
      let (source, resolver) = Promise<Int>.pending()
      let (outer, outerResolver) = Promise<Int>.pending()
      let derived = Promise.race([source.map { $0 }, outer.map { $0 }]).map { $0 }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask(priority: .high) { _ = await derived.map { $0 }.result }
        }
        group.addTask { outerResolver.follow(source) }
        group.addTask { derived.map { $0 }.cancel() }
        group.addTask { resolver.fulfill(1) }
      }
    }
  }
}

extension Cell {
  /// Whether a walk upstream gets to something that works for the cell.
  fileprivate var isLinked: Bool {
    var isLinked = root.task != nil
    forEachUpstream { if case .object = $0 { isLinked = true } }
    return isLinked
  }
}

extension Promise where Value == Never {
  fileprivate static var never: Promise<Int> {
    let (promise, resolver) = Promise<Int>.pending()
    promise.whenSettled { _ in withExtendedLifetime(resolver) {} }
    return promise
  }
}
