// Tests cancellation in the queue: which tasks are cancelled, and which continue.

import AsyncPromises
import TestSupport
import Testing

@testable import StartupQueue

@Suite("Serial queue: cancellation", .timeLimit(.minutes(10)))
struct SerialQueueCancellationTests {
  let queue = SerialQueue()
  let screen = PretendWork()

  private func add(_ name: String) -> Promise<String> {
    queue.add { [screen] in screen.begin(name) }
  }

  @Test("A cancelled waiting task is removed; no task overtakes the running one")
  func waiting() async throws {
    try await inScope { _ in
      let first = add("first")
      let second = add("second")
      let third = add("third")
      try await screen.wait(for: "first", .begins)
      second.cancel()
      await rest()
      #expect(screen.transcript == ["first begins"])
      try await screen.end("first")
      try await screen.end("third")
      _ = try await (first.value, third.value)
      let names = ["first", "third"]
      #expect(screen.transcript == names.flatMap { ["\($0) begins", "\($0) ends"] })
    }
  }

  @Test("All cancelled waiting tasks are removed; later tasks start in their turns")
  func allWaiting() async throws {
    try await inScope { _ in
      let first = add("first")
      try await screen.wait(for: "first", .begins)
      for index in 0..<100 { add("\(index)").cancel() }
      let last = add("last")
      await rest()
      #expect(screen.transcript == ["first begins"])
      try await screen.end("first")
      try await screen.end("last")
      _ = try await (first.value, last.value)
      #expect(screen.transcript.count == 4)
    }
  }

  @Test("Cancelling the running task withdraws it, and starts the next one")
  func running() async throws {
    try await inScope { _ in
      let first = add("first")
      let second = add("second")
      try await screen.wait(for: "first", .begins)
      #expect(first.cancel())
      try await screen.wait(for: "first", .isTakenBack)
      try await screen.end("second")
      #expect(try await second.value == "done")
    }
  }

  @Test("Cancelling a derived promise doesn't affect other consumers")
  func derived() async throws {
    try await inScope { _ in
      let first = add("first")
      let one = first.map { $0 }
      let other = first.map { $0 }
      await rest()
      one.cancel()
      #expect(screen.transcript == ["first begins"])
      other.cancel()
      #expect(screen.transcript == ["first begins", "first is withdrawn"])
    }
  }

  @Test("Cancelling a task before it returns its promise withdraws the promise, too")
  func starting() async throws {
    try await inScope { _ in
      let (isReached, reached) = Promise<Void>.pending()
      let (gate, open) = Promise<Void>.pending()
      let first = queue.add { [screen] in
        reached.fulfill()
        _ = await Task { await gate.result }.value
        return screen.begin("first")
      }
      try await isReached.value
      first.cancel()
      open.fulfill()
      try await screen.wait(for: "first", .isTakenBack)
      #expect(screen.transcript == ["first begins", "first is withdrawn"])
    }
  }

  @Test("A task's captures are freed when it is cancelled, even before its turn")
  func captures() async throws {
    try await inScope { _ in
      let (gate, open) = Promise<Void>.pending()
      queue.add { gate }
      let (promise, freed) = tracking { object in
        queue.add { Promise.fulfilled(object.use()) }
      }
      await rest()
      #expect(freed.resultIfSettled == nil)
      promise.cancel()
      try await freed.value
      open.fulfill()
    }
  }

  @Test("waitUntilEmpty includes tasks that are added meanwhile")
  func waitUntilEmpty() async throws {
    try await inScope { _ in
      try await queue.waitUntilEmpty()
      let first = add("first")
      let end = Promise { [queue] in try await queue.waitUntilEmpty() }
      await rest()
      let second = add("second")
      try await screen.end("first")
      try await screen.wait(for: "second", .begins)
      await rest()
      #expect(end.resultIfSettled == nil)
      try await screen.end("second")
      try await end.value
      _ = try await (first.value, second.value)
    }
  }

  @Test("Cancelling waitUntilEmpty doesn't affect the tasks")
  func cancelledWait() async throws {
    try await inScope { _ in
      let first = add("first")
      let end = Promise { [queue] in try await queue.waitUntilEmpty() }
      await rest()
      end.cancel()
      await rest()
      #expect(screen.transcript == ["first begins"])
      try await screen.end("first")
      #expect(try await first.value == "done")
    }
  }
}
