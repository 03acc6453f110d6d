// Interest.swift: the last consumer to leave stops the work, and later ones get an error.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Leaving", .needsTracking, .timeLimit(.minutes(10)))
struct LeavingTests {
  // MARK: Work, and gates

  /// Ways to leave a promise.
  enum Leaver: CaseIterable, Sendable {
    case derived, handler, get, timeLimit, group, follower

    /// Becomes a consumer of `promise`, and leaves it.
    func visit(_ promise: Promise<Int>) async {
      switch self {
      case .derived: promise.map { $0 }.cancel()
      case .handler: promise.done { _ in }.cancel()
      case .get: _ = try? await inCancelledTask { try await promise.get() }
      case .timeLimit: _ = await promise.timeout(after: .zero).result
      case .group: Promise.all([promise]).cancel()
      case .follower:
        let (outer, resolver) = Promise<Int>.pending()
        resolver.follow(promise)
        outer.cancel()
      }
    }
  }

  @Test("E2: the last consumer to leave stops the work", arguments: Leaver.allCases)
  func work(_ leaver: Leaver) async throws {
    let (stopped, stop) = Promise<Void>.pending()
    let (promise, resolver) = pendingWork { stop.fulfill() }
    await leaver.visit(promise)
    try await stopped.value
    #expect(promise.isAbandoned)
    #expect(!resolver.fulfill(1))
  }

  @Test("E2: the last consumer to leave cancels the task", arguments: Leaver.allCases)
  func task(_ leaver: Leaver) async throws {
    let gates = WorkGate(1)
    let promise = Promise { try await gates.work(on: 0) }
    try await gates.started(0)
    await leaver.visit(promise)
    #expect(promise.isAbandoned)
    #expect(try await gates.wasCancelled(0))
  }

  @Test("E2: a gate can be left, and stays pending for others", arguments: Leaver.allCases)
  func gate(_ leaver: Leaver) async throws {
    let (gate, open) = Promise<Int>.pending()
    for _ in 0..<3 {
      await leaver.visit(gate)
      #expect(gate.resultIfSettled == nil)
    }
    let next = gate.map { $0 + 1 }
    #expect(open.fulfill(1))
    #expect(try await next.get() == 2)
  }

