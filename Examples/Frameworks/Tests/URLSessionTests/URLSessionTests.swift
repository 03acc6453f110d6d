// What URLSession does on Linux, and a promise of a load.

import AsyncPromises
import Foundation
import FrameworksSupport
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLError: @retroactive PossibleCancellation {
  /// Whether the load's task or session was cancelled.
  public var isCancellation: Bool { code == .cancelled }
}

@Suite("URLSession on Linux", .timeLimit(.minutes(5)))
struct URLSessionTests {
  private let listener: Listener
  private let url: URL

  init() throws {
    listener = try Listener()
    url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
  }

  @Test("a load whose task is cancelled throws URLError.cancelled; the connection is closed")
  func cancelledTask() async throws {
    let load = Task { try await URLSession.shared.data(from: url) }
    let server = try await listener.accept().value
    _ = try await server.receive().value
    load.cancel()
    let error = await #expect(throws: URLError.self) { try await load.value }
    #expect(error?.code == .cancelled)
    #expect(try await server.receive().value == "")
  }

  @Test("a promise of a load that is left or times out closes the connection")
  func promiseOfLoad() async throws {
    for limit in [Duration.seconds(1000), .milliseconds(100)] {
      let load = Promise { try await URLSession.shared.data(from: url) }.timeout(after: limit)
      let server = try await listener.accept().value
      _ = try await server.receive().value
      if limit > .seconds(1) { load.cancel() }
      #expect(await load.timesOut == (limit < .seconds(1)))
      #expect(try await server.receive().value == "")
    }
  }

  @Test("the request's limit passes before the head has come: URLError.timedOut")
  func limitOfHead() async throws {
    try await warmUp()
    var request = URLRequest(url: url)
    request.timeoutInterval = 2
    let load = Promise { [request] in try await URLSession.shared.data(for: request) }
    let server = try await listener.accept().value
    #expect((await load.error as? URLError)?.code == .timedOut)
    _ = try await server.receive().value
    #expect(try await server.receive().value == "")
  }

  @Test("a body that trickles outlasts the request's limit: each piece begins it anew")
  func trickle() async throws {
    try await warmUp()
    var request = URLRequest(url: url)
    request.timeoutInterval = 2
    let load = Promise { [request] in try await URLSession.shared.data(for: request).0 }
    let server = try await listener.accept().value
    _ = try await server.receive().value
    server.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
    for piece in "abcde" {
      try await Promise<Void>.delay(for: .milliseconds(600)).get()
      server.send(String(piece))
    }
    #expect(try await String(decoding: load.value, as: UTF8.self) == "abcde")
  }

  @Test("the session's limit for a resource isn't kept")
  func limitOfResource() async throws {
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForResource = 0.2
    let session = URLSession(configuration: configuration)
    let load = Promise { try await session.data(from: url).0 }
    let server = try await listener.accept().value
    _ = try await server.receive().value
    try await Promise<Void>.delay(for: .milliseconds(600)).get()
    server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")
    #expect(try await String(decoding: load.value, as: UTF8.self) == "ab")
    session.invalidateAndCancel()
  }

  @Test("URLError.cancelled, which the program declares a cancellation, is not tried again")
  func cancellation() async throws {
    let attempts = Mutex(0)
    let load = Promise.retry(maxAttempts: 3) { () async throws -> Data in
      attempts.withLock { $0 += 1 }
      let load = Task { try await URLSession.shared.data(from: url).0 }
      load.cancel()
      return try await load.value
    }
    #expect((await load.error as? URLError)?.code == .cancelled)
    #expect(attempts.withLock { $0 } == 1)
  }

  @Test("invalidateAndCancel() fails the loads in flight with URLError.cancelled")
  func invalidate() async throws {
    let session = URLSession(configuration: .default)
    let load = Promise { try await session.data(from: url) }
    let server = try await listener.accept().value
    _ = try await server.receive().value
    session.invalidateAndCancel()
    #expect((await load.error as? URLError)?.code == .cancelled)
    #expect(try await server.receive().value == "")
  }

  @Test("finishTasksAndInvalidate() lets the loads in flight end")
  func finish() async throws {
    let session = URLSession(configuration: .default)
    let load = Promise { try await session.data(from: url).0 }
    let server = try await listener.accept().value
    _ = try await server.receive().value
    session.finishTasksAndInvalidate()
    server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")
    #expect(try await String(decoding: load.value, as: UTF8.self) == "ab")
  }

  @Test("nobody listens: URLError.cannotConnectToHost at once")
  func nobodyListens() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:\(try Listener().port)/"))
    let load = Promise { try await URLSession.shared.data(from: url) }
    #expect((await load.error as? URLError)?.code == .cannotConnectToHost)
  }

  /// Loads once: the first load of a process takes long.
  private func warmUp() async throws {
    let load = Promise { try await URLSession.shared.data(from: url).0 }
    let server = try await listener.accept().value
    _ = try await server.receive().value
    server.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab")
    server.close()
    _ = try await load.value
  }
}
