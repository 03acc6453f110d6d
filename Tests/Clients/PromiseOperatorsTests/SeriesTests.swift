// Operators.swift: `+>`, one function after the other.

import AsyncPromises
import PromiseOperators
import TestSupport
import Testing

@Suite("Series", .timeLimit(.minutes(10)))
struct SeriesTests {
  @Test("the second function receives the first one's result", arguments: Shape.allCases)
  func success(shape: Shape) async {
    let (a, b) = (Work(.success("a")), Work(.success("b")))
    #expect(Outcome(await shape.series(a, b)("-").result) == .value("-ab"))
    #expect(a.calls.entries == ["-"] && b.calls.entries == ["-a"])
  }

  @Test("the second function starts when the first has ended", arguments: Shape.allCases)
  func order(shape: Shape) async throws {
    let (a, b) = (Work(), Work())
    let both = shape.series(a, b)("-")
    try await a.begun.pass()
    #expect(b.calls.count == 0)
    a.resolver.fulfill("a")
    try await b.begun.pass()
    #expect(both.resultIfSettled == nil)
    b.resolver.fulfill("b")
    #expect(Outcome(await both.result) == .value("-ab"))
  }

  @Test("the first error ends the series", arguments: Shape.allCases)
  func failure(shape: Shape) async {
    let (a, b) = (Work(.failure(.first)), Work(.success("b")))
    #expect(Outcome(await shape.series(a, b)("-").result) == .error(.first))
    #expect(b.calls.count == 0)
    let (c, d) = (Work(.success("c")), Work(.failure(.second)))
    #expect(Outcome(await shape.series(c, d)("-").result) == .error(.second))
  }

  @Test("a series can be called again", arguments: Shape.allCases)
  func again(shape: Shape) async {
    let (a, b) = (Work(.success("a")), Work(.success("b")))
    let both = shape.series(a, b)
    for input in ["1", "2", ""] {
      #expect(Outcome(await both(input).result) == .value(input + "ab"))
    }
    #expect(a.calls.entries == ["1", "2", ""])
  }

  @Test("no function runs before the series is called", arguments: Shape.allCases)
  func lazy(shape: Shape) {
    let (a, b) = (Work(), Work())
    _ = shape.series(a, b)
    #expect(a.calls.count + b.calls.count == 0)
  }

  @Test(
    "a cancellation reaches the running function, unless it is a callback function",
    arguments: Shape.allCases, [true, false])
  func cancellation(shape: Shape, isFirst: Bool) async throws {
    let (a, b) = (Work(), Work())
    let both = shape.series(a, b)("-")
    try await a.begun.pass()
    if !isFirst {
      a.resolver.fulfill("a")
      try await b.begun.pass()
    }
    let running = isFirst ? a : b
    both.cancel()
    #expect(Outcome(await both.result) == .cancelled)
    if shape == .callback {
      #expect(running.promise.resultIfSettled == nil)
    } else {
      try await running.cancelled.pass()
    }
    #expect(b.calls.count == (isFirst ? 0 : 1))
    // A callback function doesn't notice: it calls back, and the next function is called.
    running.resolver.fulfill("late")
  }

  @Test("many functions run one after the other", arguments: Shape.allCases)
  func many(shape: Shape) async {
    let step = Work(.success("."))
    let call =
      switch shape {
      case .callback:
        promising((1..<1_000).reduce(step.callback) { all, _ in all +> step.callback })
      case .promise: (1..<1_000).reduce(step.promised) { all, _ in all +> step.promised }
      case .awaited:
        promising((1..<1_000).reduce(step.awaited) { all, _ in all +> step.awaited })
      }
    #expect(Outcome(await call("").result) == .value(String(repeating: ".", count: 1_000)))
  }
}
