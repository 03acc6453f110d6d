// PromiseScope.swift: a scope is notified of the mistakes made in it.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Events of a scope", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeEventsTests {
  @Test("T2 H1 H2: settle waits for the report; the scope keeps it", arguments: Mistake.allCases)
  func kept(mistake: Mistake) async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      #expect(scope.events.isEmpty)
      mistake.make()
      try await scope.settle(within: long)
      #expect(scope.events.count == 1)
      #expect(scope.events.allSatisfy { mistake.isTold(by: $0) })
    }
  }

  @Test("H1 G2: a scope keeps the error of a timeout, which retains no promise of the scope")
  func lateWork() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let (promise, resolver) = Promise<Int>.pending()
      let other = promise.map { $0 }  // keeps the work running
      _ = promise.timeout(after: .zero)
      try await eventually(within: long) { scope.events.count == 1 }
      resolver.fulfill(1)
      #expect(try await other.value == 1)
      guard case .unhandledRejection(PromiseError.timedOut, _)? = scope.events.first else {
        return #expect(Bool(false), "\(scope.events)")
      }
    }
  }

  @Test("T2 H2: the scope's hook is called instead of others", arguments: Mistake.allCases)
  func hook(mistake: Mistake) async throws {
    let log = Journal<PromiseDiagnostics.Event>()
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { log.write($0) }
      mistake.make()
      try await scope.settle(within: long)
    }
    #expect(log.count == 1)
    #expect(log.entries.allSatisfy { mistake.isTold(by: $0) })
  }

  @Test("T2 H2: the innermost hook gets an event; every outer scope keeps it too")
  func nested() async throws {
    let log = Journal<String>()
    try await withPromiseScope("outer", reports: .ignore) { outer in
      outer.install { _ in log.write("outer") }
      try await withPromiseScope("inner", reports: .ignore) { inner in
        Mistake.secondSettle.make()
        try await inner.settle(within: long)
        #expect(inner.events.count == 1)
        inner.install { _ in log.write("inner") }
        Mistake.unhandledRejection.make()
        try await inner.settle(within: long)
        #expect(inner.events.count == 2)
      }
      Mistake.brokenPromise.make()
      try await outer.settle(within: long)
      #expect(log.entries == ["outer", "inner", "outer"])
      #expect(outer.events.count == 3)
      for (mistake, event) in zip(
        [Mistake.secondSettle, .unhandledRejection, .brokenPromise], outer.events)
      {
        #expect(mistake.isTold(by: event))
      }
    }
  }

  @Test("T2 H2: independent scopes don't get each other's events")
  func apart() async throws {
    try await withPromiseScope("quiet") { quiet in
      try await Task.detached {
        try await withPromiseScope("loud", reports: .ignore) { loud in
          loud.install { _ in }
          for mistake in Mistake.allCases { mistake.make() }
          try await loud.settle(within: long)
          #expect(loud.events.count == Mistake.allCases.count)
        }
      }.value
      #expect(quiet.events.isEmpty)
    }
  }

  @Test("T2 H1: handled errors, ignored errors and cancellations aren't events")
  func silence() async throws {
    try await withPromiseScope { scope in
      for _ in 0..<3 {
        let (promise, resolver) = Promise<Int>.pending()
        promise.catch { _ in }
        resolver.reject(PromiseError.invalid)
        let (ignored, other) = Promise<Int>.pending()
        ignored.ignoreErrors()
        other.reject(PromiseError.invalid)
        let (cancelled, third) = Promise<Int>.pending()
        cancelled.cancel()
        withExtendedLifetime(third) {}
      }
      try await scope.settle(within: long)
      #expect(scope.events.map(\.description) == [])
    }
  }

  @Test("T2 H2: a replaced hook is no longer called; a hook may use promises")
  func replaced() async throws {
    let log = Journal<String>()
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in log.write("first") }
      scope.install { _ in
        log.write("second")
        Promise.fulfilled(1).done { _ in log.write("handler") }
      }
      Mistake.secondSettle.make()
      try await scope.settle(within: long)
      #expect(log.entries == ["second", "handler"])
    }
  }

  @Test("T2: a scope that ends lets its hooks go, whatever they hold")
  func hookEnds() async throws {
    final class Token: Sendable {}
    weak var first: Token?
    weak var second: Token?
    try await withPromiseScope(leftovers: .allow, reports: .ignore) { scope in
      let tokens = (Token(), Token())
      (first, second) = tokens
      let (promise, resolver) = Promise<Int>.pending()
      scope.install { _ in withExtendedLifetime((tokens.0, resolver)) {} }
      scope.install { _ in
        withExtendedLifetime((tokens.1, promise)) { _ = resolver.fulfill(1) }
      }
      Mistake.secondSettle.make()
      try await scope.settle(within: long)
      #expect(promise.resultIfSettled != nil)
    }
    #expect(first == nil && second == nil)
  }

  @Test("T2 H2: what comes after a scope goes to the scope around it")
  func afterTheScope() async throws {
    let log = Journal<String>()
    try await withPromiseScope(reports: .ignore) { outer in
      outer.install { _ in log.write("outer") }
      let resolver = try await withPromiseScope(leftovers: .allow) { inner in
        inner.install { _ in log.write("inner") }
        return Promise<Int>.pending().resolver
      }
      resolver.fulfill(1)
      resolver.fulfill(2)
      try await outer.settle(within: long)
      #expect(log.entries == ["outer"])
    }
  }

  @Test("T3 H1: the trace of a rejection names every promise that it passed through")
  func trace() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let line: UInt = #line + 1
      let (promise, resolver) = Promise<Int>.pending(name: "token")
      promise.map { $0 + 1 }
        .done { _ in }
      resolver.reject(PromiseError.invalid)
      try await scope.settle(within: long)
      let events = scope.events
      #expect(events.count == 1)
      guard case .unhandledRejection(_, let trace)? = events.first else { return }
      let file = "\(#fileID)"
      #expect(
        trace
          == "pending “token” at \(file):\(line) → map at \(file):\(line + 1) "
          + "→ done at \(file):\(line + 2)")
    }
  }
}
