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

  @Test("conf.logHandler: a handler that is replaced is released")
  func replacedHandler() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<3 {
        let (_, freed) = tracking { object in conf.logHandler = { _ in object.use() } }
        precondition(!freed.isOpen)
        conf.logHandler = { _ in }
        precondition(freed.isOpen)
      }
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

  @Test("a handler keeps the default queue and policy of the time at which it was added")
  func defaultsWhenAdded() async {
    await #expect(processExitsWith: .success) {
      conf.Q = (map: nil, return: nil)
      conf.catchPolicy = .allErrors
      let seen = Journal<Outcome>()
      let (promise, seal) = Promise<Int>.pending()
      promise.catch { seen.write(Outcome($0)) }
      conf.Q = (map: .main, return: .main)
      conf.catchPolicy = .allErrorsExceptCancellation
      seal.reject(PMKError.cancelled)
      precondition(seen.entries == [.cancelled], "\(seen.entries)")
    }
  }

  @Test("conf.Q: the operators of guarantees and of elements run on the queue for their kind")
  func otherOperators() async {
    await #expect(processExitsWith: .success) {
      let look = Look()
      conf.Q = (map: look.map.queue, return: look.end.queue)
      let one = Guarantee.value([1])
      _ = one.map { look("map", $0) }
      _ = one.then { look("then", Guarantee.value($0)) }
      _ = one.get { _ in look("get", ()) }
      one.done { _ in look("done", ()) }
      _ = one.mapValues { look("mapValues", $0) }
      _ = one.flatMapValues { look("flatMapValues", [$0]) }
      _ = one.compactMapValues { look("compactMapValues", Optional($0)) }
      _ = one.filterValues { _ in look("filterValues", true) }
      _ = one.thenMap { look("thenMap", Guarantee.value($0)) }
      _ = one.thenFlatMap { look("thenFlatMap", Guarantee.value([$0])) }
      let promise = Promise.value([1])
      _ = promise.flatMapValues { look("promise.flatMapValues", [$0]) }
      _ = promise.compactMapValues { look("promise.compactMapValues", Optional($0)) }
      _ = promise.filterValues { _ in look("promise.filterValues", true) }
      _ = promise.thenMap { look("promise.thenMap", Promise.value($0)) }
      _ = promise.thenFlatMap { look("promise.thenFlatMap", Promise.value([$0])) }
      _ = promise.firstValue { _ in look("promise.firstValue", true) }
      _ = promise.ensureThen {
        look("promise.ensureThen", ())
        return Guarantee()
      }
      let failed = Promise<[Int]>(error: TestError.first)
      failed.recover { _ -> Guarantee<[Int]> in look("recover", Guarantee.value([])) }
      try await onQueue(look.map.queue) {}
      try await onQueue(look.end.queue) {}
      let onMap = [
        "map", "then", "mapValues", "flatMapValues", "compactMapValues", "filterValues", "thenMap",
        "thenFlatMap", "promise.flatMapValues", "promise.compactMapValues", "promise.filterValues",
        "promise.thenMap", "promise.thenFlatMap", "promise.firstValue", "recover",
      ]
      let onReturn = ["get", "done", "promise.ensureThen"]
      let wanted = onMap.map { "\($0) map" } + onReturn.map { "\($0) return" }
      precondition(look.seen.entries.sorted() == wanted.sorted(), "\(look.seen.entries)")
    }
  }

  @Test("cauterize follows the default policy, and logs on the default queue")
  func cauterize() async {
    await #expect(processExitsWith: .success) {
      let end = MarkedQueue(DispatchQueue(label: "return"))
      conf.Q.return = end.queue
      conf.catchPolicy = .allErrors
      let seen = Journal<Outcome>()
      let wasOnQueue = Journal<Bool>()
      conf.logHandler = { event in
        guard case .cauterized(let error) = event else { return }
        seen.write(Outcome(error))
        wasOnQueue.write(end.isCurrent)
      }
      Promise<Int>(error: PMKError.cancelled).cauterize()
      try await onQueue(end.queue) {}
      precondition(seen.entries == [.cancelled] && wasOnQueue.entries == [true])
    }
  }

  @Test("a wait is logged only on the main thread")
  func waits() async {
    await #expect(processExitsWith: .success) {
      let events = Journal<Bool>()
      conf.logHandler = { _ in events.write(true) }
      let sum = try await onFreshThread {
        try Promise.value(1).wait() + Guarantee.value(2).wait()
      }
      precondition(sum == 3 && events.count == 0)
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
