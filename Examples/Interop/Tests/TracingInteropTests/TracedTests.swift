// Tests spans and log messages of promises.

import AsyncPromises
import AsyncPromisesTesting
import InMemoryTracing
import InteropSupport
import Logging
import Testing
import Tracing
import TracingInterop

@Suite("Spans and logs", .timeLimit(.minutes(10)))
struct TracedTests {
  let tracer = InMemoryTracer()

  init() { handlersSeeContext }

  @Test("a span lasts until its promise settles")
  func duration() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let traced = traced("load", by: tracer) { promise }
    #expect(tracer.activeSpans.map(\.operationName) == ["load"])
    resolver.fulfill(1)
    #expect(try await traced.value == 1)
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map(\.operationName) == ["load"])
  }

  @Test("a rejection is recorded")
  func failure() async throws {
    let traced = traced("load", by: tracer) { Promise<Int>.rejected(TestError.first) }
    await #expect(throws: TestError.first) { try await traced.value }
    let errors = tracer.finishedSpans.flatMap(\.errors).map { $0.error as? TestError }
    #expect(errors == [.first])
  }

  @Test("a cancellation from either side ends the span without an error")
  func cancellation() async throws {
    try await withPromiseScope { scope in
      let (outer, inner) = (Promise<Int>.pending(), Promise<Int>.pending())
      let fromOutside = traced("outside", by: tracer) { outer.promise }
      let fromInside = traced("inside", by: tracer) { inner.promise }
      fromOutside.cancel()
      inner.promise.cancel()
      // A promise without work can't be stopped, so it stays pending.
      #expect(outer.promise.resultIfSettled == nil)
      outer.resolver.fulfill(1)
      #expect(await fromInside.endsCancelled)
      try await scope.settle(within: patience)
    }
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.count == 2)
    #expect(tracer.finishedSpans.flatMap(\.errors).isEmpty)
  }

  @Test("spans of inner operations and of handlers are children")
  func nesting() async throws {
    let tracer = tracer
    let (gate, open) = Promise<Void>.pending()
    let promise = traced("request", by: tracer) {
      Promise { try await gate.value }
        .then { traced("handler", by: tracer) { .fulfilled } }
    }
    let operation = traced("request too", by: tracer) {
      Promise { try await tracer.withSpan("operation") { _ in try await gate.value } }
    }
    open.fulfill()
    try await promise.value
    try await operation.value
    let spans = Dictionary(
      uniqueKeysWithValues: tracer.finishedSpans.map { ($0.operationName, $0) })
    #expect(spans["handler"]?.spanContext.parentSpanID == spans["request"]?.spanID)
    #expect(spans["operation"]?.spanContext.parentSpanID == spans["request too"]?.spanID)
    #expect(spans["request"]?.spanContext.parentSpanID == nil)
  }

  @Test("a traced promise is released when it is cancelled")
  func lifetime() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let (derived, freed) = Tracked.with { object in
      traced("load", by: tracer) { promise.map { object.use() } }
    }
    derived.cancel()
    try await freed.value
    resolver.fulfill()
  }

  @Test("logger metadata follows operations and handlers")
  func logging() async throws {
    let log = MarkedLog()
    let logger = log.logger
    let (shared, resolver) = Promise<Void>.pending()
    let handlers = [
      marked("request 1") {
        Promise {
          try await shared.value
          logger.info("in an operation")
        }
        .map { logger.info("in a handler") }
      },
      marked("request 2") { shared.map { logger.info("in a handler of a shared promise") } },
    ]
    marked("request 3") { _ = resolver.fulfill() }
    _ = try await Promise.all(handlers).value
    #expect(log.marks.sorted() == ["request 1", "request 1", "request 2"])
  }
}
