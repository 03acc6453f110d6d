// What gRPC does with a handler's work, and a handler that hears that its call is cancelled.

import AsyncPromises
import FrameworksSupport
import GRPCCore
import GRPCInProcessTransport
import GRPCNIOTransportCore
import GRPCNIOTransportHTTP2Posix
import GRPCPromises
import Testing

@Suite("grpc-swift-2", .timeLimit(.minutes(5)))
struct GRPCTests {
  private let work = Work()

  @Test("when the deadline passes, the client gets an error; the handler of get() keeps running")
  func deadline() async throws {
    try await withServer {
      try await $0.get()
    } body: { client, _ in
      let error = await #expect(throws: RPCError.self) {
        try await call(client, limit: .seconds(1))
      }
      #expect(error?.code == .deadlineExceeded)
      try await grace()
      #expect(work.wasCancelled.resultIfSettled == nil)
      work.end()
      #expect(try await !work.wasCancelled.value)
    }
  }

  @Test("when the deadline passes, getUntilCallEnds() stops the work")
  func deadlineUntilCallEnds() async throws {
    try await withServer {
      try await $0.getUntilCallEnds()
    } body: { client, _ in
      let error = await #expect(throws: RPCError.self) {
        try await call(client, limit: .seconds(1))
      }
      #expect(error?.code == .deadlineExceeded)
      let wasCancelled = try await work.wasCancelled.value
      #expect(wasCancelled)
    }
  }

  // Its wire form has eight digits and a letter, and the server reads at most eight characters.
  @Test(
    "a server isn't told of a deadline of 10 to 100 s or ms: only a limit of its own ends the work")
  func deadlineOfEightDigits() async throws {
    try await withServer {
      try await $0.getUntilCallEnds()
    } body: { client, _ in
      let error = await #expect(throws: RPCError.self) {
        try await call(client, limit: .milliseconds(90))
      }
      #expect(error?.code == .deadlineExceeded)
      try await grace()
      #expect(work.wasCancelled.resultIfSettled == nil)
      work.end()
    }
  }

  @Test("getUntilCallEnds() returns the value")
  func value() async throws {
    work.end()
    try await withServer {
      try await $0.getUntilCallEnds()
    } body: { client, _ in
      let answer = try await call(client, limit: .seconds(100))
      #expect(answer == "done")
    }
  }

  @Test("a graceful shutdown tells only the call; the handler that awaits get() ends its answer")
  func shutdown() async throws {
    try await withServer {
      try await $0.get()
    } body: { client, server in
      let answer = Promise { try await call(client, limit: .seconds(100)) }
      try await work.begun.value
      server.beginGracefulShutdown()
      try await grace()
      #expect(work.wasCancelled.resultIfSettled == nil)
      work.end()
      #expect(try await answer.value == "done")
    }
  }

  @Test("a graceful shutdown stops work that is awaited by getUntilCallEnds()")
  func shutdownUntilCallEnds() async throws {
    try await withServer {
      try await $0.getUntilCallEnds()
    } body: { client, server in
      let answer = Promise { try await call(client, limit: .seconds(100)) }
      try await work.begun.value
      server.beginGracefulShutdown()
      #expect(try await work.wasCancelled.value)
      #expect((await answer.error as? RPCError)?.code == .unknown)
    }
  }

  @Test("a promise's limit is shorter than the deadline: the client gets code unknown")
  func limit() async throws {
    try await withServer { promise in
      try await promise.timeout(after: .milliseconds(10)).get()
    } body: { client, _ in
      let error = await #expect(throws: RPCError.self) {
        try await call(client, limit: .seconds(100))
      }
      #expect(error?.code == .unknown)
      let wasCancelled = try await work.wasCancelled.value
      #expect(wasCancelled)
    }
  }

  @Test("the task of serve() is cancelled: so is the handler's")
  func cancelledServe() async throws {
    let transport = InProcessTransport()
    let server = server(transport.server) { try await $0.get() }
    let client = GRPCClient(transport: transport.client)
    let serving = Task { try await server.serve() }
    let connections = Task { try await client.runConnections() }
    let answer = Promise { try await call(client, limit: .seconds(100)) }
    try await work.begun.value
    serving.cancel()
    #expect(try await work.wasCancelled.value)
    _ = await (serving.result, answer.result)
    connections.cancel()
    _ = await connections.result
  }

  @Test("over HTTP/2, a handler that awaits get() keeps running when its client leaves")
  func clientLeaves() async throws {
    try await withHTTP2Server {
      try await $0.get()
    } body: { client in
      let answer = Task { try await call(client, limit: .seconds(1000)) }
      try await work.begun.value
      answer.cancel()
      await #expect(throws: (any Error).self) { try await answer.value }
      try await grace()
      #expect(work.wasCancelled.resultIfSettled == nil)
      work.end()
      let wasCancelled = try await work.wasCancelled.value
      #expect(!wasCancelled)
    }
  }

  @Test("over HTTP/2, getUntilCallEnds() stops the work of a client that leaves")
  func clientLeavesUntilCallEnds() async throws {
    try await withHTTP2Server {
      try await $0.getUntilCallEnds()
    } body: { client in
      let answer = Task { try await call(client, limit: .seconds(1000)) }
      try await work.begun.value
      answer.cancel()
      await #expect(throws: (any Error).self) { try await answer.value }
      let wasCancelled = try await work.wasCancelled.value
      #expect(wasCancelled)
    }
  }

  // MARK: Server

  private typealias Wait = @Sendable (Promise<Void>) async throws -> Void

  private func server<Transport: ServerTransport>(
    _ transport: Transport, _ wait: @escaping Wait
  ) -> GRPCServer<Transport> {
    var router = RPCRouter<Transport>()
    router.registerHandler(
      forMethod: method, deserializer: Text(), serializer: Text()
    ) { [work] _, _ in
      try await wait(Promise { try await work.run() })
      return StreamingServerResponse(single: ServerResponse(message: "done"))
    }
    return GRPCServer(transport: transport, router: router)
  }

  private func withServer(
    _ wait: @escaping Wait,
    body: (
      GRPCClient<InProcessTransport.Client>, GRPCServer<InProcessTransport.Server>
    ) async throws -> Void
  ) async throws {
    let transport = InProcessTransport()
    let server = server(transport.server, wait)
    let client = GRPCClient(transport: transport.client)
    let serving = Task { try await server.serve() }
    let connections = Task { try await client.runConnections() }
    try await body(client, server)
    client.beginGracefulShutdown()
    server.beginGracefulShutdown()
    _ = await (serving.result, connections.result)
  }

  private func withHTTP2Server(
    _ wait: @escaping Wait,
    body: (GRPCClient<HTTP2ClientTransport.Posix>) async throws -> Void
  ) async throws {
    let transport = HTTP2ServerTransport.Posix(
      address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext)
    let server = server(transport, wait)
    let serving = Task { try await server.serve() }
    let port = try await transport.listeningAddress.ipv4?.port ?? 0
    let client = GRPCClient(
      transport: try HTTP2ClientTransport.Posix(
        target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext))
    let connections = Task { try await client.runConnections() }
    try await body(client)
    client.beginGracefulShutdown()
    server.beginGracefulShutdown()
    _ = await (serving.result, connections.result)
  }

  private func call(
    _ client: GRPCClient<some ClientTransport>, limit: Duration
  ) async throws -> String {
    var options = CallOptions.defaults
    options.timeout = limit
    return try await client.unary(
      request: ClientRequest(message: "question"), descriptor: method, serializer: Text(),
      deserializer: Text(), options: options
    ) { try $0.message }
  }
}

private let method = MethodDescriptor(
  service: ServiceDescriptor(fullyQualifiedService: "test"), method: "ask")

private struct Text: MessageSerializer, MessageDeserializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: String) throws -> Bytes {
    Bytes(message.utf8)
  }

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> String {
    bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
