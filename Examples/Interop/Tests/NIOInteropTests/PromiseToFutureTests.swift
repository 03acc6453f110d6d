// From a promise to an event loop future.

import AsyncPromises
import AsyncPromisesTesting
import InteropSupport
import NIOCore
import NIOInterop
import NIOPosix
import Testing

@Suite("Promise → EventLoopFuture", .timeLimit(.minutes(10)))
struct PromiseToFutureTests {
  let loop = MultiThreadedEventLoopGroup.singleton.next()

  @Test("completes as the promise settles, whichever comes first")
  func outcome() async throws {
    #expect(try await Promise.fulfilled(1).future(on: loop).get() == 1)
    await #expect(throws: TestError.first) {
      try await Promise<Int>.rejected(TestError.first).future(on: loop).get()
    }
    let (promise, resolver) = Promise<Int>.pending()
    let future = promise.future(on: loop)
    resolver.fulfill(2)
    #expect(try await future.get() == 2)
  }

  @Test("callbacks run on the loop")
  func isolation() async throws {
    let loop = loop
    let (promise, resolver) = Promise<Int>.pending()
    let isOnLoop = promise.future(on: loop).map { _ in loop.inEventLoop }
    resolver.fulfill(1)
    #expect(try await isOnLoop.get())
  }

  @Test("there and back, the outcome is the same")
  func roundTrip() async throws {
    #expect(try await Promise.fulfilled(1).future(on: loop).promise().get() == 1)
    await #expect(throws: TestError.first) {
      try await Promise<Int>.rejected(TestError.first).future(on: loop).promise().get()
    }
  }

  @Test("a cancelled promise fails the future, and a rejection there is not unhandled")
  func cancellation() async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let future = promise.future(on: loop)
      promise.cancel()
      await #expect(throws: CancellationError.self) { try await future.get() }
      resolver.fulfill(1)
      try await scope.settle(within: patience)
      #expect(scope.events.isEmpty)
    }
  }

  @Test("the future is a consumer: what others withdraw goes on for it")
  func interest() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let future = promise.future(on: loop)
    promise.map { $0 }.cancel()
    resolver.fulfill(1)
    #expect(try await future.get() == 1)
  }

  @Test("a forgotten resolver fails the future: NIO is left no promise to leak")
  func broken() async throws {
    let future = Promise<Int> { _ in }.future(on: loop)
    await #expect(throws: PromiseError.self) { try await future.get() }
  }

  @Test("a value that arrived is let go with the future")
  func lifetime() async throws {
    let freed = try await {
      let (future, freed) = Tracked.with { Promise.fulfilled($0).future(on: loop) }
      try await future.get().use()
      return freed
    }()
    try await freed.value
  }

  @Test("a thousand at once, over all loops of a group")
  func many() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let pending = (0..<1000).map { _ in Promise<Int>.pending() }
    let futures = pending.map { $0.promise.future(on: group.next()) }
    let all = EventLoopFuture.whenAllSucceed(futures, on: loop)
    await withDiscardingTaskGroup { tasks in
      for (index, (_, resolver)) in pending.enumerated() {
        tasks.addTask { resolver.fulfill(index) }
      }
    }
    #expect(try await all.get() == Array(0..<1000))
  }

  @Test("before a group is shut down, what is pending is cancelled")
  func shutdown() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let (promise, resolver) = Promise<Int>.pending()
    let future = promise.future(on: group.next())
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await future.get() }
    try await Promise.wrap { group.shutdownGracefully($0) }.get()
    withExtendedLifetime(resolver) {}
  }
}
