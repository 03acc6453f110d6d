// What AsyncHTTPClient does, and a promise whose limit covers the response's body.

import AsyncHTTPClient
import AsyncHTTPClientPromises
import AsyncPromises
import AsyncPromisesTesting
import FrameworksSupport
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@Suite("AsyncHTTPClient", .timeLimit(.minutes(5)))
struct AsyncHTTPClientTests {
  @Test("the timeout of execute covers the head alone: a body that comes later is read to its end")
  func timeoutOfExecute() async throws {
    try await withClient { client, listener, request in
      let server = try await warmUp(client, listener, request)
      let body = Promise {
        let response = try await client.execute(request, timeout: .seconds(2))
        return String(buffer: try await response.body.collect(upTo: 100))
      }
      _ = try await server.receive().value
      server.send(head + "ab")
      try await Promise<Void>.delay(for: .milliseconds(2100)).get()
      server.send("cd")
      #expect(try await body.value == "abcd")
    }
  }

  @Test("the limit of promise(of:) covers the body, and closes the connection")
  func limitOfPromise() async throws {
    let clock = ManualClock()
    try await withPromiseScope(clock: clock) { _ in
      try await withClient { client, listener, request in
        let answer = client.promise(of: request, maxBytes: 100, within: .seconds(5))
        let server = try await listener.accept().value
        _ = try await server.receive().value
        server.send(head + "ab")
        await clock.advance(by: .seconds(5))
        #expect(await answer.timesOut)
        #expect(try await server.receive().value == "")
      }
    }
  }

  @Test("promise(of:) is fulfilled with the head and the body")
  func promise() async throws {
    try await withClient { client, listener, request in
      let answer = client.promise(of: request, maxBytes: 100, within: .seconds(100))
      let server = try await listener.accept().value
      _ = try await server.receive().value
      server.send(head + "abcd")
      let (head, body) = try await answer.value
      #expect(head.status == .ok)
      #expect(String(buffer: body) == "abcd")
    }
  }

  @Test("a task that is cancelled while it collects the body: CancellationError, connection closed")
  func cancelled() async throws {
    try await withClient { client, listener, request in
      let (begun, begin) = Promise<Void>.pending()
      let task = Task {
        let response = try await client.execute(request, timeout: .seconds(100))
        begin.fulfill()
        _ = try await response.body.collect(upTo: 100)
      }
      let server = try await listener.accept().value
      _ = try await server.receive().value
      server.send(head + "ab")
      try await begun.value
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await server.receive().value == "")
    }
  }

  @Test(
    "a task that is cancelled while it waits for the head: CancellationError, connection closed")
  func cancelledEarly() async throws {
    try await withClient { client, listener, request in
      let task = Task { _ = try await client.execute(request, timeout: .seconds(100)) }
      let server = try await listener.accept().value
      _ = try await server.receive().value
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await server.receive().value == "")
    }
  }

  @Test("the limit passes before the head has come: deadlineExceeded, connection closed")
  func limitOfHead() async throws {
    try await withClient { client, listener, request in
      let server = try await warmUp(client, listener, request)
      let answer = Promise { _ = try await client.execute(request, timeout: .seconds(2)) }
      _ = try await server.receive().value
      #expect(await answer.error as? HTTPClientError == .deadlineExceeded)
      #expect(try await server.receive().value == "")
    }
  }

  @Test("a refused connection is tried again until the limit; the error isn't an HTTPClientError")
  func nobodyListens() async throws {
    let port = try Listener().port
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/")
    let client = HTTPClient()
    let start = ContinuousClock.now
    let answer = Promise { _ = try await client.execute(request, timeout: .milliseconds(300)) }
    let error = await answer.error
    #expect(error is IOError)
    #expect(ContinuousClock.now - start > .milliseconds(250))
    try await client.shutdown()
  }

  @Test("without retryConnectionEstablishment, a refused connection fails at once")
  func refusedAtOnce() async throws {
    let port = try Listener().port
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/")
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(configuration: configuration)
    let answer = client.promise(of: request, maxBytes: 100, within: .seconds(1000))
    #expect(await answer.error is IOError)
    try await client.shutdown()
  }

  @Test("shutting the client down fails the requests in flight with HTTPClientError.cancelled")
  func shutdown() async throws {
    let (client, listener) = (HTTPClient(), try Listener())
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(listener.port)/")
    let answer = client.promise(of: request, maxBytes: 100, within: .seconds(1000))
    let server = try await listener.accept().value
    _ = try await server.receive().value
    try await client.shutdown()
    #expect(await answer.error as? HTTPClientError == .cancelled)
    #expect(try await server.receive().value == "")
  }

  @Test("a request that the client's shutdown ends is a cancellation, and is not tried again")
  func cancellation() async throws {
    let (client, listener) = (HTTPClient(), try Listener())
    let attempts = Mutex(0)
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(listener.port)/")
    let answer = Promise.retry(maxAttempts: 3) {
      attempts.withLock { $0 += 1 }
      return client.promise(of: request, maxBytes: 100, within: .seconds(1000))
    }
    let server = try await listener.accept().value
    _ = try await server.receive().value
    try await client.shutdown()
    #expect(await answer.error as? HTTPClientError == .cancelled)
    #expect(attempts.withLock { $0 } == 1)
  }

  // MARK: Server

  private let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"

  /// Opens the connection that the next request uses: the first one takes long.
  private func warmUp(
    _ client: HTTPClient, _ listener: Listener, _ request: HTTPClientRequest
  ) async throws -> Peer {
    let answer = client.promise(of: request, maxBytes: 100, within: .seconds(1000))
    let server = try await listener.accept().value
    _ = try await server.receive().value
    server.send(head + "abcd")
    _ = try await answer.value
    return server
  }

  private func withClient(
    _ body: (HTTPClient, Listener, HTTPClientRequest) async throws -> Void
  ) async throws {
    let (client, listener) = (HTTPClient(), try Listener())
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(listener.port)/")
    let result: Result<Void, any Error>
    do { result = .success(try await body(client, listener, request)) } catch {
      result = .failure(error)
    }
    try await client.shutdown()
    try result.get()
  }
}
