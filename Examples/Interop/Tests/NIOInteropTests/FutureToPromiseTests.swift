// Tests conversions from event loop futures to promises.

import AsyncPromises
import AsyncPromisesTesting
import InteropSupport
import NIOCore
import NIOEmbedded
import NIOInterop
import NIOPosix
import Testing

@Suite("EventLoopFuture → Promise", .timeLimit(.minutes(10)))
struct FutureToPromiseTests {
  let loop = MultiThreadedEventLoopGroup.singleton.next()

  @Test("settles like the future, before or after the conversion")
  func outcome() async throws {
    #expect(try await loop.makeSucceededFuture(1).promise().get() == 1)
    let failed: EventLoopFuture<Int> = loop.makeFailedFuture(TestError.first)
    await #expect(throws: TestError.first) { try await failed.promise().get() }

    let later = loop.makePromise(of: Int.self)
    let promise = later.futureResult.promise()
    #expect(promise.resultIfSettled == nil)
    later.succeed(2)
    #expect(try await promise.value == 2)
  }

  @Test("handlers run where they are written, not on the loop")
  func isolation() async throws {
    let loop = loop
    let settled = loop.makePromise(of: Void.self)
    let promise = settled.futureResult.promise()
    let nowhere = promise.map { loop.inEventLoop }
    let onMain = promise.map { @MainActor in
      MainActor.assertIsolated()
      return loop.inEventLoop
    }
    settled.succeed()
    #expect(try await !nowhere.value)
    #expect(try await !onMain.value)
  }

  @Test("handlers of an actor whose executor is the loop run on the loop")
  func actorOnLoop() async throws {
    let meter = Meter(on: loop)
    let settled = loop.makePromise(of: Int.self)
    let counted = await meter.add(settled.futureResult.promise())
    settled.succeed(3)
    #expect(try await counted.value == 3)
  }

  @Test("a cancelled promise ends immediately; a later result of the future is ignored")
  func cancellation() async throws {
    try await withPromiseScope { scope in
      let work = loop.makePromise(of: Int.self)
      let promise = work.futureResult.promise()
      #expect(promise.cancel())
      #expect(await promise.endsCancelled)
      work.succeed(1)
      #expect(try await work.futureResult.get() == 1)
      try await scope.settle(within: patience)
      #expect(scope.events.isEmpty)
    }
  }

  @Test("a cancelled promise releases its handlers, even while the future is pending")
  func cancelledLifetime() async throws {
    let work = loop.makePromise(of: Void.self)
    let promise = work.futureResult.promise()
    let (derived, freed) = Tracked.with { object in promise.map { object.use() } }
    derived.cancel()
    try await freed.value
    #expect(promise.resultIfSettled == nil)
    work.succeed()
    try await promise.value
  }

  @Test("the future keeps the value after the promise is released")
  func lifetime() async throws {
    let work = loop.makePromise(of: Tracked.self)
    let freed = try await {
      let (promise, freed) = Tracked.with { object in
        work.succeed(object)
        return work.futureResult.promise()
      }
      try await promise.value.use()
      return freed
    }()
    #expect(freed.resultIfSettled == nil, "The future still has the value.")
    withExtendedLifetime(work) {}
  }
}

@Suite("Scheduled → Promise", .timeLimit(.minutes(10)))
struct ScheduledToPromiseTests {
  let loop = NIOAsyncTestingEventLoop()

  @Test("settles when the task ends")
  func outcome() async throws {
    let answer = loop.scheduleTask(in: .hours(1)) { 42 }.promise()
    let failure = loop.scheduleTask(in: .hours(1)) { throw TestError.first }.promise()
    await loop.advanceTime(by: .minutes(59))
    #expect(answer.resultIfSettled == nil)
    await loop.advanceTime(by: .minutes(1))
    #expect(try await answer.value == 42)
    await #expect(throws: TestError.first) { try await failure.value }
  }

  @Test("a cancelled promise removes the task from the loop, and frees it")
  func cancellation() async throws {
    let (promise, freed) = Tracked.with { object in
      loop.scheduleTask(in: .hours(1)) { object.use() }.promise()
    }
    promise.cancel()
    #expect(await promise.endsCancelled)
    await loop.advanceTime(by: .hours(1))
    try await freed.value
  }

  @Test("cancelling the scheduled task rejects the promise")
  func cancelledByLoop() async throws {
    let scheduled = loop.scheduleTask(in: .hours(1)) {}
    let promise = scheduled.promise()
    scheduled.cancel()
    await #expect(throws: EventLoopError.cancelled) { try await promise.value }
  }

  @Test("shutting down the group rejects the promise")
  func shutdown() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let promise = group.next().scheduleTask(in: .hours(1)) {}.promise()
    try await Promise.wrap { group.shutdownGracefully($0) }.get()
    await #expect(throws: EventLoopError.self) { try await promise.value }
  }

  @Test("a loop that drops its tasks rejects the promise")
  func forgotten() async throws {
    let promise = loop.scheduleTask(in: .hours(1)) {}.promise()
    await loop.shutdownGracefully()
    await #expect(throws: (any Error).self) { try await promise.value }
  }
}

/// An actor whose executor is the event loop.
private actor Meter {
  private let loop: any EventLoop
  private var sum = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor.asUnownedSerialExecutor()
  }

  init(on loop: any EventLoop) {
    self.loop = loop
  }

  func add(_ amount: Promise<Int>) -> Promise<Int> {
    amount.map {
      self.loop.preconditionInEventLoop()
      self.sum += $0
      return self.sum
    }
  }
}
