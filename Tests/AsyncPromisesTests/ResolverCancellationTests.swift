// Resolver.swift: onCancel, which notifies the producer of a cancellation.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Resolver.onCancel", .timeLimit(.minutes(10)))
struct ResolverCancellationTests {
  @Test("E1: handlers run once, in order, before cancel returns")
  func once() {
    let (promise, resolver) = Promise<Int>.pending()
    let told = Journal<Int>()
    for index in 0..<3 { resolver.onCancel { told.write(index) } }
    #expect(told.entries.isEmpty)
    promise.cancel()
    #expect(told.entries == [0, 1, 2])
    promise.cancel()
    resolver.fulfill(1)
    #expect(told.entries == [0, 1, 2])
  }

  @Test("E1: a handler registered after the cancellation runs immediately")
  func late() {
    let (promise, resolver) = Promise<Int>.pending()
    let told = Journal<Int>()
    promise.cancel()
    resolver.onCancel { told.write(0) }
    #expect(told.entries == [0])
    resolver.onCancel { told.write(1) }
    #expect(told.entries == [0, 1])
  }

  @Test("E1: handlers also run when the last consumer leaves")
  func withdrawn() {
    let (promise, resolver) = Promise<Int>.pending()
    let told = Journal<Bool>()
    resolver.onCancel { told.write(true) }
    promise.map { $0 }.tap { _ in }.cancel()
    #expect(told.count == 1)
    withExtendedLifetime(resolver) {}
  }

  /// Ways to settle without a cancellation.
  enum Settle: CaseIterable, Sendable {
    case fulfill
    case reject
    case rejectWithCancellationError
    case followSettled
    case followCancelled
    case drop
  }

  @Test(
    "E1: any other way of settling releases the handler, even one that is registered late",
    arguments: Settle.allCases, HandlerIsolation.allCases)
  func normalSettle(settle: Settle, home: HandlerIsolation) async throws {
    let told = Journal<Bool>()
    let (inner, innerResolver) = Promise<Int>.pending()
    func run(on isolation: isolated (any Actor)?) -> (Promise<Int>, Promise<Void>) {
      let (promise, resolver) = Promise<Int>.pending()
      let (_, freed) = tracking { object in
        resolver.onCancel {
          _ = isolation
          object.use()
          told.write(true)
        }
      }
      switch settle {
      case .fulfill: resolver.fulfill(1)
      case .reject: resolver.reject(TestError.first)
      case .rejectWithCancellationError: resolver.reject(CancellationError())
      case .followSettled: resolver.follow(.fulfilled(1))
      case .followCancelled:
        resolver.follow(inner)
        inner.cancel()
      case .drop: return (promise, freed)
      }
      resolver.onCancel {
        _ = isolation
        told.write(true)
      }
      return (promise, freed)
    }
    let (promise, freed) = await run(on: home.isolation())
    _ = await promise.result
    try await freed.value
    #expect(told.entries.isEmpty)
    #expect(!promise.cancel())
    withExtendedLifetime(innerResolver) {}
  }

