// PromiseDiagnostics.swift: the hook for mistakes that would otherwise go unnoticed.

import AsyncPromises
import TestSupport
import Testing

@Suite("PromiseDiagnostics", .timeLimit(.minutes(10)))
struct PromiseDiagnosticsTests {
  @Test("H2: an event is described in one line: what happened, then the error, promise or call")
  func description() {
    struct OutOfMilk: Error, CustomStringConvertible {
      var description: String { "Out of milk.\nBuy some." }
    }
    let way = "pending “milk” at Shop/Cart.swift:12 → map at Shop/Cart.swift:14"
    let events: [PromiseDiagnostics.Event] = [
      .unhandledRejection(OutOfMilk(), trace: way),
      .redundantSettle(trace: "“milk” at Shop/Cart.swift:12", second: "Shop/Till.swift:7"),
      .redundantSettle(trace: "Shop/Cart.swift:12", second: nil),
      .brokenPromise(trace: "“milk” at Shop/Cart.swift:12"),
      .blockedWait(trace: "Shop/Cart.swift:12"),
      .nestedPromise(trace: "Shop/Cart.swift:12"),
      .lateWork(error: nil, trace: "Shop/Cart.swift:12"),
      .lateWork(error: OutOfMilk(), trace: "Shop/Cart.swift:12"),
    ]
    #expect(
      events.map(\.description) == [
        "AsyncPromises: an error was not handled. Error: Out of milk. Buy some. Promise: \(way)",
        "AsyncPromises: a promise was settled twice; the second outcome is lost. "
          + "Promise: “milk” at Shop/Cart.swift:12. Second call: Shop/Till.swift:7",
        "AsyncPromises: a promise was settled twice; the second outcome is lost. "
          + "Promise: Shop/Cart.swift:12",
        "AsyncPromises: a resolver was released before it settled its promise. "
          + "Promise: “milk” at Shop/Cart.swift:12",
        "AsyncPromises: wait(timeout:) blocks a thread that other work may need. "
          + "Call: Shop/Cart.swift:12",
        "AsyncPromises: a promise is nested in another promise, so nothing waits for it and "
          + "any error in it is lost. Use then instead of map. Promise: Shop/Cart.swift:12",
        "AsyncPromises: work ran to completion after it was cancelled or its consumers had "
          + "left; its value is lost. "
          + "Promise: Shop/Cart.swift:12",
        "AsyncPromises: work failed after it was cancelled or its consumers had left. "
          + "Error: Out of milk. Buy some. "
          + "Promise: Shop/Cart.swift:12",
      ])
  }

  @Test("A2 H2: a second attempt to settle is reported with its own line")
  func secondLine() async {
    let topic = ReportRecorder.topic("second line")
    let lines = Journal<String?>()
    topic.listen { event in
      if case .redundantSettle(_, let second) = event { lines.write(second) }
    }
    let fulfilled = Promise<Int>.pending(name: topic.name).resolver
    fulfilled.fulfill(1, fileID: "A/B.swift", line: 1)
    fulfilled.reject(TestError.first, fileID: "A/B.swift", line: 2)
    let rejected = Promise<Int>.pending(name: topic.name)
    rejected.resolver.resolve(with: .failure(TestError.first), fileID: "A/B.swift", line: 3)
    rejected.resolver.follow(.fulfilled(1), fileID: "A/B.swift", line: 4)
    rejected.promise.ignoreErrors()
    let (inner, innerResolver) = Promise<Int>.pending()
    let bound = Promise<Int>.pending(name: topic.name).resolver
    bound.follow(inner, fileID: "A/B.swift", line: 5)
    bound.fulfill(1, fileID: "A/B.swift", line: 6)
    await ReportRecorder.allDelivered()
    #expect(lines.entries == ["A/B.swift:2", "A/B.swift:4", "A/B.swift:6"])
    let nothing = Promise<Void>.pending(name: topic.name).resolver
    nothing.fulfill()
    nothing.fulfill()
    let line = #line - 1
    await ReportRecorder.allDelivered()
    #expect(lines.entries.last??.hasSuffix("Tests.swift:\(line)") == true)
    withExtendedLifetime(innerResolver) {}
  }

  @Test("A2 H2: a completion handler that the library passes has no line")
  func noLine() async throws {
    let (completion, keep) = Promise<@Sendable (Int) -> Void>.pending()
    let line: UInt = #line + 1
    let promise = Promise<Int>.wrap { keep.fulfill($0) }
    let lines = Journal<String?>()
    ReportRecorder.topic(line: line).listen { event in
      if case .redundantSettle(_, let second) = event { lines.write(second) }
    }
    let complete = try await completion.value
    complete(1)
    complete(2)
    #expect(try await promise.value == 1)
    await ReportRecorder.allDelivered()
    #expect(lines.entries == [nil])
  }

  @Test(
    "H2: the hook is called on the thread where the mistake happened, before the call returns",
    .needsImmediateTasks)
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
  func reentrant() async throws {
    let topic = ReportRecorder.topic("reentrant")
    let seen = Journal<Int?>()
    let (other, otherResolver) = Promise<Int>.pending()
    let (promise, resolver) = Promise<Int>.pending(name: topic.name)
    topic.listen { _ in
      seen.write(try? promise.resultIfSettled?.get())
      otherResolver.fulfill(7)
    }
    resolver.fulfill(1)
    resolver.fulfill(2)
    await ReportRecorder.allDelivered()
    #expect(seen.entries == [1])
    #expect(try other.resultIfSettled?.get() == 7)
  }

  @Test("H2 A4: a broken promise is rejected before the hook is called, and reported once")
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
    await ReportRecorder.allDelivered()
    #expect(seen.entries == [true])
    #expect(topic.traces(.broken).count == 1)
  }

  @Test("H2: correct use isn't reported", arguments: SettleTime.allCases)
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
    if promise.resultIfSettled == nil { fulfill(1) }
  }
}
