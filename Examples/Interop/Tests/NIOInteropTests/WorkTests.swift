// What NIO does with the work behind a future or a channel, and what a promise changes.

import AsyncPromises
import InteropSupport
import NIOCore
import NIOEmbedded
import NIOInterop
import NIOPosix
import Testing

import struct AsyncPromises.Resolver

@Suite("NIO: work whose channel closes, whose task is cancelled", .timeLimit(.minutes(10)))
struct WorkTests {
  @Test("future.get() ignores that its task is cancelled; future.promise().get() doesn't")
  func cancelledGet() async throws {
    let loop = NIOAsyncTestingEventLoop()
    let answer = loop.makePromise(of: Int.self)
    let natural = Task { try await answer.futureResult.get() }
    natural.cancel()
    let task = Task { try await answer.futureResult.promise().get() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    answer.succeed(1)
    #expect(try await natural.value == 1)
    await loop.shutdownGracefully()
  }

  @Test("when a channel closes, the task of makeFutureWithTask goes on; a promise can stop")
  func closedChannel() async throws {
    let (natural, work) = (Sleeper(), Sleeper())
    let channel = NIOAsyncTestingChannel()
    let future = channel.eventLoop.makeFutureWithTask { try await natural.run() }
    let promise = Promise { try await work.run() }
    channel.closeFuture.whenComplete { _ in promise.cancel() }
    try await natural.begun.value
    try await channel.close()
    #expect(try await work.wasCancelled.value)
    #expect(natural.wasCancelled.resultIfSettled == nil)
    natural.end()
    try await future.get()
    #expect(try await !natural.wasCancelled.value)
  }

  @Test("executeThenClose isn't told that its channel has closed while it does something else")
  func closedAsyncChannel() async throws {
    let (channel, wrapped) = try await asyncChannel()
    let (natural, work) = (Sleeper(), Sleeper())
    let task = Task {
      try await wrapped.executeThenClose { _, _ in
        let promise = Promise { try await work.run() }
        channel.closeFuture.whenComplete { _ in promise.cancel() }
        _ = await promise.result
        try await natural.run()
      }
    }
    try await work.begun.value
    try await channel.close()
    #expect(try await work.wasCancelled.value)
    natural.end()
    _ = await task.result
    #expect(try await !natural.wasCancelled.value)
  }

  @Test("a loop over a channel is cancelled: CancellationError, and the channel is closed")
  func cancelledLoop() async throws {
    let (channel, wrapped) = try await asyncChannel()
    let (begun, begin) = Promise<Void>.pending()
    let task = Task {
      try await wrapped.executeThenClose { inbound, _ in
        begin.fulfill()
        for try await _ in inbound {}
      }
    }
    try await begun.value
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await channel.closeFuture.get()
  }

  @Test("a group that shuts down fails what it has scheduled with EventLoopError")
  func shutdown() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let promise = group.next().scheduleTask(in: .hours(1)) {}.promise()
    try await group.shutdownGracefully()
    await #expect(throws: EventLoopError.shutdown) { try await promise.value }
  }

  private func asyncChannel() async throws -> (NIOAsyncTestingChannel, NIOAsyncChannel<Int, Int>) {
    let channel = NIOAsyncTestingChannel()
    try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
    let wrapped = try await channel.testingEventLoop.executeInContext {
      try NIOAsyncChannel<Int, Int>(wrappingChannelSynchronously: channel)
    }
    return (channel, wrapped)
  }
}

/// Work that heeds cancellation, and that the test ends.
private struct Sleeper: Sendable {
  let begun: Promise<Void>
  private let begin: Resolver<Void>
  /// Whether its task was cancelled, once it has ended.
  let wasCancelled: Promise<Bool>
  private let decide: Resolver<Bool>
  private let gate: Promise<Void>
  private let open: Resolver<Void>

  init() {
    (begun, begin) = Promise.pending()
    (wasCancelled, decide) = Promise.pending()
    (gate, open) = Promise.pending()
  }

  func run() async throws {
    begin.fulfill()
    defer { decide.fulfill(Task.isCancelled) }
    try await gate.value
  }

  func end() {
    open.fulfill()
  }
}
