// ManualClock.swift: an advance returns when the work that it woke is idle again.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite(
  "ManualClock and the work of promises", .oneAtATime, .timeLimit(.minutes(10)),
  .enabled(if: Tracking.isOn))
struct ManualClockWorkTests {
  private let rounds = isStressRun ? 200 : 20
  private let clock = ManualClock()
  private let notes = Notes<String>()
  private let seconds = Notes<Duration>()

  private actor Desk {
    private(set) var entries: [String] = []

    func write(_ entry: String) { entries.append(entry) }

    /// A handler isolated to the desk.
    func handle(_ source: Promise<Void>) -> Promise<Void> {
      source.done { self.write("handled") }
    }

    /// An operation isolated to the desk.
    func operate(_ clock: ManualClock, then end: Promise<Void>) -> Promise<Void> {
      Promise {
        self.write("started")
        try await clock.sleep(for: .seconds(1))
        self.write("woken")
        await self.helper()
        self.write("helped")
        try await end.value
        self.write("ended")
      }
    }

    private func helper() async {
      await Helper().help()
    }
  }

  /// Another actor, to hop to and back.
  private actor Helper {
    func help() {}
  }

  /// Nested calls on the main actor, `depth` levels deep.
  @MainActor private static func nothing(depth: Int) async {
    if depth > 1 { await nothing(depth: depth - 1) }
  }

  // MARK: Many delays

  @Test(
    "T4 G1: many delays end in the order of their deadlines, in one advance", .needsTaskExecutors)
  func manyDelays() async throws {
    let ended = Notes<Int>()
    let count = isStressRun ? 10_000 : 1_000
    var generator = SplitMix64(runSeed)
    try await withPromiseScope { scope in
      for number in (1...count).shuffled(using: &generator) {
        Promise.delay(for: .milliseconds(number), clock: clock).done { ended.write(number) }
      }
      await clock.advance(by: .milliseconds(count - 1))
      #expect(ended.entries == Array(1..<count), "\(again()) ManualClock")
      await clock.advance(by: .milliseconds(1))
      #expect(ended.entries.last == count)
      try await scope.settle(within: .zero)
    }
    #expect(clock.deadlines.isEmpty)
  }

  // MARK: Work that sleeps again

  @Test("T4: a loop that sleeps for a second runs sixty times within a minute")
  func loop() async throws {
    try await withPromiseScope { _ in
      let loop = Promise { [clock, seconds] in
        while true {
          try await clock.sleep(for: .seconds(1))
          seconds.write(clock.now.offset)
        }
      }
      await clock.advance(by: .seconds(60))
      #expect(seconds.entries == (1...60).map { .seconds($0) })
      #expect(clock.deadlines.map(\.offset) == [.seconds(61)])
      loop.cancel()
    }
    #expect(clock.deadlines.isEmpty)
  }

  @Test("T4: loops with different steps wake at each of their deadlines, in any isolation")
  func loops() async throws {
    let helper = Helper()
    try await withPromiseScope { scope in
      let everySecond = Promise { [clock, seconds] in
        for _ in 1...60 {
          try await clock.sleep(for: .seconds(1))
          await helper.help()
          seconds.write(clock.now.offset)
        }
      }
      let onMain = Promise { @MainActor [clock, seconds] in
        for _ in 1...20 {
          try await clock.sleep(for: .milliseconds(2_500))
          await helper.help()
          seconds.write(clock.now.offset)
        }
      }
      await clock.advance(by: .seconds(60))
      #expect(everySecond.resultIfSettled != nil)
      #expect(onMain.resultIfSettled != nil)
      try await scope.settle(within: .zero)
    }
    let milliseconds = ((1...60).map { 1_000 * $0 } + (1...20).map { 2_500 * $0 }).sorted()
    #expect(seconds.entries == milliseconds.map { .milliseconds($0) })
  }

