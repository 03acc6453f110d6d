// What FlyingFox does with a handler's work.

import AsyncPromises
import FlyingFox
import FlyingSocks
import Foundation
import FrameworksSupport
import Testing

@Suite("FlyingFox", .timeLimit(.minutes(5)))
struct FlyingFoxTests {
  private let work = Work()

  @Test("the handler of a client that leaves runs to its end, and isn't cancelled")
  func clientLeaves() async throws {
    try await withServer { _, port in
      let client = try Peer(to: port)
      client.send(request)
      try await work.begun.value
      client.close()
      try await grace()
      #expect(work.wasCancelled.resultIfSettled == nil)
      work.end()
      #expect(try await !work.wasCancelled.value)
    }
  }

  @Test("at the server's limit, a handler that awaits get() is cancelled, and the client gets 500")
  func limit() async throws {
    try await withServer(timeout: 0.01) { _, port in
      let client = try Peer(to: port)
      client.send(request)
      #expect(try await client.receive().value.hasPrefix("HTTP/1.1 500"))
      #expect(try await work.wasCancelled.value)
    }
  }

  @Test("a handler's own limit, shorter than the server's, decides what the client gets")
  func ownLimit() async throws {
    try await withServer(ownLimit: .milliseconds(10)) { _, port in
      let client = try Peer(to: port)
      client.send(request)
      #expect(try await client.receive().value.hasPrefix("HTTP/1.1 504"))
      #expect(try await work.wasCancelled.value)
    }
  }

  @Test("stop() cancels handlers that run when its time has passed; their clients get 500")
  func stop() async throws {
    try await withServer { server, port in
      let client = try Peer(to: port)
      client.send(request)
      try await work.begun.value
      await server.stop(timeout: 0.05)
      #expect(try await work.wasCancelled.value)
      #expect(try await client.receive().value.hasPrefix("HTTP/1.1 500"))
    }
  }

  @Test("cancelling run() cancels the handlers; their clients get 500")
  func cancelledRun() async throws {
    let server = try server()
    let running = Task { try await server.run() }
    try await server.waitUntilListening()
    let client = try Peer(to: try await port(of: server))
    client.send(request)
    try await work.begun.value
    running.cancel()
    // CancellationError or SocketError.disconnected, whichever comes first.
    await #expect(throws: (any Error).self) { try await running.value }
    #expect(try await work.wasCancelled.value)
    #expect(try await client.receive().value.hasPrefix("HTTP/1.1 500"))
  }

  // MARK: Server

  private let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  private func server(
    timeout: TimeInterval = 1000, ownLimit: Duration = .seconds(1000)
  ) throws -> HTTPServer {
    HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0), timeout: timeout, logger: .disabled,
      handler: ClosureHTTPHandler { [work] _ in
        do {
          try await Promise { try await work.run() }.timeout(after: ownLimit).get()
          return HTTPResponse(statusCode: .ok)
        } catch PromiseError.timedOut {
          return HTTPResponse(statusCode: .gatewayTimeout)
        }
      })
  }

  private func port(of server: HTTPServer) async throws -> Int {
    guard case .ip4(_, let port) = try #require(await server.listeningAddress) else { return 0 }
    return Int(port)
  }

  private func withServer(
    timeout: TimeInterval = 1000, ownLimit: Duration = .seconds(1000),
    _ body: (HTTPServer, Int) async throws -> Void
  ) async throws {
    let server = try server(timeout: timeout, ownLimit: ownLimit)
    let running = Task { try await server.run() }
    try await server.waitUntilListening()
    try await body(server, port(of: server))
    running.cancel()
    _ = await running.result
  }
}
