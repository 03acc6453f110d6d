// The library's reports about code that uses the facade: at the user's lines, with its advice.

import AsyncPromises
import AsyncPromisesTesting
import PromiseKitCompat
import TestSupport
import Testing

private typealias Kit = PromiseKitCompat.Promise

@Suite("Reports", .needsTracking, .timeLimit(.minutes(10)))
struct ReportsTests {
  @Test("H2: a wait that blocks a task is reported at its line")
  func blockedWait() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      let seen = Journal<String>()
      let (promise, resolver) = Kit<Int>.pending()
      scope.install { event in
        guard case .blockedWait(let trace) = event else { return }
        seen.write(trace)
        resolver.fulfill(1)
      }
      let line = #line + 1
      let value = try promise.wait()
      #expect(value == 1)
      #expect(seen.entries == ["\(#fileID):\(line)"])
    }
  }

  @Test("H1: a failure of another thenable is reported at the line of the operator")
  func otherThenable() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      let line = #line + 1
      _ = OwnThenable(.rejected(TestError.first)).map { $0 }
      try await scope.settle(within: .seconds(500))
      let traces = scope.events.compactMap { event in
        if case .unhandledRejection(_, let trace) = event { trace } else { nil }
      }
      #expect(traces.count == 1)
      for trace in traces {
        #expect(trace.contains("\(#fileID):\(line)") && !trace.contains("Thenable.swift"))
      }
    }
  }

  @Test("E3: a task that is cancelled in async() isn't told to use another operator")
  func hint() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let hints = Journal<String>()
      scope.install { if case .unattendedWork(let trace) = $0 { hints.write(trace) } }
      let (promise, resolver) = Kit<Int>.pending()
      let worked = promise.map { $0 + 1 }
      let waiting = Task { try await worked.async() }
      waiting.cancel()
      _ = await waiting.result
      resolver.fulfill(1)
      try await scope.settle(within: .seconds(500))
      #expect(hints.entries == [])
    }
  }
}