  @Test("T4 G3: in an hour, a retry with exponential backoff makes its attempts at the right times")
  func hour() async throws {
    try await withPromiseScope { scope in
      let backoff = Backoff.exponential(base: .seconds(1))
      let answer = Promise.retry(maxAttempts: 13, backoff: backoff, clock: clock) {
        [clock, seconds] attempt in
        seconds.write(clock.now.offset)
        if attempt < 12 { throw PromiseError.invalid }
        return attempt
      }
      await clock.advance(by: .seconds(2_046))
      #expect(answer.resultIfSettled == nil)
      await clock.advance(by: .seconds(1_554))
      #expect(try answer.resultIfSettled?.get() == 12)
      // After n pauses that double from one second, 2ⁿ − 1 seconds have passed.
      #expect(seconds.entries == (0..<12).map { .seconds(1 << $0 - 1) })
      #expect(clock.now.offset == .seconds(3_600))
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4 G1: delays in a chain pass in one advance")
  func chain() async throws {
    try await withPromiseScope { scope in
      var chain = Promise.fulfilled(0)
      for _ in 1...100 { chain = chain.delay(by: .seconds(1), clock: clock).map { $0 + 1 } }
      await clock.advance(by: .seconds(99))
      #expect(chain.resultIfSettled == nil)
      await clock.advance(by: .seconds(1))
      #expect(try chain.resultIfSettled?.get() == 100)
      try await scope.settle(within: .zero)
    }
  }

  // MARK: Idle again

  @Test("T4: an advance waits for handlers on the global executor, an actor and the main actor")
  func handlers() async throws {
    let desk = Desk()
    try await withPromiseScope { scope in
      for _ in 1...rounds {
        let delay = Promise.delay(for: .seconds(1), clock: clock)
        let handled = await desk.handle(delay)
        let hops = delay.map { [notes] in notes.write("global") }
          .map { @MainActor [notes] in notes.write("main") }
          .then { [notes] in Promise { await desk.write("desk") }.tap { _ in notes.write("desk") } }
          .map { @MainActor [notes] in notes.write("main again") }
        await clock.advance(by: .seconds(1))
        #expect(hops.resultIfSettled != nil)
        #expect(handled.resultIfSettled != nil)
      }
      try await scope.settle(within: .zero)
    }
    let round = ["global", "main", "desk", "main again"]
    #expect(notes.entries == Array(repeatElement(round, count: rounds).joined()))
    #expect(await desk.entries.count { $0 == "handled" } == rounds)
    #expect(await desk.entries.count { $0 == "desk" } == rounds)
  }

  @Test("T4: after an advance, asynchronous handlers have ended or reached their next suspension")
  func asynchronousHandlers() async throws {
    let (never, resolver) = Promise<Void>.pending()
    let helper = Helper()
    try await withPromiseScope(leftovers: .cancel) { _ in
      for round in 1...rounds {
        let delay = Promise.delay(for: .seconds(1), clock: clock)
        let global = delay.map(.async) { [notes] in
          await helper.help()
          notes.write("global")
          try await never.value
        }
        let main = delay.map(.async) { @MainActor [notes] in
          await Self.nothing(depth: 2)
          notes.write("main")
          try await never.value
        }
        await clock.advance(by: .seconds(1))
        #expect(notes.entries.count { $0 == "global" } == round)
        #expect(notes.entries.count { $0 == "main" } == round)
        #expect(global.resultIfSettled == nil)
        #expect(main.resultIfSettled == nil)
      }
    }
    resolver.fulfill()
  }

  @Test("T4: after an advance, operations on an actor have reached their next suspension or ended")
  func onActor() async throws {
    try await withPromiseScope(callbackPatience: .zero) { scope in
      for _ in 1...rounds {
        let (end, resolver) = Promise<Void>.pending()
        let desk = Desk()
        let operation = await desk.operate(clock, then: end)
        await clock.advance(by: .milliseconds(500))
        #expect(await desk.entries == ["started"])
        await clock.advance(by: .milliseconds(500))
        #expect(await desk.entries == ["started", "woken", "helped"])
        resolver.fulfill()
        await clock.advance(by: .zero)
        #expect(operation.resultIfSettled != nil)
        #expect(await desk.entries.last == "ended")
      }
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4: after an advance, work on an actor kept busy by other jobs has ended or waits again")
  func onBusyActor() async throws {
    let actor = BusyActor(notes)
    try await withPromiseScope { scope in
      let pause = Promise.delay(for: .seconds(1), clock: clock)
      let operation = await actor.operate(awaiting: pause)
      let handled = await actor.handle(.fulfilled(()), awaiting: pause)
      await clock.advance(by: .milliseconds(500))
      #expect(Set(notes.entries) == ["operation started", "handler started"])
      await clock.advance(by: .milliseconds(500))
      #expect(Set(notes.entries.dropFirst(2)) == ["operation ended", "handler ended"])
      #expect(operation.resultIfSettled != nil)
      #expect(handled.resultIfSettled != nil)
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4: work in an untracked wait continues with each advance and delays none")
  func unknownWait() async throws {
    let (events, source) = AsyncStream<Int>.makeStream()
    try await withPromiseScope { scope in
      let observer = Promise { @MainActor [seconds] in
        for await event in events { seconds.write(.seconds(event)) }
      }
      for number in 1...rounds {
        Promise.delay(for: .seconds(1), clock: clock).done { source.yield(number) }
        await clock.advance(by: .seconds(1))
        #expect(seconds.entries.last == .seconds(number))
      }
      source.finish()
      try await observer.value
      try await scope.settle(within: long)
    }
  }

  @Test("T4: after an advance, main-actor operations have reached their next suspension or ended")
  func onMainActor() async throws {
    let helper = Helper()
    try await withPromiseScope(callbackPatience: .zero) { scope in
      for _ in 1...rounds {
        let (end, resolver) = Promise<Void>.pending()
        let notes = Notes<String>()
        let operation = Promise { @MainActor [clock] in
          notes.write("started")
          try await clock.sleep(for: .seconds(1))
          notes.write("woken")
          await helper.help()
          await Self.nothing(depth: 3)
          notes.write("helped")
          try await end.value
          notes.write("ended")
        }
        await clock.advance(by: .milliseconds(500))
        #expect(notes.entries == ["started"])
        await clock.advance(by: .milliseconds(500))
        #expect(notes.entries == ["started", "woken", "helped"])
        resolver.fulfill()
        await clock.advance(by: .zero)
        #expect(operation.resultIfSettled != nil)
        #expect(notes.entries.last == "ended")
      }
      try await scope.settle(within: .zero)
    }
  }
}
