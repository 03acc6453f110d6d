// Tests old and new calls side by side: at each stage, both kinds get the same answers.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import Testing

@Suite("Migration tour: Side by side", .timeLimit(.minutes(10)))
struct SideBySideTests {
  enum Way: CaseIterable, Sendable {
    case callback, promise, deprecatedCallback, async, deprecatedPromise

    @available(*, deprecated)
    func send(_ text: String) async throws -> Int {
      let server = Server()
      switch self {
      case .callback:
        let outbox = FirstStage.Outbox(server: server)
        return try await Promise.wrap { outbox.send(text, completion: $0) }.get()
      case .promise:
        return try await FirstStage.Outbox(server: server).send(text).get()
      case .deprecatedCallback:
        let outbox = SecondStage.Outbox(server: server)
        return try await Promise.wrap { outbox.send(text, completion: $0) }.get()
      case .async:
        return try await ThirdStage.Outbox(server: server).send(text)
      case .deprecatedPromise:
        return try await ThirdStage.Outbox(server: server).send(text).get()
      }
    }
  }

  @available(*, deprecated)
  @Test("All ways give the same answers", arguments: Way.allCases)
  func send(way: Way) async throws {
    #expect(try await way.send("sesame") == 6)
    await #expect(throws: Server.TooLong.self) { try await way.send("open barley") }
  }

  @available(*, deprecated)
  @Test("The old callback is still called on the server's queue")
  func queue() async throws {
    let server = Server()
    let isServers = DispatchSpecificKey<Bool>()
    server.queue.setSpecific(key: isServers, value: true)
    let onQueue = Promise<Bool> { resolver in
      SecondStage.Outbox(server: server).send("sesame") { _ in
        resolver.fulfill(DispatchQueue.getSpecific(key: isServers) == true)
      }
    }
    #expect(try await onQueue.value)
  }

  @Test("An Objective-C completion handler gets the value or error; a round trip keeps it")
  func objectiveC() async throws {
    let service = ForObjectiveC.ProfileService { .fulfilled("sesame") }
    #expect(try await Promise.wrap { service.loadTitle(completion: $0) }.get() == "sesame")
    let failing = ForObjectiveC.ProfileService { .rejected(Server.TooLong()) }
    await #expect(throws: Server.TooLong.self) {
      try await Promise.wrap { failing.loadTitle(completion: $0) }.get()
    }
  }
}
