// Tests conversions from promises to event loop futures.

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

  @Test("completes like the promise, before or after the conversion")
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

  @Test("a round trip keeps the outcome")
  func roundTrip() async throws {
    #expect(try await Promise.fulfilled(1).future(on: loop).promise().get() == 1)
    await #expect(throws: TestError.first) {
      try await Promise<Int>.rejected(TestError.first).future(on: loop).promise().get()
    }
  }

  @Test("a cancelled promise fails the future, and isn't reported as unhandled")
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

  @Test("the future is a consumer: the promise continues when others withdraw")
  func interest() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let future = promise.future(on: loop)
    promise.map { $0 }.cancel()
    resolver.fulfill(1)
    #expect(try await future.get() == 1)
  }

  @Test("a released resolver fails the future, so that NIO reports no leaked promise")
  func broken() async throws {
    let future = Promise<Int> { _ in }.future(on: loop)
    await #expect(throws: PromiseError.self) { try await future.get() }
  }

  @Test("the value is released with the future")
  func lifetime() async throws {
    let freed = try await {
      let (future, freed) = Tracked.with { Promise.fulfilled($0).future(on: loop) }
      try await future.get().use()
      return freed
    }()
    try await freed.value
  }

  @Test("a thousand concurrent promises, on all loops of a group")
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

  @Test("cancelling pending promises allows a group to shut down")
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
