// Finally.swift: cleans up, whatever the outcome.

import AsyncPromises
import TestSupport
import Testing

@Suite("finally", .timeLimit(.minutes(10)))
struct FinallyTests {
  @Test("B8: the closure runs once, and the value is passed on", arguments: SettleTime.allCases)
  func success(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let ran = Journal<Bool>()
    let derived = subject.promise.finally { ran.write(true) }
    await subject.settle()
    #expect(try await derived.value == 1)
    #expect(ran.count == 1)
  }

  @Test("B8: the closure runs once, and the error is passed on", arguments: SettleTime.allCases)
  func failure(time: SettleTime) async {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let ran = Journal<Bool>()
    let derived = subject.promise.finally { ran.write(true) }
    await subject.settle()
    await #expect(throws: TestError.first) { try await derived.value }
    #expect(ran.count == 1)
  }

  @Test("B8: finally runs for a cancelled promise, and for one without a value")
  func cancelledSource() async throws {
    let ran = Journal<Bool>()
    try await Promise.fulfilled.finally { ran.write(true) }.get()
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.finally { ran.write(true) }
    source.cancel()
    await #expect(throws: CancellationError.self) { try await derived.value }
    #expect(ran.count == 2)
    withExtendedLifetime(resolver) {}
  }

  @Test("B8: finally may end a chain: its promise is released, and its closure runs")
  func lastLink() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let ran = Promise<Bool> { ran in source.finally { ran.fulfill(true) } }
    resolver.fulfill(3)
    #expect(try await ran.value)
  }

  @Test("E2: the closure of a cancelled finally doesn't wait for a source that continues")
  func doesNotWaitForTheSource() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let other = source.map { $0 }
    let (ran, run) = Promise<Void>.pending()
    let derived = source.finally { run.fulfill() }
    derived.cancel()
    try await ran.value
    try #require(source.resultIfSettled == nil)
    resolver.fulfill(1)
    #expect(try await other.value == 1)
  }

  @Test("E2: cancelling the end of a chain of finallys runs each closure once")
  func chain() async throws {
    let ran = Journal<Int>()
    let (source, resolver) = pendingWork()
    var freed: [Promise<Void>] = []
    var last = source
    for index in 0..<3 {
      let (next, isFreed) = tracking { object in
        last.finally {
          object.use()
          ran.write(index)
        }
      }
      last = next
      freed.append(isFreed)
    }
    last.cancel()
    for promise in freed { try await promise.value }
    #expect(ran.entries.sorted() == [0, 1, 2])
    #expect(source.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("E2: a finally that is cancelled by its own closure has run, and doesn't run again")
  func cancelsItself() async throws {
    let own = Journal<Promise<Int>>()
    let ran = Journal<Bool>()
    let (source, resolver) = Promise<Int>.pending()
    let (derived, freed) = tracking { object in
      source.finally {
        object.use()
        ran.write(true)
        for promise in own.entries { promise.cancel() }
      }
    }
    own.write(derived)
    resolver.fulfill(1)
    try await freed.value
    #expect(ran.count == 1)
    #expect(derived.isRejectedByCancellation)
  }

  @Test("B1 E2: the closure of a cancelled finally doesn't run on the cancelling stack")
  func notOnTheStack() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let nested = Promise<Bool> { nested in
      let derived = source.finally { nested.fulfill(StackMark.isSet) }
      StackMark.during { _ = derived.cancel() }
    }
    #expect(try await !nested.value)
    withExtendedLifetime(resolver) {}
  }

  @Test("B2: the closure runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      main: { source, look in source.finally { look() } },
      shared: { source, look in source.finally { look() } },
      desk: { desk, source, look in
        source.finally {
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.finally { look() } })
  }

  @Test("B2 E2: the closure of a cancelled finally runs where it was written")
  @MainActor
  func isolationOfCancelled() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let onMain = Promise<Bool> { ran in
      source.finally { ran.fulfill(MainQueue.isCurrent) }.cancel()
    }
    #expect(try await onMain.value)
    try await Desk().runFinallyOfCancelled().get()
    withExtendedLifetime(resolver) {}
  }
}

extension Desk {
  /// Fulfilled by the closure of a cancelled finally that is isolated to the desk.
  fileprivate func runFinallyOfCancelled() -> Promise<Void> {
    let (source, resolver) = Promise<Int>.pending()
    return Promise { ran in
      source.finally {
        self.enter()
        ran.fulfill()
      }.cancel()
      withExtendedLifetime(resolver) {}
    }
  }
}
