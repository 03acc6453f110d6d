// PromiseTimeline: what is recorded, and when.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Timelines", .needsTracking, .timeLimit(.minutes(10)))
struct TimelineTests {
  struct Refused: Error {}

  actor Shop {
    func price(after gate: Gate) async -> Int {
      await gate.pass()
      return 3
    }
  }

  @Test("H3 T7: times are those of the scope's clock: each pause of a retry within a limit")
  func scopeClock() async throws {
    let clock = ManualClock()
    try await withPromiseScope(clock: clock) { _ in
      let timeline = await PromiseTimeline.record {
        let answer = Promise.retry(maxAttempts: 3, backoff: .constant(.seconds(2))) { attempt in
          if attempt < 3 { throw Refused() }
          return attempt
        }.timeout(after: .seconds(60)).map { $0 + 1 }
        for _ in 0..<2 {
          await clock.sleepers(2)
          await clock.advance(by: .seconds(2))
        }
        _ = try? await answer.value
      }
      let trace = try TraceFile(timeline.traceEvents)
      #expect(trace.faults == [])
      #expect(trace.promise("retry")?.milliseconds == 4000)
      #expect(trace.promise("timeout")?.milliseconds == 4000)
      #expect(trace.promise("map")?.milliseconds == 4000)
      let pauses = trace.slices().filter { $0.args == nil }
      #expect(pauses.map(\.name) == [2, 3].map { "the pause before attempt \($0) of 3" })
      #expect(pauses.map(\.ts) == [0, 2_000_000])
      #expect(pauses.map(\.dur) == [2_000_000, 2_000_000])
    }
  }

  @Test("H3: where a handler and an operation ran, how each promise ended, what waited for what")
  func everything() async throws {
    let (shop, gate) = (Shop(), Gate())
    let (kept, resolver) = Promise<Int>.pending()
    let timeline = await PromiseTimeline.record {
      let price = Promise { await shop.price(after: gate) }
      let sum = price.map { @MainActor in $0 + 1 }
      let failed = sum.then { _ -> Promise<Int> in throw Refused() }
      let stopped = Promise.delay(for: .seconds(3600)).tap { _ in }
      stopped.cancel()
      failed.catch { _ in }
      kept.finally {}
      gate.open()
      _ = await failed.result
      _ = await stopped.result
    }
    resolver.fulfill(1)
    let trace = try TraceFile(timeline.traceEvents)
    #expect(trace.faults == [])
    #expect(trace.promise("async")?.args?.outcome == "fulfilled")
    #expect(trace.promise("then")?.args?.outcome == "rejected")
    #expect(trace.promise("then")?.args?.error == "Refused")
    #expect(trace.promise("tap")?.args?.outcome == "cancelled")
    #expect(trace.promise("delay")?.args?.outcome == "cancelled")
    #expect(trace.promise("finally")?.args?.outcome == "pending")
    let lanes = trace.slices(2).map { ($0.name.split(separator: " ")[1], trace.lane(of: $0)) }
    #expect(lanes.contains { $0 == ("map", "MainActor") })
    #expect(lanes.contains { $0 == ("async", "the pool") })
    let arrows = trace.arrows.map { arrow in
      "\(arrow.from.split(separator: " ")[1]) → \(arrow.to.split(separator: " ")[1])"
    }
    #expect(arrows.contains("async → map") && arrows.contains("map → then"))
    #expect(arrows.contains("delay → tap") && arrows.contains("then → catch"))
  }

  @Test("H3 H1: work that goes on after its promise was cancelled is late")
  func late() async throws {
    let (begun, gate) = (Gate(), Gate())
    let timeline = try await withPromiseScope { scope in
      try await PromiseTimeline.record {
        let work = Promise {
          begun.open()
          await gate.pass()
        }
        await begun.pass()
        work.cancel()
        gate.open()
        try await scope.settle(within: .seconds(600))
      }
    }
    let work = try #require(try TraceFile(timeline.traceEvents).promise("async"))
    #expect(work.args?.outcome == "cancelled" && work.args?.late == true)
    #expect("\(timeline)".contains(", cancelled, late"))
  }

