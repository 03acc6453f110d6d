// Runs a test with a server.

import AsyncPromises
import HTTPInterop
import InteropSupport
import NIOCore
import NIOPosix

/// Starts a server and a client on their own loops. When `body` ends, the server stops gracefully
/// and the loops are shut down. NIO traps if one of its promises is never completed.
func withServer(
  _ respond: @escaping @Sendable (Request) -> Promise<Response>,
  _ body: (Server, Client) async throws -> Void
) async throws {
  let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
  let server = try await Server.start(on: group, respond: respond).get()
  let outcome: Result<Void, any Error>
  do {
    outcome = .success(try await body(server, Client(to: server.address, on: group)))
  } catch {
    server.abort()
    outcome = .failure(error)
  }
  try await server.stop().value
  try await Promise.wrap { group.shutdownGracefully($0) }.get()
  try outcome.get()
}
