// ManualClock.swift: an advance returns even if other work keeps running.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

/// The condition that a poll waits for.
private final class Flag: Sendable {
  private let log = Journal<Bool>()

  var isSet: Bool { log.count > 0 }

  func set() { log.write(true) }
}

/// A loop that polls a flag without doing anything that a clock could track.
private struct Poll: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The allowed numbers of events. A poll that no executor sees running counts as idle and causes
  /// none. For a poll that sleeps, the number depends on how long it really sleeps.
  var events = 1...1
  let start: @Sendable (Flag) -> Void

  static let all = [
    Poll(testDescription: "yields") { flag in
      Promise(name: "poll") { while !flag.isSet { await Task.yield() } }.ignoreErrors()
    },
    Poll(testDescription: "yields on the main actor") { flag in
      Promise(name: "poll") { @MainActor in while !flag.isSet { await Task.yield() } }
        .ignoreErrors()
    },
    Poll(testDescription: "sleeps for a millisecond", events: 0...1) { flag in
      Promise(name: "poll") {
        while !flag.isSet { try await Task.sleep(for: .milliseconds(1)) }
      }.ignoreErrors()
    },
    Poll(testDescription: "sleeps for a millisecond on the main actor", events: 0...1) { flag in
      Promise(name: "poll") { @MainActor in
        while !flag.isSet { try await Task.sleep(for: .milliseconds(1)) }
      }.ignoreErrors()
    },
    Poll(testDescription: "yields in a handler") { flag in
      Promise.fulfilled(()).map(.async) { while !flag.isSet { await Task.yield() } }.ignoreErrors()
    },
    Poll(testDescription: "yields in a handler on the main actor", events: 0...0) { flag in
      Promise.fulfilled(()).map(.async) { @MainActor in while !flag.isSet { await Task.yield() } }
        .ignoreErrors()
    },
    Poll(testDescription: "sleeps in a handler on the main actor", events: 0...0) { flag in
      Promise.fulfilled(()).map(.async) { @MainActor in
        while !flag.isSet { try await Task.sleep(for: .milliseconds(1)) }
      }.ignoreErrors()
    },
    Poll(testDescription: "repeatedly waits for a real delay", events: 0...1) { flag in
      @Sendable func again() -> Promise<Void> {
        Promise.delay(for: .milliseconds(1)).then { flag.isSet ? .fulfilled : again() }
      }
      again().ignoreErrors()
    },
  ]
}

extension PromiseScope {
  /// The traces of the work that was found to be busy.
  fileprivate var busyWork: [String] {
    events.compactMap {
      guard case .busyWork(let trace) = $0 else { return nil }
      return trace
    }
  }
}

@Suite(
  "ManualClock and work that never becomes idle", .oneAtATime, .timeLimit(.minutes(10)),
  .enabled(if: Tracking.isOn))
struct BusyWorkTests {
  private let clock = ManualClock()

  @Test(
    "T4 T6: an hour passes despite a poll that a timer ends within that hour; no test fails",
    .needsTaskExecutors,
    arguments: Poll.all, rounds(40))
  private func hour(beside poll: Poll, _ round: Int) async throws {
    try await withPromiseScope { scope in
      let flag = Flag()
      poll.start(flag)
      Promise.delay(for: .seconds(3_000), clock: clock).done { flag.set() }
      await clock.advance(by: .seconds(3_600))
      #expect(flag.isSet)
      #expect(clock.now.offset == .seconds(3_600))
      #expect(poll.events.contains(scope.busyWork.count))
      #expect(scope.busyWork.allSatisfy { $0.contains("BusyWorkTests.swift:") })
      try await scope.settle(within: long)
    }
  }

  @Test(
    "T4: once work is found to be busy, later advances wait only for other work",
    .needsTaskExecutors)
  func beside() async throws {
    try await withPromiseScope { scope in
      let flag = Flag()
      let ended = Journal<Int>()
      let count = isStressRun ? 200 : 40
      Promise { while !flag.isSet { await Task.yield() } }.ignoreErrors()
      for number in 1...count {
        Promise.delay(for: .seconds(number), clock: clock)
          .then { _ in Promise { @MainActor in await Task.yield() } }
          .done { ended.write(number) }
      }
      for number in 1...count {
        await clock.advance(by: .seconds(1))
        #expect(ended.entries == Array(1...number))
      }
      #expect(scope.busyWork.count == 1)
      flag.set()
      try await scope.settle(within: long)
    }
  }

