// What Hummingbird does with a handler's work, and a handler that hears that its client has left.

import AsyncPromises
import FrameworksSupport
import Hummingbird
import HummingbirdPromises
import Logging
import NIOCore
import ServiceLifecycle
import Testing

@Suite("Hummingbird", .timeLimit(.minutes(5)))
struct HummingbirdTests {
  private let work = Work()

  @Test("the handler of a client that leaves runs to its end, although it awaits get()")
  func clientLeaves() async throws {
    try await withServer { _, port in
      let client = try Peer(to: port)
      client.send(get("get"))
      try await work.begun.value
      client.close()
      try await grace()
      #expect(work.wasCancelled.resultIfSettled == nil)
      work.end()
      #expect(try await !work.wasCancelled.value)
    }
  }

  @Test("answer { } stops the work of a client that leaves")
  func clientLeavesAnswer() async throws {
    try await withServer { _, port in
      let client = try Peer(to: port)
      client.send(get("answer"))
      try await work.begun.value
      client.close()
      #expect(try await work.wasCancelled.value)
    }
  }

  @Test("answer { } sends the value, also with a body that the work reads")
  func answer() async throws {
    work.end()
    try await withServer { _, port in
      let client = try Peer(to: port)
      client.send(get("answer"))
      #expect(try await client.receive().value.hasPrefix("HTTP/1.1 200"))
      let second = try Peer(to: port)
      second.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
      #expect(try await second.receiveAll().hasSuffix("\r\n\r\nhello"))
    }
  }

  @Test("a client that closes its half gets its answer from get(), and status 500 from answer { }")
  func halfClose() async throws {
    try await withServer { _, port in
      let client = try Peer(to: port)
      client.send(get("get"))
      try await work.begun.value
      client.halfClose()
      work.end()
      #expect(try await client.receive().value.hasPrefix("HTTP/1.1 200"))
    }
    try await withServer(Work()) { work, port in
      let client = try Peer(to: port)
      client.send(get("answer"))
      try await work.begun.value
      client.halfClose()
      #expect(try await work.wasCancelled.value)
      #expect(try await client.receive().value.hasPrefix("HTTP/1.1 500"))
    }
  }

  @Test("a promise's limit stops the work; its error is status 500")
  func limit() async throws {
    try await withServer { _, port in
      let client = try Peer(to: port)
      client.send(get("limit"))
      #expect(try await client.receive().value.hasPrefix("HTTP/1.1 500"))
      #expect(try await work.wasCancelled.value)
    }
  }

  @Test("a graceful shutdown waits for the handler, and cancels nothing")
  func gracefulShutdown() async throws {
    let server = Server(work)
    let running = Task { try await server.group.run() }
    let client = try Peer(to: try await server.port.value)
    client.send(get("get"))
    try await work.begun.value
    await server.group.triggerGracefulShutdown()
    try await grace()
    #expect(work.wasCancelled.resultIfSettled == nil)
    work.end()
    #expect(try await client.receive().value.hasPrefix("HTTP/1.1 200"))
    try await running.value
    #expect(try await !work.wasCancelled.value)
  }

  @Test("cancelling run() cancels the handler; the client gets no answer; run() returns")
  func cancelledRun() async throws {
    let server = Server(work)
    let running = Task { try await server.group.run() }
    let client = try Peer(to: try await server.port.value)
    client.send(get("get"))
    try await work.begun.value
    running.cancel()
    try await running.value
    #expect(try await work.wasCancelled.value)
    #expect(try await client.receiveAll() == "")
  }

  // MARK: Server

  private func get(_ path: String) -> String {
    "GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
  }

  private func withServer(
    _ work: Work? = nil, _ body: (Work, Int) async throws -> Void
  ) async throws {
    let work = work ?? self.work
    let server = Server(work)
    let running = Task { try await server.group.run() }
    try await body(work, server.port.value)
    running.cancel()
    _ = await running.result
  }
}

private struct Server: Sendable {
  let group: ServiceGroup
  let port: Promise<Int>

  init(_ work: Work) {
    let router = Router()
    router.get("get") { _, _ in
      try await Promise { try await work.run() }.get()
      return "done"
    }
    router.get("answer") { request, _ in
      try await request.answer { _ in Promise { try await work.run() } }
      return "done"
    }
    router.post("echo") { request, _ in
      try await request.answer { body in
        let bytes = try await body.collect(upTo: 100)
        return .fulfilled(String(buffer: bytes))
      }
    }
    router.get("limit") { _, _ in
      try await Promise { try await work.run() }.timeout(after: .milliseconds(10)).get()
      return "done"
    }
    let quiet = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }
    let (port, tell) = Promise<Int>.pending(name: "port of the server")
    self.port = port
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { tell.fulfill($0.localAddress?.port ?? 0) }, logger: quiet)
    group = ServiceGroup(
      configuration: .init(services: [.init(service: application)], logger: quiet))
  }
}
