// The server that each process runs.

import AsyncPromises
import Foundation
import HTTPInterop
import InMemoryTracing
import NIOCore
import NIOHTTP1
import TracedHTTPInterop
import Tracing

struct PriceServer: Sendable {
  let name: String

  /// Prints the port, and serves until the standard input ends.
  func run(on group: any EventLoopGroup) async throws {
    let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)
    let server = try await Server.start(on: group, respond: traced(by: tracer, answer)).get()
    FileHandle.standardOutput.write(Data("\(server.address.port ?? 0)\n".utf8))
    let (end, resolver) = Promise<Void>.pending()
    Thread.detachNewThread {
      while readLine() != nil {}
      resolver.fulfill()
    }
    try await end.value
    try await server.stop().get()
  }

  /// Answers with the server's name, the price, and the trace that the request belongs to. One
  /// answer in twenty is slow, a different one at each server.
  @Sendable private func answer(_ request: Request) -> Promise<Response> {
    guard let item = request.path.split(separator: "/").last.flatMap({ Int($0) }) else {
      return .fulfilled(Response(status: .notFound))
    }
    let isSlow = (item + 4 * Int(name.utf8.first ?? 0)) % 20 == 0
    return Promise.delay(for: isSlow ? .seconds(1) : .zero).map {
      let trace = ServiceContext.current?.inMemorySpanContext?.traceID ?? "none"
      return Response("\(name) \(Buyer.rightPrice(of: item)) \(trace)")
    }
  }
}
