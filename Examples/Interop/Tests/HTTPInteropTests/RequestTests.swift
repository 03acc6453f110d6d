// Tests requests over real sockets: chains, limits, retries.

import AsyncPromises
import AsyncPromisesTesting
import HTTPInterop
import InteropSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing

@Suite("HTTP requests", .timeLimit(.minutes(10)))
struct RequestTests {
  @Test("a chain of requests: the first answer is the next path")
  func chain() async throws {
    try await withServer({ request in
      .fulfilled(Response(request.path == "/start" ? "/next" : "arrived at \(request.path)"))
    }) { _, client in
      let answer = client.send(Request("/start")).content
        .then { client.send(Request($0)) }
        .content
      let body = try await answer.value
      #expect(body == "arrived at /next")
    }
  }

  @Test("requests arrive complete; answers may be asynchronous")
  func echo() async throws {
    try await withServer({ request in
      Promise { Response("\(request.method) \(request.body)", status: .created) }
    }) { _, client in
      let answer = try await client.send(Request("/", method: .POST, body: "five")).get()
      #expect(answer == Response("POST five", status: .created))
    }
  }

  @Test("a rejected answer becomes status 500; `content` throws it as an error")
  func failure() async throws {
    try await withServer({ _ in .rejected(TestError.first) }) { _, client in
      let answer = client.send(Request("/"))
      let status = try await answer.value.status
      #expect(status == .internalServerError)
      await #expect(throws: StatusError(status: .internalServerError)) {
        try await answer.content.value
      }
    }
  }

  @Test("a timeout closes the connection, which cancels the server's work")
  func timeout() async throws {
    let clock = ManualClock()
    let work = Work()
    try await withServer({ _ in work.begin() }) { _, client in
      let answer = client.send(Request("/slow")).timeout(after: .seconds(5), clock: clock)
      try await work.asked.value
      await clock.advance(by: .seconds(4))
      #expect(answer.resultIfSettled == nil)
      await clock.advance(by: .seconds(1))
      let error = await #expect(throws: PromiseError.self) { try await answer.value }
      guard case .timedOut(after: .seconds(5), _, _) = error else { return #expect(error == nil) }
      #expect(try await work.isCancelled.value)
    }
  }

  @Test("retries until the server is up")
  func retry() async throws {
    let clock = ManualClock()
    let requests = Atomic(0)
    try await withServer({ _ in
      let (_, count) = requests.add(1, ordering: .relaxed)
      return .fulfilled(count < 3 ? Response(status: .serviceUnavailable) : Response("up"))
    }) { _, client in
      let answer = Promise.retry(maxAttempts: 5, backoff: .constant(.seconds(60)), clock: clock) {
        _ in try await client.send(Request("/")).content.value
      }
      for _ in 1...2 {
        await clock.nextSleeper()
        await clock.advance(by: .seconds(60))
      }
      let body = try await answer.value
      #expect(body == "up")
      #expect(requests.load(ordering: .relaxed) == 3)
    }
  }

  @Test("many concurrent requests get their own answers")
  func many() async throws {
    try await withServer({ request in
      Promise { Response(request.path) }
    }) { _, client in
      let answers = (0..<200).map { client.send(Request("/\($0)")).content }
      let bodies = try await Promise.all(answers).get()
      #expect(bodies == (0..<200).map { "/\($0)" })
    }
  }

  @Test("many requests, four at a time")
  func fourAtATime() async throws {
    let running = NIOLockedValueBox((now: 0, atMost: 0))
    try await withServer({ request in
      running.withLockedValue {
        $0.now += 1
        $0.atMost = max($0.atMost, $0.now)
      }
      return Promise { Response(request.path) }.finally { running.withLockedValue { $0.now -= 1 } }
    }) { _, client in
      let answers = Promise.map(0..<40, concurrency: 4) { number in
        try await client.send(Request("/\(number)")).content.value
      }
      let bodies = try await answers.value
      #expect(bodies == (0..<40).map { "/\($0)" })
    }
    #expect((1...4).contains(running.withLockedValue { $0.atMost }))
  }
}
