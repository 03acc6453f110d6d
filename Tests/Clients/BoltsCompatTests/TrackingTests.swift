// How AsyncPromisesTesting and PromiseDiagnostics track tasks.

import AsyncPromises
import AsyncPromisesTesting
import BoltsCompat
import Dispatch
import TestSupport
import Testing

@Suite("Tracking", .needsTracking, .timeLimit(.minutes(10)))
struct TrackingTests {
  private let long = Duration.seconds(500)

  /// A line of this file, as reports write it.
  private func here(_ line: Int) -> String { "\(#fileID):\(line)" }

  @Test("a scope waits for tasks and their continuations", arguments: Route.allCases)
  func settle(route: Route) async throws {
    try await withPromiseScope { scope in
      let seen = Journal<Int>()
      let source = TaskCompletionSource<Int>()
      source.task.continueOnSuccessWith(route.executor) { $0 + 1 }
        .continueWithTask(route.executor) { task in
          Task.withDelay(0.001).continueWith { _ in seen.write(task.result ?? 0) }
        }
      DispatchQueue.global().async { source.set(result: 1) }
      try await scope.settle(within: long)
      #expect(seen.entries == [2])
    }
  }

  @Test("a failed wait names the calls and their lines in this file")
  func report() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = #line
      let source = TaskCompletionSource<Int>()
      let next = source.task.continueWith { $0.result ?? 0 }
      let other = next.continueWithTask { $0 }
      let success = other.continueOnSuccessWith { $0 }
      let error = success.continueOnErrorWithTask { _ in Task(1) }
      let all = Task.whenAll([error])
      let results = Task.whenAllResult([error])
      let any = Task.whenAny([error])
      let delay = Task.withDelay(10_000)
      let failure = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .zero)
      }
      let report = failure?.report ?? ""
      for (offset, name) in [
        "pending", "continueWith", "continueWithTask", "continueOnSuccessWith",
        "continueOnErrorWithTask", "whenAll", "whenAllResult", "whenAny", "withDelay",
      ].enumerated() {
        #expect(report.contains("\(name) at \(here(line + 1 + offset))"), "\(report)")
      }
      withExtendedLifetime((source, all, results, any, delay)) {}
    }
  }

  /// The rejections that `body` leaves unhandled: the last step of each trace.
  private func unhandled(_ body: () -> Void) async throws -> [String] {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      body()
      try await scope.settle(within: long)
      return scope.events.compactMap { event in
        guard case .unhandledRejection(_, let trace) = event else { return nil }
        return trace.split(separator: " → ").last.map { String($0) }
      }
    }
  }

  private func faulted() -> Task<Int> { Settlement.faulted.task }

  @Test("a chain whose error is never inspected is reported once, for its last task")
  func reported() async throws {
    let line = #line
    let ends: [(String, () -> Void)] = [
      ("continueWith", { Task(1).continueWith { _ in throw TestError.first } }),
      ("continueWithTask", { faulted().continueWithTask { $0 } }),
      ("continueOnSuccessWith", { faulted().continueOnSuccessWith { $0 } }),
      ("continueOnErrorWith", { faulted().continueOnErrorWith { (_: OtherError) in 1 } }),
      ("execute", { Task.execute { throw TestError.first } }),
      ("whenAll", { _ = Task.whenAll(faulted()) }),
      ("continueWith", { _ = Task(1).continueWith { _ in throw TestError.first }.faulted }),
    ]
    for (offset, (name, makeAndLetGo)) in ends.enumerated() {
      let reports = try await unhandled(makeAndLetGo)
      #expect(reports.count == 1, "\(name): \(reports)")
      #expect(
        reports.first?.hasPrefix("\(name) at \(here(line + 2 + offset))") == true, "\(reports)")
    }
  }

  @Test("inspected errors and cancellations aren't reported")
  func handled() async throws {
    let reports = try await unhandled {
      faulted().continueWith { _ in }
      faulted().continueOnErrorWith { _ in 1 }
      _ = faulted().error
      _ = Task.whenAny(faulted())
      Task<Int>.cancelledTask().continueOnSuccessWith { $0 }
      Task.whenAll(faulted(), .cancelledTask()).continueOnSuccessWith {}
    }
    #expect(reports == [])
  }

  // MARK: Scope

  @Test(
    "T2: what a closure on an executor makes belongs to the scope of the call",
    arguments: Route.allCases, ["continueWith", "init", "executeWithTask", "execute"])
  func scope(route: Route, call: String) async throws {
    let reports = try await unhandled {
      let make: @Sendable () -> Void = { _ = Task<Int>(error: TestError.first) }
      switch call {
      case "continueWith":
        let source = TaskCompletionSource<Int>()
        source.task.continueWith(route.executor) { _ in make() }
        DispatchQueue.global().async { source.set(result: 1) }
      case "init": _ = Task<Void>(route.executor) { make() }
      case "executeWithTask":
        Task<Void>.executeWithTask(route.executor) {
          make()
          return Task(())
        }
      default:
        let source = TaskCompletionSource<Int>()
        source.task.continueWith { _ in }
        route.executor.execute {
          make()
          source.set(result: 1)
        }
      }
    }
    #expect(reports.count == 1)
  }
}
