// Asks three server processes for prices, stops one of them midway, and loses nothing.
//
//     swift run --package-path Examples/Interop interop-fanout

import AsyncPromises
import InMemoryTracing
import NIOCore
import NIOPosix
import Tracing

@main
struct InteropFanout {
  static func main() async throws {
    ServiceContext.$current.carriedByHandlers()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "serve" {
      try await PriceServer(name: CommandLine.arguments[2]).run(on: group)
    } else {
      try await askAll(1...2_000, on: group)
    }
    try await Promise.wrap { group.shutdownGracefully($0) }.get()
  }

  private static func askAll(
    _ items: ClosedRange<Int>, on group: MultiThreadedEventLoopGroup
  ) async throws {
    let backends = try ["anna", "bert", "cora"].map { try Backend.start($0, on: group) }
    let buyer = Buyer(backends)
    let (half, halfIsThere) = Promise<Void>.pending()
    let answers = Promise.map(items, concurrency: 32) { item in
      let answer = buyer.price(of: item)
      if item == items.count / 2 { answer.done { _ in halfIsThere.fulfill() } }
      return answer
    }
    try await half.get()
    backends[1].stop()
    let records = try await Records(answers.get(), of: items, buyer.tracer.finishedSpans)

    print("answers:   \(records.answers.count) of \(items.count), all correct")
    for backend in backends { print("  \(backend.name):    \(records.answers(by: backend.name))") }
    print("stopped:   bert, after \(items.count / 2) answers")
    print("requests:  \(records.requests)")
    print("  failed:  \(records.failures), repeated")
    print("  slow:    \(records.withdrawn), withdrawn for a faster one")
    for backend in backends { backend.stop() }
  }
}