  @Test("B6: a handler is released after it has run")
  func released() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (_, freed) = tracking { object in resolver.onCancel { object.use() } }
    promise.cancel()
    try await freed.value
    withExtendedLifetime((promise, resolver)) {}
  }

  @Test("E1 B5: a handler finds the promise cancelled, and may use it and any other")
  func reentrant() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let told = Journal<String>()
    otherResolver.onCancel { told.write("other") }
    resolver.onCancel {
      told.write("first: \(promise.isRejectedByCancellation)")
      told.write("again: \(promise.cancel()), \(resolver.fulfill(1))")
      resolver.onCancel { told.write("nested") }
      other.cancel()
    }
    resolver.onCancel { told.write("second") }
    promise.cancel()
    #expect(told.entries == ["first: true", "again: false, false", "nested", "other", "second"])
    withExtendedLifetime((resolver, otherResolver)) {}
  }

  @Test("E1: if a promise that follows another one is cancelled, its own handlers run as well")
  func following() async throws {
    let (inner, innerResolver) = Promise<Int>.pending()
    let (outer, outerResolver) = Promise<Int>.pending()
    let told = Journal<String>()
    innerResolver.onCancel { told.write("inner") }
    outerResolver.onCancel { told.write("before") }
    outerResolver.follow(inner)
    outerResolver.onCancel { told.write("after") }
    #expect(outer.cancel())
    #expect(told.entries.filter { $0 != "inner" } == ["before", "after"])
    #expect(told.entries.contains("inner"))
    #expect(inner.isAbandoned)
    withExtendedLifetime((innerResolver, outerResolver)) {}
  }

  @Test("E1: a handler can cancel the task that holds the resolver")
  func cancelsTask() async throws {
    let (never, keep) = Promise<Void>.pending()
    let promise = Promise<Int> { resolver in
      let task = Task {
        let ended = await never.result
        if case .failure(let error) = ended { resolver.reject(error) }
      }
      resolver.onCancel { task.cancel() }
    }
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await promise.value }
    #expect(never.resultIfSettled == nil)
    withExtendedLifetime(keep) {}
  }

  // MARK: Handlers of actors

  /// Cancels the promise itself, or the last promise derived from it.
  private func cancel(_ promise: Promise<Int>, downstream: Bool) -> Bool {
    downstream ? promise.map { $0 }.cancel() : promise.cancel()
  }

  @Test(
    "E1 B2: a handler registered before or after the cancellation runs once, where it was written",
    arguments: [true, false], [true, false])
  func isolation(isLate: Bool, downstream: Bool) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let places = Journal<String>()
    let ends = (0..<3).map { _ in Promise<Void>.pending() }
    let main: @MainActor () -> Void = {
      resolver.onCancel {
        MainActor.assertIsolated()
        places.write("main")
        ends[0].resolver.fulfill()
      }
    }
    let shared: @TestActor () -> Void = {
      resolver.onCancel {
        TestActor.assertIsolated()
        places.write("shared")
        ends[1].resolver.fulfill()
      }
    }
    let desk: @Sendable (isolated Desk) -> Void = { desk in
      resolver.onCancel {
        desk.enter()
        places.write("desk")
        ends[2].resolver.fulfill()
      }
    }
    if isLate {
      // Without a handler, there would be no work to stop when the last consumer leaves.
      resolver.onCancel {}
      #expect(cancel(promise, downstream: downstream))
    }
    await main()
    await shared()
    await desk(Desk())
    if !isLate { #expect(cancel(promise, downstream: downstream)) }
    for end in ends { try await end.promise.value }
    #expect(!promise.cancel())
    withExtendedLifetime(resolver) {}
    #expect(places.count == 3)
    #expect(Set(places.entries) == ["main", "shared", "desk"])
  }

  @Test("E1 B3: handlers on one actor run in the order of registration, after cancel returns")
  @MainActor
  func orderOnMain() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (ended, end) = Promise<Void>.pending()
    let told = Journal<Int>()
    for index in 0..<3 { resolver.onCancel { told.write(index) } }
    promise.cancel()
    // The main actor is busy with this test.
    #expect(told.entries.isEmpty)
    for index in 3..<6 { resolver.onCancel { told.write(index) } }
    resolver.onCancel { end.fulfill() }
    #expect(told.entries.isEmpty)
    try await ended.value
    #expect(told.entries == Array(0..<6))
  }

  @Test("E1: a handler on an actor doesn't delay nonisolated ones")
  @MainActor
  func mixed() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (ended, end) = Promise<Void>.pending()
    let told = Journal<String>()
    let nowhere: @Sendable (Int) -> Void = { index in
      resolver.onCancel { told.write("nowhere \(index)") }
    }
    nowhere(0)
    resolver.onCancel {
      told.write("main")
      end.fulfill()
    }
    nowhere(1)
    promise.cancel()
    #expect(told.entries == ["nowhere 0", "nowhere 1"])
    try await ended.value
    #expect(told.entries == ["nowhere 0", "nowhere 1", "main"])
    withExtendedLifetime(resolver) {}
  }

  @Test("B6: a main-actor handler is released on the main actor after it has run")
  func releasedOnMain() async throws {
    for isLate in [false, true] {
      let (promise, resolver) = Promise<Int>.pending()
      if isLate { promise.cancel() }
      let freedOnMain = await registerOnMain(with: resolver)
      promise.cancel()
      #expect(try await freedOnMain.value, "late: \(isLate)")
      withExtendedLifetime((promise, resolver)) {}
    }
  }

  @Test("B6: a main-actor handler is released on the main actor when it is skipped")
  func skippedOnMain() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let freedOnMain = await registerOnMain(with: resolver)
    resolver.fulfill(1)
    #expect(try await freedOnMain.value)
    withExtendedLifetime((promise, resolver)) {}
  }

  @MainActor
  private func registerOnMain(with resolver: Resolver<Int>) -> Promise<Bool> {
    let (object, freedOnMain) = Located.make()
    resolver.onCancel { object.use() }
    return freedOnMain
  }

  @Test(
    "T2: a scope waits for a handler that is queued on its actor",
    .enabled(if: Tracking.isOn, "Scopes need tracking."), arguments: [false, true])
  @MainActor
  func inScope(isLate: Bool) async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let told = Journal<Bool>()
      if isLate { promise.cancel() }
      resolver.onCancel { told.write(true) }
      promise.cancel()
      // The main actor is busy with this test.
      #expect(told.entries.isEmpty)
      try await scope.settle(within: .seconds(500))
      #expect(told.count == 1)
      withExtendedLifetime(resolver) {}
    }
  }
}
