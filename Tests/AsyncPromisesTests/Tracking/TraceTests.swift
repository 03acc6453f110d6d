// Record.swift: the path that a rejection has taken.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Traces", .enabled(if: Tracking.isOn, "Traces need tracking."), .timeLimit(.minutes(10)))
struct TraceTests {
  /// The steps of the only trace that `body` leaves behind, without the file's name.
  private func steps(
    of body: @Sendable () async throws -> Void
  ) async throws -> [String] {
    let reports = try await unhandledRejections(body)
    try #require(reports.count == 1, "\(reports)")
    return reports[0].trace.split(separator: " → ").map {
      String($0).replacing("AsyncPromisesTests/TraceTests.swift:", with: "")
    }
  }

  @Test("H1: a trace names every link that passes the rejection on, from its origin")
  func links() async throws {
    let steps = try await steps {
      let (token, resolver) = Promise<Int>.pending(name: "token", line: 1)
      token.map(line: 2) { $0 }.then(line: 3) { .fulfilled($0) }.validate(line: 4) { _ in true }
        .recover(line: 5) { throw $0 }.finally(line: 6) {}.done(line: 7) { _ in }
      resolver.reject(TestError.first)
    }
    #expect(
      steps == [
        "pending “token” at 1", "map at 2", "then at 3", "validate at 4", "recover at 5",
        "finally at 6", "done at 7",
      ])
  }

  @Test("H1 G2: the trace of a pending promise can be read while another thread rejects it")
  func pending() async throws {
    for _ in 0..<300 {
      let (promise, resolver) = Promise<Int>.pending()
      let work = promise.map { $0 }.ignoreErrors()
      async let error = work.timeout(after: .zero).result.failureText
      async let rejected = { resolver.reject(TestError.first) }()
      _ = await rejected
      let text = try #require(await error)
      #expect(text == "first" || text.contains("TraceTests.swift"))
    }
  }

  @Test("H1: a trace contains the file and the line of the caller")
  func file() async throws {
    let line: UInt = #line + 1
    let reports = try await unhandledRejections { _ = Promise { throw TestError.first } }
    #expect(reports.map(\.trace) == ["async at AsyncPromisesTests/TraceTests.swift:\(line)"])
  }

  @Test("H1: the trace of a rejection that begins in a handler begins there")
  func thrown() async throws {
    let steps = try await steps {
      Promise(line: 1) { 1 }.map(line: 2) { $0 }
        .then(line: 3) { _ -> Promise<Int> in throw TestError.first }.done(line: 4) { _ in }
    }
    #expect(steps == ["then at 3", "done at 4"])
  }

  @Test(
    "H1: an error thrown by a recovery comes after the failure that it should replace",
    arguments: ChainOperator.recoveries)
  func recovery(form: ChainOperator) async throws {
    let steps = try await steps {
      let failing = Promise<Int>(line: 1) { () async throws in throw TestError.first }
      _ = form.recover(failing) { _ in throw TestError.second }
    }
    #expect(steps.first == "async at 1")
    #expect(steps.dropFirst().map { $0.prefix { $0 != " " } } == ["recover"])
  }

  @Test("H1: a recovery that is skipped by an error of another type is a step like any other")
  func otherType() async throws {
    let steps = try await steps {
      let (first, resolver) = Promise<Int>.pending(line: 1)
      first.recover(from: PromiseError.self, line: 2) { _ in 0 }
        .recover(from: PromiseError.self, .promise, line: 3) { _ in .fulfilled(0) }
        .done(line: 4) { _ in }
      resolver.reject(TestError.first)
    }
    #expect(steps == ["pending at 1", "recover at 2", "recover at 3", "done at 4"])
  }

  @Test(
    "H1: the promise that a recovery returned is the step before the recovery",
    arguments: ChainOperator.promiseHandlers.filter(\.runsOnRejection))
  func recoveredWith(form: ChainOperator) async throws {
    let steps = try await steps {
      let failing = Promise<Int>(line: 1) { () async throws in throw TestError.first }
      _ = form.follow(failing) { rejected(with: TestError.second) }
    }
    #expect(steps.map { $0.prefix { $0 != " " } } == ["pending", "recover"])
  }

  @Test("H1: a settled or pending promise that a handler returned is a step")
  func returned() async throws {
    for isSettled in [true, false] {
      let steps = try await steps {
        let (inner, resolver) = Promise<Int>.pending(line: 1)
        if isSettled { resolver.reject(TestError.first) }
        let outer = Promise.fulfilled(1).then(line: 2) { _ in inner }
        outer.done(line: 3) { _ in }
        try await otherWork()
        if !isSettled { resolver.reject(TestError.first) }
      }
      #expect(steps == ["pending at 1", "then at 2", "done at 3"], "settled: \(isSettled)")
    }
  }

  @Test("H1 A3: a promise is the step after the settled or pending promise that it follows")
  func follow() async throws {
    for isSettled in [true, false] {
      let steps = try await steps {
        let (inner, innerResolver) = Promise<Int>.pending(name: "inner", line: 1)
        let (_, resolver) = Promise<Int>.pending(name: "outer", line: 2)
        if isSettled { innerResolver.reject(TestError.first) }
        resolver.follow(inner)
        if !isSettled { innerResolver.reject(TestError.first) }
      }
      #expect(steps == ["pending “inner” at 1", "pending “outer” at 2"], "settled: \(isSettled)")
    }
  }

  @Test("H1: a group comes after the input that decided it")
  func groups() async throws {
    let all = try await steps {
      let (promise, resolver) = Promise<Int>.pending(name: "input", line: 1)
      Promise.all([.fulfilled(1), promise], line: 2).done(line: 3) { _ in }
      resolver.reject(TestError.first)
    }
    #expect(all == ["pending “input” at 1", "all at 2", "done at 3"])
    let race = try await steps {
      let (promise, resolver) = Promise<Int>.pending(name: "input", line: 1)
      _ = Promise.race(promise, line: 2)
      resolver.reject(TestError.first)
    }
    #expect(race == ["pending “input” at 1", "race at 2"])
    let any = try await steps { _ = Promise.any(rejected(), line: 2) }
    #expect(any == ["any at 2"])
  }

  @Test("H1 G2: a timeout is a separate step, or the first one if it expired")
  func timeout() async throws {
    let passedOn = try await steps {
      let (promise, resolver) = Promise<Int>.pending(line: 1)
      _ = promise.timeout(after: .seconds(7200), line: 2)
      resolver.reject(TestError.first)
    }
    #expect(passedOn == ["pending at 1", "timeout at 2"])
    let timedOut = try await steps {
      let (promise, resolver) = Promise<Int>.pending(line: 1)
      promise.timeout(after: .zero, line: 2).done(line: 3) { _ in }
      resolver.reject(TestError.first)
    }
    #expect(timedOut == ["timeout at 2", "done at 3"])
  }

  @Test("H1: a flight is one step for every caller, without the promises that it is made of")
  func flight() async throws {
    let steps = try await steps {
      SingleFlight<Int, Int>().run(for: 42, line: 1) { throw TestError.first }.done(line: 2) { _ in
      }
    }
    #expect(steps == ["singleFlight “42” at 1", "done at 2"])
  }

  // MARK: Long traces

  /// The trace of a rejection that passes `count` promises, created on lines 1 to `count`.
  private func steps(count: Int) async throws -> [String] {
    try await steps {
      let (first, resolver) = Promise<Int>.pending(line: 1)
      var last = first
      for line in 0..<(count - 1) { last = last.finally(line: UInt(line) + 2) {} }
      resolver.reject(TestError.first)
    }
  }

  @Test("H1: a trace of 33 steps is complete", arguments: [2, 32, 33])
  func whole(count: Int) async throws {
    let steps = try await steps(count: count)
    #expect(steps == ["pending at 1"] + (2...count).map { "finally at \($0)" })
  }

  @Test(
    "H1: the middle of a longer trace is left out", arguments: [34, 35, 64, 65, 66, 100, 1_000])
  func elided(count: Int) async throws {
    let steps = try await steps(count: count)
    #expect(steps.first == "pending at 1")
    #expect(steps.last == "finally at \(count)")
    #expect(steps.count <= 34)
    #expect(steps.count { $0 == "…" } == 1)
    let tail = steps.dropFirst(2)
    #expect(Array(tail) == tail.indices.map { "finally at \(count + 1 - (steps.count - $0))" })
  }
}

extension LifetimeTests {
  @Suite("Long traces", .timeLimit(.minutes(10)))
  struct LongTraceTests {
    @Test("H1 A7: with tracking, many rejected links neither need a deep stack nor leak memory")
    func manyLinks() async {
      await #expect(processExitsWith: .success) {
        PromiseDiagnostics.startTracking()
        PromiseDiagnostics.install { _ in }
        try await Memory.expectFlat(over: isStressRun ? 10 : 4) { rounds in
          for _ in 0..<rounds {
            let links = Task { @SmallStack in
              let (first, resolver) = Promise<Int>.pending()
              var last = first
              for _ in 0..<(isStressRun ? 40_000 : many / 10) {
                last = last.map { @SmallStack in $0 }
              }
              resolver.reject(TestError.first)
              return await last.result
            }
            _ = await links.value
            // Records that have ended are released when others begin.
            _ = await Scope.process.outstanding.zero().result
          }
        }
      }
    }
  }
}

extension Result {
  fileprivate var failureText: String? {
    if case .failure(let error) = self { "\(error)" } else { nil }
  }
}