  @Test("E2: a gate that gets an onCancel handler has work from then on")
  func gateWithWork() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    promise.map { $0 }.cancel()
    let stopped = Journal<Bool>()
    resolver.onCancel { stopped.write(true) }
    // No consumer has left since.
    #expect(promise.resultIfSettled == nil && stopped.entries.isEmpty)
    promise.map { $0 }.cancel()
    #expect(promise.isAbandoned)
    #expect(stopped.count == 1)
    // A handler that is registered later runs immediately (E1).
    resolver.onCancel { stopped.write(true) }
    #expect(stopped.count == 2)
  }

  @Test("E2: a promise that is derived from a gate, or follows it, is abandoned; the gate isn't")
  func derivedFromGate() {
    let (gate, open) = Promise<Int>.pending()
    let derived = gate.map { $0 }
    derived.map { $0 }.cancel()
    #expect(derived.isAbandoned)
    let (outer, resolver) = Promise<Int>.pending()
    resolver.follow(gate)
    outer.map { $0 }.cancel()
    #expect(outer.isAbandoned)
    let group = Promise.all([gate])
    group.map { $0 }.cancel()
    #expect(group.isAbandoned)
    #expect(gate.resultIfSettled == nil)
    #expect(open.fulfill(1))
  }

  @Test("E2: an abandoned group leaves its inputs: work is stopped, a gate stays pending")
  func inputs() async {
    let (gate, open) = Promise<Int>.pending()
    let (work, resolver) = pendingWork()
    let group = Promise.all([gate, work])
    await Leaver.get.visit(group.map { $0.count })
    #expect(group.isAbandoned)
    #expect(work.isAbandoned)
    #expect(open.fulfill(1))
    #expect(!resolver.fulfill(1))
  }

  @Test("E2: an abandoned chain skips all its handlers except `finally`")
  func ownHandlers() async throws {
    let (gate, open) = Promise<Int>.pending()
    let ran = Journal<String>()
    let (cleaned, clean) = Promise<Void>.pending()
    let chain = gate.map { $0 }
      .catch { _ in ran.write("catch") }
      .recover { _ in
        ran.write("recover")
        return 1
      }
      .finally { clean.fulfill() }
      .map {
        ran.write("map")
        return $0
      }
    await Leaver.get.visit(chain)
    try await cleaned.value
    #expect(chain.isAbandoned)
    #expect(open.fulfill(1))
    #expect(ran.entries.isEmpty)
  }

  @Test("E1: cancel() cancels a promise even if other promises are derived from it")
  func cancel() async {
    let (source, resolver) = pendingWork()
    let derived = source.map { $0 }
    #expect(source.cancel())
    #expect(source.isRejectedByCancellation)
    #expect(await derived.settledOutcome == .cancelled)
    #expect(!resolver.fulfill(1))
  }

  // MARK: Late consumers

  @Test("E3: a consumer of an abandoned promise learns what happened, where, and what to do")
  func abandoned() async throws {
    let (promise, resolver) = Promise<Int>.pending(fileID: "App/Feed.swift", line: 7)
    resolver.onCancel {}
    promise.map { $0 }.cancel()
    let error = await #expect(throws: PromiseError.self) { try await promise.value }
    guard case .abandoned(let place)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(place == "App/Feed.swift:7")
    let text = "\(PromiseError.abandoned(createdAt: place))"
    for part in ["App/Feed.swift:7", "shielded()", "promise.value", "promise.get()"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  /// Ways to consume a promise.
  enum Comer: CaseIterable, Sendable {
    case derived, handler, value, result, get, current, group, follower

    func visit(_ promise: Promise<Int>) async {
      switch self {
      case .derived: _ = promise.map { $0 }
      case .handler: promise.whenSettled { _ in }
      case .value: _ = try? await promise.value
      case .result: _ = await promise.result
      case .get: _ = try? await promise.get()
      case .current: _ = promise.resultIfSettled
      case .group: _ = Promise.race([promise])
      case .follower:
        let (_, resolver) = Promise<Int>.pending()
        resolver.follow(promise)
      }
    }
  }

  @Test("H2: a consumer of an abandoned promise is reported, once", arguments: Comer.allCases)
  func reported(_ comer: Comer) async throws {
    let events = try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let (promise, resolver) = Promise<Int>.pending(fileID: "Late.swift", line: 5)
      resolver.onCancel {}
      promise.map { $0 }.cancel()
      _ = promise.description
      try await scope.settle()
      #expect(scope.events.isEmpty)
      for _ in 0..<2 { await comer.visit(promise) }
      try await scope.settle()
      return scope.events
    }
    try #require(events.count == 1, "\(events)")
    guard case .abandonedPromise(let trace) = events[0] else {
      return #expect(Bool(false), "\(events)")
    }
    #expect(trace.contains("Late.swift:5"))
  }

  @Test("H1: neither an abandoned promise nor its later consumers are unhandled rejections")
  func unreported() async throws {
    let rejections = try await unhandledRejections {
      let (promise, resolver) = pendingWork()
      promise.map { $0 }.map { $0 }.cancel()
      #expect(promise.isAbandoned)
      _ = promise.map { $0 }.map { $0 }
      withExtendedLifetime(resolver) {}
    }
    #expect(rejections.isEmpty)
  }

  @Test("E2: callers of a flight aren't affected by other callers that leave")
  func flight() async throws {
    let gates = WorkGate(2)
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let flight = SingleFlight<Int, Int>()
      let first = flight.run(for: 0) { try await gates.stubbornWork(on: 0) }
      try await gates.started(0)
      first.map { $0 }.cancel()
      #expect(first.isAbandoned)
      try await gates.cancelled(0)
      // Called before the stopped operation has ended.
      let second = flight.run(for: 0) { try await gates.work(on: 1) }
      gates.finish(0)
      gates.finish(1)
      #expect(try await second.get() == 10)
      try await scope.settle()
      #expect(scope.events.isEmpty)
    }
  }

  @Test("E2 G3: an attempt that follows an abandoned promise fails, and is repeated")
  func retry() async throws {
    let (promise, resolver) = pendingWork()
    promise.map { $0 }.cancel()
    let answer = Promise.retry(maxAttempts: 2) { attempt in
      attempt == 1 ? promise : .fulfilled(attempt)
    }
    #expect(try await answer.get() == 2)
    withExtendedLifetime(resolver) {}
  }
}
