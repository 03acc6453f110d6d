// Callback.swift: a body that receives a resolver.

import AsyncPromises
import TestSupport
import Testing

@Suite("Promise { resolver }", .timeLimit(.minutes(10)))
struct CallbackTests {
  @Test("D2: the body runs immediately, on the caller's stack")
  func runsAtOnce() {
    let nested = Journal<Bool>()
    StackMark.during {
      _ = Promise<Int> { resolver in
        nested.write(StackMark.isSet)
        resolver.fulfill(1)
      }
    }
    #expect(nested.entries == [true])
  }

  @Test("D2: the first call, early or late, settles the promise", arguments: SettleTime.allCases)
  func settled(time: SettleTime) async throws {
    for result in [Result<Int, any Error>.success(1), .failure(TestError.first)] {
      let event = Subject(.success(()), time)
      let promise = Promise<Int> { resolver in
        event.promise.whenSettled { _ in resolver.resolve(with: result) }
      }
      await event.settle()
      switch result {
      case .success(let value): #expect(try await promise.value == value)
      case .failure: await #expect(throws: TestError.first) { try await promise.value }
      }
    }
  }

  @Test("D2 B7: an error thrown by the body rejects the promise even if the resolver survives")
  func throwing() async {
    let kept = Journal<Resolver<Int>>()
    let topic = ReportRecorder.topic(line: #line + 1)
    let promise = Promise<Int> { resolver in
      kept.write(resolver)
      throw TestError.first
    }
    #expect(promise.failure as? TestError == .first)
    for resolver in kept.entries { #expect(!resolver.fulfill(1)) }
    #expect(promise.failure as? TestError == .first)
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.secondSettle).count == 1)
    #expect(topic.traces(.broken).isEmpty)
  }

  @Test("D2: a promise settled by its body keeps its outcome even if the body then throws")
  func settlesAndThrows() throws {
    let promise = Promise<Int> { resolver in
      resolver.fulfill(1)
      throw TestError.first
    }
    #expect(try promise.resultIfSettled?.get() == 1)
  }

  @Test("D2 A2: a second call is ignored and reported")
  func twice() async throws {
    let topic = ReportRecorder.topic(line: #line + 1)
    let promise = Promise<Int> { resolver in
      #expect(resolver.fulfill(1))
      #expect(!resolver.reject(TestError.first))
    }
    #expect(try promise.resultIfSettled?.get() == 1)
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.secondSettle) == [calling("callback at", topic.name)])
  }

  @Test("A4: a body that releases its resolver breaks the promise, and the error names the place")
  func broken() async {
    let topic = ReportRecorder.topic(line: #line + 1)
    let promise = Promise<Int> { _ in }
    #expect(await promise.brokenSite == topic.name)
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.broken) == [calling("callback at", topic.name)])
  }

  @Test("E1: cancelling notifies the body's work")
  func cancelled() {
    let stopped = Journal<Bool>()
    let promise = Promise<Int> { resolver in
      resolver.onCancel { [resolver] in
        stopped.write(true)
        #expect(!resolver.fulfill(1))
      }
    }
    #expect(promise.cancel())
    #expect(promise.isRejectedByCancellation)
    #expect(stopped.count == 1)
  }

  @Test("D2: a body on the main actor can use the actor's state without awaiting")
  @MainActor
  func isolation() async throws {
    var count = 0
    let promise = Promise<Int> { resolver in
      count += 1
      resolver.fulfill(count)
    }
    #expect(count == 1)
    #expect(try await promise.value == 1)
  }

  @Test("B6: the body's captures are released with the resolver")
  func released() async throws {
    let kept = Journal<@Sendable () -> Void>()
    let (promise, freed) = tracking { object in
      Promise<Void> { resolver in
        kept.write {
          object.use()
          resolver.fulfill()
        }
      }
    }
    for callback in kept.entries { callback() }
    try await promise.value
    #expect(freed.resultIfSettled == nil)
    kept.clear()
    #expect(freed.resultIfSettled != nil)
  }
}
