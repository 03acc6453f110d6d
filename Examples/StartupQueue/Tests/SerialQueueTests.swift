// Tests the queue: order, failures, and stopping.

import AsyncPromises
import Foundation
import Testing

@testable import StartupQueue

@Suite("Serial queue", .timeLimit(.minutes(10)))
struct SerialQueueTests {
  let queue = SerialQueue()
  let screen = PretendWork()

  @discardableResult
  private func add(_ name: String) -> Promise<String> {
    queue.add { [screen] in screen.begin(name) }
  }

  @Test("Tasks run one at a time, in the order in which they are added")
  func order() async throws {
    try await inScope { _ in
      let names = (0..<100).map { "\($0)" }
      let promises = names.map { add($0) }
      await rest()
      #expect(screen.transcript == ["0 begins"])
      for name in names { try await screen.end(name, with: name) }
      #expect(try await Promise.all(promises).get() == names)
      #expect(screen.transcript == names.flatMap { ["\($0) begins", "\($0) ends"] })
    }
  }

  @Test("With concurrent threads, all tasks run one at a time, and each thread's tasks in order")
  func threads() async throws {
    try await inScope { _ in
      let lists = (0..<8).map { thread in (0..<100).map { "\(thread)/\($0)" } }
      let added = lists.map { names in
        Promise<Void> { resolver in
          Thread.detachNewThread {
            for name in names { add(name) }
            resolver.fulfill()
          }
        }
      }
      let ended = Promise.map(lists) { [screen] names in
        for name in names { try await screen.end(name) }
      }
      _ = try await (Promise.all(added).value, ended.value)
      try await queue.waitUntilEmpty()
      #expect(screen.mostAtATime == 1)
      #expect(screen.transcript.count == 2 * 8 * 100)
      for (thread, names) in lists.enumerated() {
        let own = screen.transcript.filter { $0.hasPrefix("\(thread)/") }
        #expect(own == names.flatMap { ["\($0) begins", "\($0) ends"] })
      }
    }
  }

  @Test("Tasks can be added by a task, and after the queue has become empty")
  func addedLater() async throws {
    try await inScope { _ in
      queue.add { [queue, screen] in
        queue.add { screen.begin("inner") }
        return screen.begin("outer")
      }
      try await screen.end("outer")
      try await screen.end("inner")
      try await queue.waitUntilEmpty()
      add("last")
      try await screen.end("last")
      let names = ["outer", "inner", "last"]
      #expect(screen.transcript == names.flatMap { ["\($0) begins", "\($0) ends"] })
    }
  }

  @Test("A failure doesn't block later tasks")
  func failures() async throws {
    try await inScope { _ in
      let refused = add("refused")
      let thrown = queue.add { () -> Promise<Int> in throw PretendWork.Refused() }
      let last = add("last")
      try await screen.refuse("refused")
      try await screen.end("last")
      _ = try await last.value
      await #expect(throws: PretendWork.Refused.self) { try await refused.value }
      await #expect(throws: PretendWork.Refused.self) { try await thrown.value }
    }
  }

  @Test("A broken promise doesn't block later tasks")
  func broken() async throws {
    try await inScope(reports: 1) { _ in
      let broken = queue.add { Promise<Int> { _ in } }
      let last = add("last")
      try await screen.end("last")
      _ = try await last.value
      await #expect(throws: PromiseError.self) { try await broken.value }
    }
  }

  @Test("An unhandled failure is reported")
  func unhandled() async throws {
    try await inScope(reports: 1) { _ in
      add("refused")
      try await screen.refuse("refused")
    }
  }

  @Test("A failure that stops the queue cancels waiting and later tasks")
  func stop() async throws {
    try await inScope { _ in
      let terms = queue.add { [queue, screen] in
        screen.begin("terms").catch { _ in queue.stop() }
      }
      let tour = add("tour")
      try await screen.refuse("terms")
      try await queue.waitUntilEmpty()
      let late = add("late")
      await rest()
      await #expect(throws: PretendWork.Refused.self) { try await terms.value }
      #expect(tour.isCancelled)
      #expect(late.isCancelled)
      #expect(screen.transcript == ["terms begins", "terms fails"])
    }
  }

  @Test("Stopping the queue from outside doesn't stop the running task")
  func stopFromOutside() async throws {
    try await inScope { _ in
      let first = add("first")
      let second = add("second")
      try await screen.wait(for: "first", .begins)
      queue.stop()
      try await screen.end("first")
      #expect(try await first.value == "done")
      await #expect(throws: CancellationError.self) { try await second.value }
    }
  }
}
