// Configuration.swift: the settings of a process. Each test that changes them runs in a separate
// process, where no other test sees the change.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Configuration", .serialized, .timeLimit(.minutes(10)))
struct ConfigurationTests {
  @Test("the defaults")
  func defaults() {
    #expect(conf.Q.map?.label == DispatchQueue.main.label)
    #expect(conf.Q.return?.label == DispatchQueue.main.label)
    #expect(conf.catchPolicy == .allErrorsExceptCancellation)
  }

  @Test("conf.Q: operators run on the queue for their kind")
  func queues() async {
    await #expect(processExitsWith: .success) {
      let look = Look()
      conf.Q.map = look.map.queue
      conf.Q.return = look.end.queue
      let finished = Gate()
      Promise.value([1])
        .then { look("then", Promise.value($0)) }
        .map { look("map", $0) }
        .mapValues { look("mapValues", $0) }
        .compactMap { look("compactMap", $0.first) }
        .tap { _ in look("tap", ()) }
        .get { _ in look("get", ()) }
        .ensure { look("ensure", ()) }
        .done { _ in throw look("done", TestError.first) }
        .recover { error -> Promise<Void> in throw look("recover", error) }
        .catch { _ in look("catch", ()) }
        .finally { look("finally", finished).open() }
      try await finished.pass()
      precondition(
        look.seen.entries == [
          "then map", "map map", "mapValues map", "compactMap map", "tap map", "get return",
          "ensure return", "done return", "recover map", "catch return", "finally return",
        ], "\(look.seen.entries)")
    }
  }

  @Test("conf.Q: with nil, all handlers run inline")
  func inline() async {
    await #expect(processExitsWith: .success) {
      conf.Q = (map: nil, return: nil)
      let seen = Journal<Int>()
      let (promise, resolver) = Promise<Int>.pending()
      promise.map { $0 + 1 }.done { seen.write($0) }.catch { _ in }.finally { seen.write(0) }
      resolver.fulfill(1)
      precondition(seen.entries == [2, 0], "\(seen.entries)")
      Guarantee.value(3).done { seen.write($0) }
      precondition(seen.entries == [2, 0, 3], "\(seen.entries)")
    }
  }

  @Test("conf.catchPolicy: applies to catch and recover without a policy")
  func catchPolicy() async {
    await #expect(processExitsWith: .success) {
      conf.catchPolicy = .allErrors
      let seen = Journal<Outcome>()
      let source = Promise<Int>(error: PMKError.cancelled)
      source.catch(on: nil) { seen.write(Outcome($0)) }
      source.catch(on: nil, policy: .allErrorsExceptCancellation) { _ in seen.write(.pending) }
      precondition(seen.entries == [.cancelled], "\(seen.entries)")
      let recovered = await source.recover { _ in Promise.value(2) }.settled()
      precondition(recovered == .fulfilled(2), "\(recovered)")
      conf.catchPolicy = .allErrorsExceptCancellation
      let passed = await source.recover { _ in Promise.value(2) }.settled()
      precondition(passed == .cancelled, "\(passed)")
    }
  }

  @Test("conf.logHandler: gets cauterized errors and reports of promises that can no longer settle")
  func logHandler() async {
    await #expect(processExitsWith: .success) {
      let events = Journal<String>()
      conf.logHandler = { event in
        switch event {
        case .waitOnMainThread: events.write("wait")
        case .pendingPromiseDeallocated: events.write("promise")
        case .pendingGuaranteeDeallocated: events.write("guarantee")
        case .cauterized(let error): events.write("cauterized \(error)")
        }
      }
      let cauterized = Gate()
      for error: any Error in [TestError.first, PMKError.cancelled] {
        Promise<Int>(error: error).cauterize()
      }
      Promise<Int>(error: TestError.second).cauterize().finally { cauterized.open() }
      Promise.value(1).cauterize()
      try await cauterized.pass()
      let expected = ["cauterized first", "cauterized second"]
      precondition(events.entries == expected, "\(events.entries)")

      let broken = Promise<Int> { _ in }
      precondition(broken.isPending && events.entries.last == "promise", "\(events.entries)")
      let guarantee = Guarantee<Int> { _ in }
      precondition(guarantee.isPending)
      precondition(events.entries == expected + ["promise", "guarantee"], "\(events.entries)")
      let thrown = await Promise<Int> { _ in throw TestError.first }.settled()
      precondition(thrown == .rejected(.first) && events.count == 4, "\(events.entries)")
    }
  }

  @Test("by default, the log is written to standard error, and not to standard output")
  func standardError() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      _ = Guarantee<Int> { _ in }
      conf.logHandler(.waitOnMainThread)
      conf.logHandler(.cauterized(TestError.first))
    }
    let lines = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    for fact in ["pending guarantee", "wait()", "main thread", "cauterized error: first"] {
      #expect(lines.contains(fact), "\(lines)")
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(!output.contains("PromiseKitCompat: "))
  }

  @Test("PromiseKit.conf has the same settings")
  func namespace() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "namespace")
      PromiseKit.conf.Q.map = queue
      PromiseKit.conf.catchPolicy = .allErrors
      precondition(conf.Q.map === queue && conf.catchPolicy == .allErrors)
      conf.Q = (map: nil, return: nil)
      precondition(PromiseKit.conf.Q.map == nil && PromiseKit.conf.Q.return == nil)
    }
  }
}

/// Records on which of two queues a handler runs.
private struct Look {
  let map = MarkedQueue(DispatchQueue(label: "map"))
  let end = MarkedQueue(DispatchQueue(label: "return"))
  let seen = Journal<String>()

  func callAsFunction<R>(_ name: String, _ result: R) -> R {
    seen.write("\(name) \(map.isCurrent ? "map" : end.isCurrent ? "return" : "elsewhere")")
    return result
  }
}