  @Test(
    "T4: a poll with real delays uses up the patience for other work, and is reported",
    .enabled(if: isStressRun), arguments: [true, false])
  func impatient(isForCallback: Bool) async throws {
    try await withPromiseScope(leftovers: .cancel) { scope in
      let flag = Flag()
      let (never, resolver) = Promise<Void>.pending()
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      let waiting = isForCallback ? never : Promise { for await _ in stream {} }
      Promise(name: "poll") {
        while !flag.isSet { try await Promise.delay(for: .milliseconds(1)).get() }
      }.ignoreErrors()
      Promise.delay(for: .seconds(1), clock: clock).done { flag.set() }
      await clock.advance(by: .seconds(1))
      #expect(flag.isSet && waiting.resultIfSettled == nil)
      #expect(!scope.busyWork.isEmpty)
      #expect(scope.busyWork.allSatisfy { $0.contains("BusyWorkTests.swift:") })
      resolver.fulfill()
      continuation.finish()
    }
  }

  @Test("T4: busy work counts again once it has waited for a clock", .needsTaskExecutors)
  func again() async throws {
    try await withPromiseScope { scope in
      let flag = Flag()
      let seconds = Journal<Duration>()
      Promise {
        while !flag.isSet { await Task.yield() }
        for _ in 1...50 {
          try await clock.sleep(for: .seconds(1))
          seconds.write(clock.now.offset)
        }
      }.ignoreErrors()
      await clock.advance(by: .seconds(1))
      flag.set()
      await clock.nextSleeper()
      // Tracking learns of the wait only a moment after the sleep has begun.
      let counters = try #require(TrackingContext.current?.scope)
      while !counters.awake.isZero { await Task.yield() }
      await clock.advance(by: .seconds(100))
      #expect(seconds.entries == (2...51).map { .seconds($0) })
      #expect(scope.busyWork.count == 1)
    }
  }

  @Test("T4: long work that makes progress is waited for", .needsTaskExecutors)
  func farButNotBusy() async throws {
    try await withPromiseScope { scope in
      let steps = Journal<Int>()
      Promise.delay(for: .seconds(1), clock: clock).then { _ in
        Promise {
          // Each yield resumes a task twice. Each return from the main actor counts once, or a
          // hundredfold if nothing else was running then: at most 9,000 of 10,000.
          for _ in 1...3_500 { await Task.yield() }
          for _ in 1...20 { await MainActor.run {} }
          steps.write(1)
        }
      }.then { _ in
        // Many operations in a row, each awaited by a tracked wait.
        Promise {
          for _ in 1...2_000 { try await Promise { await Task.yield() }.get() }
          steps.write(2)
        }
      }.ignoreErrors()
      await clock.advance(by: .seconds(1))
      #expect(steps.entries == [1, 2])
      #expect(scope.busyWork.isEmpty)
    }
  }

  @Test(
    "T4: a handler that blocks its thread or the main actor counts as busy after ten seconds",
    .enabled(if: isStressRun), arguments: [false, true])
  func blocked(isOnMainActor: Bool) async throws {
    try await withPromiseScope { scope in
      let flag = Flag()
      let first = Promise.fulfilled(())
      if isOnMainActor {
        first.done { @MainActor in while !flag.isSet {} }
      } else {
        first.done { while !flag.isSet {} }
      }
      Promise.delay(for: .seconds(1), clock: clock).done { flag.set() }
      await clock.advance(by: .seconds(1))
      #expect(flag.isSet)
      #expect(scope.busyWork.count == 1)
      try await scope.settle(within: long)
    }
  }

  @Test("T3 T4: an advance doesn't wait for work on an actor with an executor of its own")
  func onOwnExecutor() async throws {
    let (desk, gate) = (BusyDesk(), Gate())
    desk.close(until: gate)
    try await withPromiseScope { scope in
      let work = Promise(name: "work") { [clock] in
        try await clock.sleep(for: .seconds(1))
        return await desk.handled
      }
      await clock.advance(by: .seconds(1))
      #expect(clock.now.offset == .seconds(1))
      let error = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .zero)
      }
      #expect(error?.description.contains("“work”") == true)
      gate.open()
      try await scope.settle(within: long)
      #expect(try work.resultIfSettled?.get() == 0)
    }
  }

  @Test(
    "T4: an endless chain of handlers counts as busy after a million handlers",
    .enabled(if: isStressRun))
  func endless() async throws {
    try await withPromiseScope { scope in
      let flag = Flag()
      @Sendable func again() -> Promise<Void> {
        Promise.fulfilled(()).then { flag.isSet ? .fulfilled : again() }
      }
      again().ignoreErrors()
      Promise.delay(for: .seconds(1), clock: clock).done { flag.set() }
      await clock.advance(by: .seconds(1))
      #expect(clock.now.offset == .seconds(1))
      #expect(!scope.busyWork.isEmpty)
      flag.set()
      try await scope.settle(within: long)
    }
  }
}
