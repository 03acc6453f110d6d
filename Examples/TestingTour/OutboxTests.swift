// Tests the outbox with Swift Testing.
//
// Don't wait for a fixed time and hope:
//
//     outbox.send("hello")
//     try await Task.sleep(for: .milliseconds(500))  // too long on most days, too short on some
//     #expect(outbox.sent == ["hello"])
//
// A scope knows which work is outstanding, waits for exactly that, and reports work that hangs.

import AsyncPromises
import AsyncPromisesTesting
import Testing

/// The time limit for a test that hangs. Passing tests finish sooner, however busy the machine is.
let patience: Duration = .seconds(500)

@MainActor
@Suite("Testing tour: Outbox", .timeLimit(.minutes(10)))
struct OutboxTests {
  @Test("A scope waits for exactly the work that was started in it")
  func scope() async throws {
    try await withPromiseScope { scope in
      let server = Server()
      let outbox = Outbox { try await server.take($0) }
      outbox.send("hello")
      try await scope.settle(within: patience)
      #expect(outbox.sent == ["hello"])
    }
  }

  @Test("With a manual clock, hours of pauses take a millisecond")
  func manualClock() async throws {
    try await withPromiseScope { scope in
      let clock = ManualClock()
      let server = Server(refusals: 8)
      let outbox = Outbox(clock: clock) { try await server.take($0) }
      outbox.send("hello")

      await clock.advance(by: .seconds(2549))
      #expect(outbox.sent.isEmpty, "The ninth attempt comes after 10 + 20 + … + 1280 seconds.")
      await clock.advance(by: .seconds(1))
      #expect(outbox.sent == ["hello"])
      try await scope.settle(within: patience)
    }
  }

  @Test("A test that hangs reports what it is waiting for")
  func report() async throws {
    try await withPromiseScope("outbox") { scope in
      let (answer, resolver) = Promise<Void>.pending(name: "the server's answer")
      let outbox = Outbox { _ in try await answer.value }
      outbox.send("hello")
      let error = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .milliseconds(20))
      }
      // …Tests.swift:55: The promise scope “outbox” did not settle within 0.02 seconds.
      // #1 pending “the server's answer” at …Tests.swift:51, 0.02 seconds old:
      //   waits for its resolver; needed by 1 task
      // #2 retry at …Outbox.swift:28, 0.02 seconds old:
      //   waits for its operation, attempt 1 of 10, which awaits #1; needed by #3
      //   #3 done at …Outbox.swift:32, … waits for #2; needed by #4
      //     #4 catch at …Outbox.swift:33, … waits for #3
      #expect(error?.report.contains("pending “the server's answer”") == true)
      resolver.fulfill()
    }
  }

  @Test("A promise replaces an expectation: a callback fulfills it, and the test waits for it")
  func callback() async throws {
    try await withPromiseScope { scope in
      let server = Server()
      try await server.take("hello")
      let count = Promise<Int>.wrap { completion in
        Outbox { _ in }.count(of: server, completion: completion)
      }
      try await scope.settle(within: patience)
      #expect(try count.resultIfSettled?.get() == 1)
    }
  }

  @Test("If only the result matters, the clock can advance automatically")
  func whenever() async throws {
    try await withPromiseScope { scope in
      let clock = ManualClock()
      let server = Server(refusals: 2)
      let attempt = Promise.retry(
        maxAttempts: 3, backoff: .exponential(base: .seconds(10)), clock: clock
      ) {
        try await server.take("attempt \($0)")
      }
      try await clock.run(until: attempt)
      #expect(await server.messages == ["attempt 3"])
    }
  }

  @Test("By the end, an event that must not happen hasn't happened, and no work remains")
  func neverSent() async throws {
    try await withPromiseScope { scope in
      let clock = ManualClock()
      let server = Server(refusals: .max)
      let outbox = Outbox(clock: clock) { try await server.take($0) }
      outbox.send("hello")
      await clock.advance(by: .seconds(24 * 60 * 60))
      try await scope.settle(within: patience)
      #expect(outbox.sent.isEmpty)
      #expect(outbox.failed == ["hello"])
    }
  }

  @Test("A confirmation counts calls, and settle waits for them")
  func threeTimes() async throws {
    try await withPromiseScope { scope in
      try await confirmation(expectedCount: 3) { called in
        let outbox = Outbox { _ in called() }
        for message in ["one", "two", "three"] { outbox.send(message) }
        try await scope.settle(within: patience)
      }
    }
  }

  @Test("The end of an untracked task isn't known: wait for its effect")
  func plainTask() async throws {
    try await withPromiseScope { _ in
      let server = Server()
      Task.detached { try await server.take("hello") }
      try await eventually(within: patience) { await server.messages == ["hello"] }
    }
  }
}
