// Explorations of FlyingFox, with a pool in which no socket is ever ready, so that nothing happens
// except FlyingFox's own work.

import AsyncPromisesSwiftTesting
import FlyingFox
import FlyingSocks
import Foundation
import Testing

@Suite("FlyingFox", .timeLimit(.minutes(10)))
struct FlyingFoxTests {
  @Test("FlyingFox 0.27.1: a server that runs again can't be stopped")
  func runsAgain() async throws {
    let found = try await failure {
      let server = HTTPServer(address: .loopback(port: 0), pool: QuietPool(), logger: .disabled)
      let first = Task { try await server.run() }
      try await server.waitUntilListening()
      await server.stop()
      let second = Task { try await server.run() }
      try await server.waitUntilListening()
      await server.stop()
      _ = await (first.result, second.result)
    }
    #expect(found?.kind == .hung)
    #expect(found?.replay != nil)
  }

  @Test("A server that runs once can be stopped, including by cancellation")
  func runsOnce() async throws {
    try await explore(schedules: 300) {
      for isCancelled in [true, false] {
        let server = HTTPServer(address: .loopback(port: 0), pool: QuietPool(), logger: .disabled)
        let run = Task { try await server.run() }
        try await server.waitUntilListening()
        if isCancelled { run.cancel() } else { await server.stop() }
        _ = await run.result
      }
    }
  }
}

private struct QuietPool: AsyncSocketPool {
  func prepare() {}

  func run() async throws { try await waitUntilCancelled() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try await waitUntilCancelled()
  }

  private func waitUntilCancelled() async throws {
    let (nothing, end) = AsyncStream<Never>.makeStream()
    for await _ in nothing {}
    end.finish()
    throw CancellationError()
  }
}
