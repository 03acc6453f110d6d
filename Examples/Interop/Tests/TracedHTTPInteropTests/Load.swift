// Many concurrent orders, and the traces that their spans and messages end up in.

import AsyncPromises
import HTTPInterop
import InMemoryTracing
import InteropSupport
import NIOCore
import NIOPosix
import TracedHTTPInterop
import Tracing

/// Counts the orders' spans or messages by the trace that they are in.
struct Sorted: Equatable {
  /// In the trace of the order that they belong to.
  var right = 0
  /// In the trace of another order.
  var wrong = 0
  /// In no order's trace.
  var lost = 0

  static func + (left: Self, right: Self) -> Self {
    Self(
      right: left.right + right.right, wrong: left.wrong + right.wrong, lost: left.lost + right.lost
    )
  }
}

/// Orders from a traced server.
///
/// - Returns: the counts of the shop's spans and of its messages.
func order(count: Int, atATime: Int) async throws -> (spans: Sorted, messages: Sorted) {
  let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)
  let shop = Shop(tracer)
  let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
  let server = try await Server.start(on: group, respond: traced(by: tracer, shop.answer)).get()
  let client = Client(to: server.address, on: group)
  let answers = try await Promise.map(1...count, concurrency: atATime) { number in
    client.send(Request("/\(number)"), to: "shop", by: tracer).content
  }.get()
  try await server.stop().get()
  try await Promise.wrap { group.shutdownGracefully($0) }.get()
  guard answers == (1...count).map({ "/\($0)" }) else { throw TestError.first }

  let spans = tracer.finishedSpans
  let clients = spans.filter { $0.kind == .client }
  let orders = Dictionary(uniqueKeysWithValues: clients.map { ($0.traceID, $0.operationName) })
  func sort(_ entries: [(name: String, trace: String)]) -> Sorted {
    entries.reduce(Sorted()) { sorted, entry in
      let order = orders[entry.trace]
      let isRight = order.map { entry.name.hasSuffix(" \($0)") }
      return sorted
        + Sorted(
          right: isRight == true ? 1 : 0, wrong: isRight == false ? 1 : 0,
          lost: isRight == nil ? 1 : 0)
    }
  }
  return (
    sort(spans.filter { $0.kind == .internal }.map { ($0.operationName, $0.traceID) }),
    sort(shop.entries.map { ($0.message, $0.trace) })
  )
}
