// Measures how many orders AsyncExplorer runs per second. A separate program, because AsyncExplorer
// hooks into the runtime of a program that links it:
//
//     swift run -c release --package-path Tests/Benchmarks explorations
//
// Given a number of thousands, it only runs that many thousand orders of one task, for
// `.ci/instructions`.

import AsyncExplorer
import Foundation

@main
enum Explorations {
  actor Counter {
    private var number = 0

    func increase() { number += 1 }
  }

  @MainActor final class Model {
    private var number = 0

    nonisolated init() {}

    func increase() { number += 1 }
  }

  /// Each of `tasks` tasks increases a counter twice, with a sleep in between.
  @Sendable static func body(_ tasks: Int) async throws {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          await counter.increase()
          try? await Task.sleep(for: .milliseconds(1))
          await counter.increase()
        }
      }
    }
  }

  /// The same on the main actor, with a yield in place of the sleep.
  @Sendable static func bodyOnMainActor(_ tasks: Int) async throws {
    let model = Model()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          await model.increase()
          await Task.yield()
          await model.increase()
        }
      }
    }
  }

  static func main() {
    Task.detached {
      if let thousands = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) {
        try await explore(schedules: thousands * 1_000) { try await body(1) }
      } else {
        try await measureAll()
      }
      exit(EXIT_SUCCESS)
    }
    RunLoop.main.run()
  }

  private static func measureAll() async throws {
    print("body                            jobs/run          orders/s     µs/job")
    for tasks in [1, 3, 10, 100, 1_000] {
      try await measure("\(tasks) tasks on an actor", tasks, body)
    }
    for tasks in [1, 3, 10] {
      try await measure("\(tasks) tasks on the main actor", tasks, bodyOnMainActor)
    }
    let start = ContinuousClock.now
    try await explore(schedules: 1_000) { try await body(3) }
    print("\n1,000 orders of 3 tasks on an actor, in total: \(ContinuousClock.now - start)")
  }

  private static func measure(
    _ name: String, _ tasks: Int, _ body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    try await explore(schedules: 10) { try await body(tasks) }
    let start = ContinuousClock.now
    let summary = try await explore(for: .seconds(2)) { try await body(tasks) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let perSecond = Double(summary.schedules) / seconds
    let perJob = 1e6 / perSecond / Double(summary.longestRun)
    func column(_ value: Double, _ width: Int) -> String {
      let text = value < 100 ? "\((value * 10).rounded() / 10)" : "\(Int(value))"
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let padded = name + String(repeating: " ", count: max(0, 28 - name.count))
    print(
      padded, column(Double(summary.longestRun), 11), column(perSecond, 17), column(perJob, 10))
  }
}
