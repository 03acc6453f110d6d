// TestHost.swift: handlers of a compatibility module, which run on queues or in the settling call.

import AsyncPromisesSwiftTesting
import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Expectations in handlers on queues", .needsTracking, .timeLimit(.minutes(10)))
struct HandlersOnQueuesTests {
  @Test(
    "T8: an expectation that fails in a handler on a queue is known", .needsTaskExecutors,
    .promiseScope, arguments: [DispatchQueue.main, .global(), nil])
  func known(queue: DispatchQueue?) async throws {
    await withKnownIssue {
      let (promise, seal) = Promise<Int>.pending()
      promise.done(on: queue) { value in
        if queue === DispatchQueue.main { MainActor.assumeIsolated {} }
        #expect(value == 2)
      }.cauterize()
      DispatchQueue.global().async { seal.fulfill(1) }
      try await PromiseScope.current.settle(within: long)
    }
  }

  @Test("T8: the same for handlers on a queue at the same time", .needsTaskExecutors, .promiseScope)
  func parallel() async throws {
    let count = Locked(0)
    try await withKnownIssue {
      for number in 0..<100 {
        let (promise, seal) = Promise<Int>.pending()
        promise.done(on: .global()) { value in
          count.withLock { $0 += 1 }
          #expect(value < 0)
        }.cauterize()
        DispatchQueue.global().async { seal.fulfill(number) }
      }
      try await PromiseScope.current.settle(within: long)
    } matching: { issue in
      issue.description.contains("< 0")
    }
    #expect(count.withLock { $0 } == 100)
  }
}
