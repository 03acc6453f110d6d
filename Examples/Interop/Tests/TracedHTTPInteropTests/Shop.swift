// A shop whose answers pass through every kind of promise; each step is a span and a log message.

import AsyncPromises
import AsyncPromisesSharing
import Dispatch
import HTTPInterop
import InMemoryLogging
import InMemoryTracing
import InteropSupport
import Logging
import NIOHTTP1
import PromiseKitCompat
import TracedHTTPInterop
import Tracing
import TracingInterop

import struct AsyncPromises.Promise

struct Shop: Sendable {
  /// The steps of an order, each a span and a message.
  static let steps = ["stock", "price", "tax", "sum", "packing", "bill", "end"]

  private struct Busy: Error {}

  let tracer: InMemoryTracer
  let log: Logger
  private let registers = PromiseLimiter(limit: 2)
  private let messages: InMemoryLogHandler

  init(_ tracer: InMemoryTracer) {
    var handler = InMemoryLogHandler()
    handler.metadataProvider = Logger.MetadataProvider {
      ["trace": "\(ServiceContext.current?.inMemorySpanContext?.traceID ?? "none")"]
    }
    (self.tracer, messages) = (tracer, handler)
    log = Logger(label: "shop") { [handler] _ in handler }
  }

  /// The messages, each with the trace that its metadata names.
  var entries: [(message: String, trace: String)] {
    messages.entries.map { ("\($0.message)", $0.metadata["trace"].map { "\($0)" } ?? "none") }
  }

  /// Answers with the order.
  @Sendable func answer(_ request: Request) -> Promise<Response> {
    let order = request.path
    return Promise.retry(maxAttempts: 2, backoff: .constant(.milliseconds(1))) { attempt in
      if attempt == 1 { throw Busy() }
      return try await step("stock", order).get()
    }
    .then { _ in
      Promise.all([
        registers.run { step("price", order) },
        Promise.delay(for: .milliseconds(1)).then { step("tax", order) },
      ])
    }
    .timeout(after: patience)
    .then { _ in step("sum", order) }
    .then { (_: Void) in
      PromiseKitCompat.Promise.value(())
        .then(on: .global()) { PromiseKitCompat.Promise(step("packing", order)) }
        .asyncPromise
    }
    .map(.async) {
      await Task.yield()
      try await step("bill", order).get()
    }
    .finally { _ = step("end", order) }
    .map { Response(order) }
  }

  private func step(_ name: String, _ order: String) -> Promise<Void> {
    log.info("\(name) \(order)")
    return traced("\(name) \(order)", by: tracer) { Promise.fulfilled.map {} }
  }
}
