// Recipes from the documentation, for things that no single call can do.

import AsyncPromises
import AsyncPromisesTracking
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Recipes", .timeLimit(.minutes(10)))
struct RecipeTests {
  @Test("C2 E3: a wait in a separate task outlives the cancellation of the waiting task")
  func waitThatIsNotCancelled() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let waiting = Task { try await Task { try await promise.value }.value }
    waiting.cancel()
    resolver.fulfill(1)
    #expect(try await waiting.value == 1)
  }

  @Test("D1 E1: a promise that awaits an existing task passes its cancellation on")
  func promiseOfTask() async throws {
    let work = Promise<Int>.pending()
    let task = Task { try await work.promise.value }
    let promise = Promise {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    work.resolver.fulfill(1)
  }

  @Test("D1: a promise that awaits an existing task settles like the task")
  func outcomeOfTask() async throws {
    let task = Task { 1 }
    let failed = Task<Int, any Error> { throw TestError.first }
    #expect(try await Promise { await task.value }.get() == 1)
    await #expect(throws: TestError.first) { try await Promise { try await failed.value }.get() }
  }

  @Test("D1: a stream reports the progress of a promise's work, and ends with the work")
  func progress() async throws {
    let (progress, reporter) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let work = Promise {
      defer { reporter.finish() }
      for step in 1...3 { reporter.yield(step) }
      return "done"
    }
    var last: Int?
    for await step in progress { last = step }
    #expect(last == 3)
    #expect(try await work.value == "done")
  }

  @Test("D1 E1: a Foundation progress object is updated, and cancels the promise")
  func foundationProgress() async throws {
    let progress = Progress(totalUnitCount: 3)
    let gate = Promise<Void>.pending()
    let work = Promise {
      progress.completedUnitCount = 1
      try await gate.promise.value
    }
    progress.cancellationHandler = { work.cancel() }
    progress.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    gate.resolver.fulfill(())
  }

  @Test("F2: a concurrency of one keeps the order, and a loop can use earlier results")
  func series() async throws {
    let order = Journal<Int>()
    let squares = Promise.map(1...4, concurrency: 1) { number async in
      order.write(number)
      return number * number
    }
    let sum = Promise {
      var sum = 0
      for number in 1...4 { sum += try await Promise.fulfilled(number).get() }
      return sum
    }
    #expect(try await squares.value == [1, 4, 9, 16])
    #expect(order.entries == [1, 2, 3, 4])
    #expect(try await sum.value == 10)
  }

  #if !os(Windows)
    @Test("H3: a signal makes a running process list its pending promises")
    func signalled() async throws {
      let (report, reader) = Promise<String>.pending()
      signal(SIGUSR1, SIG_IGN)
      let signals = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
      signals.setEventHandler { @Sendable in reader.fulfill(Promise.dumpPending()) }
      signals.setRegistrationHandler { @Sendable in kill(getpid(), SIGUSR1) }
      signals.resume()
      #expect(try await report.value != "")
      signals.cancel()
    }
  #endif
}
