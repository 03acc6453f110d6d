// PromiseDiagnostics.swift: the one hook for what would otherwise go unnoticed.

import AsyncPromises
import Testing

@Suite("PromiseDiagnostics", .timeLimit(.minutes(10)))
struct PromiseDiagnosticsTests {
  @Test("H2: every event says what happened, and where, in one line")
  func description() {
    let events: [PromiseDiagnostics.Event] = [
      .unhandledRejection(TestError.first, trace: "Module/File.swift:1"),
      .redundantSettle(trace: "Module/File.swift:1"),
      .brokenPromise(trace: "Module/File.swift:1"),
      .blockedWait(trace: "Module/File.swift:1"),
    ]
    for event in events {
      #expect(event.description.hasPrefix("AsyncPromises: "))
      #expect(event.description.hasSuffix("at Module/File.swift:1"))
      #expect(!event.description.contains("\n"))
    }
    #expect(Set(events.map(\.description)).count == events.count)
  }

  @Test("H2: the hook is called on the thread where it happened, before the call returns")
  func onTheThread() {
    let topic = ReportRecorder.topic("on the thread")
    let nested = Journal<Bool>()
    topic.listen { _ in nested.write(StackMark.isSet) }
    let (_, resolver) = Promise<Int>.pending(name: topic.name)
    resolver.fulfill(1)
    StackMark.during { _ = resolver.fulfill(2) }
    #expect(nested.entries == [true])
  }

  @Test("H2 B5: the hook is called after all transitions, and may use promises")
  func reentrant() throws {
    let topic = ReportRecorder.topic("reentrant")
    let seen = Journal<Int?>()
    let (other, otherResolver) = Promise<Int>.pending()
    let (promise, resolver) = Promise<Int>.pending(name: topic.name)
    topic.listen { _ in
      seen.write(try? promise.current?.get())
      otherResolver.fulfill(7)
    }
    resolver.fulfill(1)
    resolver.fulfill(2)
    #expect(seen.entries == [1])
    #expect(try other.current?.get() == 7)
  }

  @Test("H2 A4: a broken promise is rejected when the hook hears of it, and reported once")
  func broken() async {
    let topic = ReportRecorder.topic("broken")
    let seen = Journal<Bool>()
    let own = Journal<Promise<Int>>()
    topic.listen { _ in
      for promise in own.entries { seen.write(promise.failure is PromiseError) }
    }
    do {
      let (promise, resolver) = Promise<Int>.pending(name: topic.name)
      own.write(promise)
      withExtendedLifetime(resolver) {}
    }
    #expect(seen.entries == [true])
    #expect(topic.traces(.broken).count == 1)
  }

  @Test("H2: what goes well is not reported", arguments: SettleTime.allCases)
  func silence(time: SettleTime) async throws {
    let topic = ReportRecorder.topic("silence")
    for settle in [true, false] {
      let (promise, resolver) = Promise<Int>.pending(name: topic.name)
      if case .already = time { resolver.fulfill(1) }
      let derived = promise.map { $0 }.finally {}
      if settle { resolver.fulfillUnlessSettled(promise) } else { promise.cancel() }
      _ = await derived.result
    }
    #expect(topic.traces(.secondSettle).isEmpty)
    #expect(topic.traces(.broken).isEmpty)
  }
}

extension Resolver where Value == Int {
  fileprivate func fulfillUnlessSettled(_ promise: Promise<Int>) {
    if promise.current == nil { fulfill(1) }
  }
}
