// Tests how requests and servers end: cancellation, shutdown, lifetimes.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import HTTPInterop
import InteropSupport
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@Suite("HTTP: cancellation and shutdown", .timeLimit(.minutes(10)))
struct ClosingTests {
  @Test("cancelling a request closes its connection, which cancels only its work")
  func cancelledRequest() async throws {
    let (unwanted, wanted) = (Work(), Work())
    try await withServer({ request in
      (request.path == "/wanted" ? wanted : unwanted).begin()
    }) { _, client in
      let left = client.send(Request("/unwanted"))
      let kept = client.send(Request("/wanted"))
      try await unwanted.asked.value
      try await wanted.asked.value
      left.cancel()
      #expect(await left.endsCancelled)
      #expect(try await unwanted.isCancelled.value)
      wanted.end("here")
      #expect(try await kept.content.value == "here")
    }
  }

  @Test("work that two clients wait for continues when one of them disconnects")
  func sharedWork() async throws {
    let work = Work()
    let (joined, join) = Promise<Void>.pending()
    let (left, leave) = Promise<Void>.pending()
    try await withServer({ request in
      // Attach first, then signal: the test may act on the signal immediately.
      guard request.path == "/left" else {
        let answer = work.answer.map { $0 }
        _ = work.begin()
        return answer
      }
      let answer = work.answer.finally { leave.fulfill() }
      join.fulfill()
      return answer
    }) { _, client in
      let leaving = client.send(Request("/left"))
      let staying = client.send(Request("/stay"))
      try await work.asked.value
      try await joined.value
      leaving.cancel()
      try await left.value
      work.end("shared")
      #expect(try await staying.content.value == "shared")
      #expect(try await !work.isCancelled.value)
    }
  }

  @Test("a request that is cancelled before it connects never arrives")
  func cancelledEarly() async throws {
    let arrived = Journal<String>()
    try await withServer({ request in
      arrived.write(request.path)
      return .fulfilled(Response())
    }) { server, _ in
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let client = Client(to: server.address, on: group)
      try await withPromiseScope { scope in
        let request = whileBusy(group) {
          let request = client.send(Request("/early"))
          request.cancel()
          return request
        }
        #expect(await request.endsCancelled)
        _ = try await client.send(Request("/late")).get()
        try await scope.settle(within: patience)
        #expect(scope.events.isEmpty)
      }
      try await Promise.wrap { group.shutdownGracefully($0) }.get()
    }
    #expect(arrived.entries == ["/late"])
  }

  @Test("stopping a server sends the current answer, and accepts no new requests")
  func gracefulStop() async throws {
    let work = Work()
    try await withServer({ _ in work.begin() }) { server, client in
      let answer = client.send(Request("/"))
      try await work.asked.value
      let stopped = server.stop()
      await #expect(throws: (any Error).self) { try await client.send(Request("/new")).get() }
      #expect(stopped.resultIfSettled == nil)
      work.end("the last one")
      #expect(try await answer.content.value == "the last one")
      try await stopped.value
    }
  }

  @Test("cancelling a stop only ends the wait")
  func cancelledStop() async throws {
    try await withServer({ _ in .fulfilled(Response()) }) { server, client in
      _ = try await client.send(Request("/")).get()
      server.stop().cancel()
      try await server.stop().value
    }
  }

  @Test("aborting a server rejects requests and cancels answers")
  func abort() async throws {
    let work = Work()
    try await withServer({ _ in work.begin() }) { server, client in
      let answer = client.send(Request("/"))
      try await work.asked.value
      try await server.abort().value
      await #expect(throws: (any Error).self) { try await answer.value }
      #expect(try await work.isCancelled.value)
    }
  }

  @Test("shutting down the event loops rejects requests")
  func shutdownOfClient() async throws {
    let work = Work()
    try await withServer({ _ in work.begin() }) { server, _ in
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let answer = Client(to: server.address, on: group).send(Request("/"))
      try await work.asked.value
      try await Promise.wrap { group.shutdownGracefully($0) }.get()
      await #expect(throws: (any Error).self) { try await answer.value }
      #expect(try await work.isCancelled.value)
    }
  }

  @Test("answered and cancelled requests keep nothing alive")
  func lifetime() async throws {
    let work = Work()
    try await withServer({ request in
      request.path == "/work" ? work.begin() : .fulfilled(Response())
    }) { _, client in
      let (answered, freed) = Tracked.with { object in
        client.send(Request("/")).map { _ in object.use() }
      }
      try await answered.value
      try await freed.value

      let (waiting, freedToo) = Tracked.with { object in
        client.send(Request("/work")).map { _ in object.use() }
      }
      try await work.asked.value
      waiting.cancel()
      try await freedToo.value
      #expect(try await work.isCancelled.value)
    }
  }

  @Test("starting on a port that is in use fails")
  func portTaken() async throws {
    try await withServer({ _ in .fulfilled(Response()) }) { server, _ in
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      try await withPromiseScope { scope in
        let second = Server.start(on: group, port: server.address.port ?? 0) { _ in
          .fulfilled(Response())
        }
        await #expect(throws: IOError.self) { _ = try await second.value }
        try await Promise.wrap { group.shutdownGracefully($0) }.get()
        try await scope.settle(within: patience)
        #expect(scope.events.isEmpty)
      }
    }
  }

  @Test("cancelling a start leaves no listener behind")
  func cancelledStart() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let start = whileBusy(group) {
      let start = Server.start(on: group) { _ in .fulfilled(Response()) }
      start.cancel()
      return start
    }
    #expect(await start.endsCancelled)
    try await Promise.wrap { group.shutdownGracefully($0) }.get()
  }
}

/// Runs `body` while the group's only loop is blocked.
private func whileBusy<R>(_ group: MultiThreadedEventLoopGroup, _ body: () -> R) -> R {
  let gate = DispatchSemaphore(value: 0)
  group.next().execute { gate.wait() }
  defer { gate.signal() }
  return body()
}