  @Test("H3: the newest are kept, and the text says how many are not")
  func bounded() async throws {
    let timeline = await PromiseTimeline.record(newest: 10) {
      for index in 0..<100 { _ = await Promise { index }.result }
    }
    let names = try TraceFile(timeline.traceEvents).slices().map(\.name)
    let numbers = names.compactMap { Int($0.drop { $0 == "#" }.prefix { $0 != " " }) }
    #expect(numbers.count == 10)
    #expect(numbers == numbers.sorted())
    #expect("\(timeline)".contains("100 promises in "))
    #expect("\(timeline)".contains("the oldest 90 are not shown"))
  }

  @Test("H3: an operation that never ends has a bounded number of steps, and its end")
  func boundedSteps() async throws {
    let timeline = await PromiseTimeline.record {
      let polls = Promise.retry(maxAttempts: .max, backoff: .constant(.nanoseconds(1))) { attempt in
        if attempt < 300 { throw Refused() }
      }
      _ = await polls.result
    }
    let trace = try TraceFile(timeline.traceEvents)
    #expect(trace.faults == [])
    let retry = try #require(trace.promise("retry"))
    #expect(retry.args?.outcome == "fulfilled")
    let pauses = trace.slices().filter { $0.args == nil }
    #expect(pauses.count < 100)
    #expect(pauses.allSatisfy { $0.end < retry.end }, "A pause whose end is not known is shown.")
  }

  @Test("H3: concurrent recordings don't see each other's promises; nested ones do")
  func concurrent() async throws {
    func record() async -> (PromiseTimeline, PromiseTimeline) {
      var inner: PromiseTimeline?
      let outer = await PromiseTimeline.record {
        _ = await Promise { 1 }.map { $0 }.result
        inner = await PromiseTimeline.record { await Promise { 2 }.result }
      }
      return (outer, inner ?? outer)
    }
    async let first = record(), second = record()
    for (outer, inner) in await [first, second] {
      #expect(try TraceFile(outer.traceEvents).slices().count == 3)
      #expect(try TraceFile(inner.traceEvents).slices().count == 1)
    }
  }

  @Test("H3: start and stop record the process; nothing is recorded before and after")
  func startAndStop() async throws {
    await #expect(processExitsWith: .success) {
      precondition(PromiseTimeline.stop().isEmpty)
      _ = await Promise { 0 }.result
      PromiseTimeline.start()
      _ = await Promise { 1 }.map { $0 }.result
      let timeline = PromiseTimeline.stop()
      _ = await Promise { 2 }.result
      precondition("\(timeline)".hasPrefix("2 promises in "))
      precondition(PromiseTimeline.stop().isEmpty)
    }
  }

  #if DEBUG
    /// A clock that must not be read while the library holds something.
    struct ForeignClock: Clock {
      typealias Instant = ContinuousClock.Instant

      var minimumResolution: Duration { .nanoseconds(1) }
      var now: Instant {
        if Holding.count != 0 {
          Issue.record("The clock is read while the library holds something.")
        }
        return ContinuousClock.now
      }

      func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
      }
    }

    @Test("H3 B4: the scope's clock is read only where the user's code may run")
    func foreignClock() async throws {
      try await withPromiseScope(reports: .ignore, clock: ForeignClock()) { scope in
        scope.install { _ in }
        let timeline = try await PromiseTimeline.record {
          for round in 0..<20 {
            let (promise, resolver) = Promise<Int>.pending()
            let chain = promise.map { $0 }.then { value in Promise.delay(for: .zero).map { value } }
              .recover { _ in 1 }.finally {}.timeout(after: .seconds(60))
            let race = Promise.race([chain, Promise { round }]).shielded()
            let items = Promise.map([1, 2, 3], concurrency: 2) { item in item + round }
            let retry = Promise.retry(maxAttempts: 2) { attempt in
              if attempt == 1 { throw Refused() }
            }
            _ = Promise<Int> { _ in }.map { $0 }
            let stopped = chain.map { $0 }
            if round % 3 == 0 { resolver.reject(Refused()) } else { resolver.fulfill(round) }
            stopped.cancel()
            _ = await (chain.result, race.result, items.result, retry.result)
          }
          try await scope.settle(within: .seconds(30))
        }
        #expect(try TraceFile(timeline.traceEvents).faults == [])
      }
    }
  #endif
}
