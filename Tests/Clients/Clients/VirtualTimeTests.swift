// T4 S2: virtual time for clients that take a clock, in every mode in which they are compiled.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import Testing

nonisolated private let isTrackingOff =
  ProcessInfo.processInfo.environment["ASYNC_PROMISES_TRACKING"] == "off"

@Suite("Virtual time in clients", .enabled(if: !isTrackingOff), .timeLimit(.minutes(10)))
struct VirtualTimeTests {
  private let clock = ManualClock()
  private let transcript = SharedTranscript()

  private let hour: Duration = .seconds(60 * 60)
  private let day: Duration = .seconds(24 * 60 * 60)

  /// A woken task has a tenth of this time to go back to sleep, which is longer than a thread is
  /// delayed on a busy machine.
  private let patience: Duration = .seconds(5)

  /// Records the time of each question, and answers yes to the last one.
  private func poller(every interval: Duration, last: Int) -> Poller {
    Poller(clock: clock, interval: interval) { [clock, transcript] question in
      transcript.write("\(minutes(of: clock)): question \(question)")
      return question == last
    }
  }

  /// Records the time of each beat.
  private func heartbeat() -> Heartbeat {
    Heartbeat(clock: clock) { [clock, transcript] data in
      transcript.write("\(minutes(of: clock)): beat \(String(decoding: data, as: UTF8.self))")
    }
  }

  // MARK: Promises

