// TestTasks.swift: tasks of a test that do what other threads ask them to.

#if canImport(Dispatch)
  import AsyncPromisesTesting
  import Dispatch
  import Foundation
  import Testing

  @testable import AsyncPromises

  @Suite("Tasks of a test", .enabled(if: System.hasTaskExecutors), .timeLimit(.minutes(10)))
  struct TestTasksTests {
    private enum Local {
      @TaskLocal static var name = "none"
    }

    @Test("T6: what threads ask for at once is done before each call returns, on its thread")
    func manyThreads() async {
      await #expect(processExitsWith: .success) {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let tasks = Local.$name.withValue("test") { TestTasks() }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          for _ in 0..<20_000 {
            var seen: (thread: Thread, name: String)?
            precondition(tasks.call { seen = (.current, Local.name) })
            precondition(seen?.thread == .current && seen?.name == "test")
          }
        }
        tasks.end()
        precondition(!tasks.call { preconditionFailure("The test is over.") })
      }
    }
  }
#endif