  @Test("T4: a day of questions passes in one advance")
  func poll() async throws {
    try await withPromiseScope { scope in
      let answer = poller(every: hour, last: 24).start()
      await clock.advance(by: day)
      #expect(try answer.resultIfSettled?.get() == 24)
      #expect(transcript.lines == (1...24).map { "\(60 * $0): question \($0)" })
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4: a file that imports Foundation can sleep on its clock in any spelling")
  func beat() async throws {
    try await withPromiseScope { scope in
      let heartbeat = heartbeat()
      let beats = [
        heartbeat.start(times: 24), heartbeat.startWithTaskSleep(times: 24),
        heartbeat.startWithGenericFunction(times: 24),
      ]
      await clock.advance(by: day)
      #expect(beats.allSatisfy { $0.resultIfSettled != nil })
      let lines = (1...24).flatMap { repeatElement("\(60 * $0): beat \($0)", count: 3) }
      #expect(transcript.lines == lines)
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4 G: a file that imports Foundation passes its clock to operators")
  func operators() async throws {
    try await withPromiseScope { scope in
      let next = heartbeat().startOnce()
      await clock.advance(by: hour)
      // The clock can't see the job that continues the work if that job runs on the main actor.
      try await next.value
      await clock.advance(by: day)
      #expect(transcript.lines == ["60: beat once"])
      try await scope.settle(within: .zero)
    }
  }

  @MainActor
  @Test("T4: the search starts when typing stops")
  func search() async throws {
    try await withPromiseScope { scope in
      let field = SearchField(clock: clock) { $0.uppercased() }
      for text in ["s", "sw", "swi"] {
        field.type(text)
        await clock.advance(by: .milliseconds(299))
      }
      #expect(field.found.isEmpty)
      await clock.advance(by: .milliseconds(1))
      #expect(field.found == ["SWI"])
      await clock.advance(by: day)
      #expect(field.found == ["SWI"])
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4: a session ends half an hour after the last touch")
  func session() async throws {
    try await withPromiseScope { scope in
      let session = Session(clock: clock, transcript: transcript)
      await session.touch(by: "Ada")
      await clock.advance(by: .seconds(29 * 60))
      await session.touch(by: "Alan")
      await clock.advance(by: .seconds(29 * 60))
      #expect(await session.user == "Alan")
      await clock.advance(by: day)
      #expect(await session.user == nil)
      #expect(transcript.lines == ["Alan is out"])
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4: clients of every kind wake up in the order of their deadlines")
  func together() async throws {
    try await withPromiseScope { scope in
      let answer = poller(every: .seconds(8 * 60 * 60 + 1), last: 2).start()
      let session = Session(clock: clock, transcript: transcript)
      await session.touch(by: "Ada")
      let beat = heartbeat().startOnce()
      // The sleepers are the poller, the session, the delay and its time limit. The clock can't see
      // jobs on an actor, whether they start or continue.
      await clock.sleepers(4)
      await clock.advance(by: hour / 2)
      // The session, an actor, answers only after the work for which it was woken.
      #expect(await session.user == nil)
      await clock.advance(by: hour / 2)
      try await beat.value
      await clock.advance(by: day - hour)
      #expect(try answer.resultIfSettled?.get() == 2)
      #expect(
        transcript.lines == [
          "Ada is out", "60: beat once", "480: question 1", "960: question 2",
        ])
      try await scope.settle(within: .zero)
    }
  }

  // MARK: Tasks

  // A clock can't see a task until it sleeps. Tests wait for its first sleep before they advance
  // the time, and for its end afterwards.

  @MainActor
  @Test("T4: a task that sleeps once is woken within a day")
  func searchInTask() async throws {
    try await withPromiseScope { _ in
      let field = SearchField(clock: clock) { $0.uppercased() }
      let first = field.typeInTask("s")
      await clock.nextSleeper()
      let last = field.typeInTask("sw")
      await clock.nextSleeper()
      await clock.advance(by: day)
      try await last.value
      #expect(field.found == ["SW"])
      await #expect(throws: CancellationError.self) { try await first.value }
    }
  }

  @Test("T4: an actor's task is woken within a day")
  func sessionInTask() async throws {
    try await withPromiseScope { _ in
      let session = Session(clock: clock, transcript: transcript)
      let first = await session.touchInTask(by: "Ada")
      await clock.nextSleeper()
      await clock.advance(by: .seconds(29 * 60))
      let last = await session.touchInTask(by: "Alan")
      await clock.nextSleeper()
      #expect(clock.deadlines.map(\.offset) == [.seconds(59 * 60)])
      await clock.advance(by: day)
      try await last.value
      #expect(transcript.lines == ["Alan is out"])
      await #expect(throws: CancellationError.self) { try await first.value }
    }
  }

  @Test("T4: a task that sleeps repeatedly sees each of its deadlines in one advance")
  func pollInOneAdvance() async throws {
    try await withPromiseScope(callbackPatience: patience) { _ in
      let answer = poller(every: hour, last: 24).startInTask()
      await clock.nextSleeper()
      await clock.advance(by: day)
      #expect(transcript.lines == (1...24).map { "\(60 * $0): question \($0)" })
      let number = try await answer.value
      #expect(number == 24)
    }
  }

  @MainActor
  @Test("T4: when the advance returns, a task has finished the work after its sleep")
  func searchInOneAdvance() async throws {
    try await withPromiseScope(callbackPatience: patience) { _ in
      let field = SearchField(clock: clock) { $0.uppercased() }
      let search = field.typeInTask("sw")
      await clock.nextSleeper()
      await clock.advance(by: .seconds(1))
      #expect(field.found == ["SW"])
      try await search.value
    }
  }

  @Test("T4: a test can follow a task from sleep to sleep")
  func pollInTask() async throws {
    try await withPromiseScope { _ in
      let answer = poller(every: hour, last: 24).startInTask()
      for _ in 1...24 {
        await clock.nextSleeper()
        await clock.advance(by: hour)
      }
      let number = try await answer.value
      #expect(number == 24)
      #expect(transcript.lines == (1...24).map { "\(60 * $0): question \($0)" })
    }
  }

  @Test("T4: a test can follow concurrent tasks from sleep to sleep")
  func tasksTogether() async throws {
    try await withPromiseScope { _ in
      let answer = poller(every: hour, last: 24).startInTask()
      let beats = heartbeat().startInTask(times: 24)
      for number in 1...24 {
        await clock.sleepers(2)
        #expect(clock.deadlines.map(\.offset) == [hour * number, hour * number])
        await clock.advance(by: hour)
      }
      let number = try await answer.value
      #expect(number == 24)
      try await beats.value
      let lines = (1...24).flatMap { ["\(60 * $0): beat \($0)", "\(60 * $0): question \($0)"] }
      #expect(transcript.lines.sorted() == lines.sorted())
    }
  }

  @Test("T4: a loop that a test starts in a promise covers a day in one advance")
  func pollInPromiseOfTest() async throws {
    try await withPromiseScope { scope in
      let poller = poller(every: hour, last: 24)
      let answer = Promise { try await poller.run() }
      await clock.advance(by: day)
      #expect(try answer.resultIfSettled?.get() == 24)
      #expect(transcript.lines == (1...24).map { "\(60 * $0): question \($0)" })
      try await scope.settle(within: .zero)
    }
  }
}

nonisolated private func minutes(of clock: ManualClock) -> Int64 {
  clock.now.offset.components.seconds / 60
}
