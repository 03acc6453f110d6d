// Operators.swift: `<>`, two functions at the same time; and combinations of the operators.

import AsyncPromises
import PromiseOperators
import TestSupport
import Testing

@Suite("Parallel", .timeLimit(.minutes(10)))
struct ParallelTests {
  @Test("both functions start together, with one input", arguments: Shape.allCases, [true, false])
  func success(shape: Shape, isFirstFirst: Bool) async throws {
    let (a, b) = (Work(), Work())
    let both = shape.parallel(a, b)("-")
    try await a.begun.pass()
    try await b.begun.pass()
    (isFirstFirst ? a : b).resolver.fulfill("1")
    #expect(both.resultIfSettled == nil)
    (isFirstFirst ? b : a).resolver.fulfill("2")
    #expect(Outcome(await both.result) == .value(isFirstFirst ? "-1|-2" : "-2|-1"))
    #expect(a.calls.entries == ["-"] && b.calls.entries == ["-"])
  }

  @Test(
    "the earliest error ends the combination, and cancels the other function if possible",
    arguments: Shape.allCases, [true, false])
  func failure(shape: Shape, isFirst: Bool) async throws {
    let (a, b) = (Work(), Work())
    let both = shape.parallel(a, b)("-")
    try await a.begun.pass()
    try await b.begun.pass()
    let (bad, other) = isFirst ? (a, b) : (b, a)
    bad.resolver.reject(TestError.first)
    #expect(Outcome(await both.result) == .error(.first))
    if shape == .callback {
      #expect(other.promise.resultIfSettled == nil)
      other.resolver.reject(TestError.second)
    } else {
      try await other.cancelled.pass()
    }
    #expect(Outcome(await both.result) == .error(.first))
  }

  @Test("a cancellation reaches both, unless they're callback functions", arguments: Shape.allCases)
  func cancellation(shape: Shape) async throws {
    let (a, b) = (Work(), Work())
    let both = shape.parallel(a, b)("-")
    try await a.begun.pass()
    try await b.begun.pass()
    both.cancel()
    #expect(Outcome(await both.result) == .cancelled)
    for work in [a, b] {
      if shape == .callback {
        #expect(work.promise.resultIfSettled == nil)
      } else {
        try await work.cancelled.pass()
      }
    }
  }

  @Test("a promise with other consumers continues when the combination fails or is cancelled")
  func shared() async throws {
    for fails in [true, false] {
      let (a, b) = (Work(), Work())
      let wanted = a.promise.map { $0 }
      let shared: PromiseFunction<String, String> = { _ in a.promise }
      let both = (shared <> b.promised)("-")
      if fails { b.resolver.reject(TestError.first) } else { both.cancel() }
      #expect(Outcome(await both.result) == (fails ? .error(.first) : .cancelled))
      #expect(a.promise.resultIfSettled == nil)
      a.resolver.fulfill("a")
      #expect(try await wanted.value == "a")
    }
  }

  // MARK: Once

  @Test("if threads end both functions together, the callback is called once", arguments: 0..<100)
  func races(round: Int) async throws {
    let kinds: [(Result<String, any Error>, Result<String, any Error>)] = [
      (.success("a"), .success("b")), (.failure(TestError.first), .failure(TestError.second)),
      (.success("a"), .failure(TestError.second)), (.failure(TestError.first), .success("b")),
    ]
    let (a, b) = kinds[round % kinds.count]
    let callbacks = Journal<@Sendable (Result<String, any Error>) -> Void>()
    let keep: AsyncFunction<String, String> = { _, done in callbacks.write(done) }
    let (outcomes, ended) = (Journal<Outcome>(), Gate())
    (keep <> keep)("-") { result in
      outcomes.write(Outcome(result))
      ended.open()
    }
    let (first, second) = (callbacks.entries[0], callbacks.entries[1])
    async let one: Void = onFreshThread { for _ in 1...3 { first(a) } }
    async let other: Void = onFreshThread { for _ in 1...3 { second(b) } }
    _ = try await (one, other)
    try await ended.pass()
    let possible: [Outcome] =
      switch round % kinds.count {
      case 0: [.value("a|b")]
      case 1: [.error(.first), .error(.second)]
      case 2: [.error(.second)]
      default: [.error(.first)]
      }
    #expect(outcomes.count == 1 && possible.contains(outcomes.entries[0]))
  }

  @Test("a function that calls back twice counts once")
  func twice() async {
    let twice = answer({ $0 + "!" }, times: 2)
    let calls = Journal<String>()
    let counting: AsyncFunction<String, String> = { input, done in
      calls.write(input)
      done(.success(input))
    }
    #expect(Outcome(await promising(twice +> counting)("-").result) == .value("-!"))
    #expect(calls.entries == ["-!"])
    #expect(Outcome(await promising(twice <> twice)("-").result) == .value("-!|-!"))
  }

  @Test("a callback that is released without a call breaks the promise of the combination")
  func forgotten() async throws {
    let forgetful: AsyncFunction<String, String> = { _, _ in }
    let work = Work(.success("a"))
    #expect(Outcome(await promising(forgetful +> work.callback)("-").result) == .broken)
    #expect(Outcome(await promising(work.callback <> forgetful)("-").result) == .broken)
    #expect(work.calls.count == 1)
  }

  @Test("the functions' captures are released when the functions have ended")
  func lifetime() async throws {
    let (call, freed) = tracking { object in
      let step = answer {
        object.use()
        return $0
      }
      return promising(step +> step <> step)("-")
    }
    #expect(Outcome(await call.result) == .value("-|-"))
    try await freed.pass()
  }

  // MARK: Combinations

  private let join: AsyncFunction<(String, String), String> = { pair, done in
    done(.success("(\(pair.0),\(pair.1))"))
  }

  @Test("`a +> b <> c +> d` is `a +> (b <> c) +> d`")
  func precedence() async {
    let (a, b, c) = (answer { $0 + "a" }, answer { $0 + "b" }, answer { $0 + "c" })
    let d: AsyncFunction<String, String> = answer { $0 + "d" }
    let plain = a +> b <> c +> join +> d
    let parenthesized = a +> (b <> c) +> join +> d
    #expect(Outcome(await promising(plain)("-").result) == .value("(-ab,-ac)d"))
    #expect(Outcome(await promising(parenthesized)("-").result) == .value("(-ab,-ac)d"))
  }

  @Test("types of all kinds, and pairs of pairs")
  func types() async throws {
    let count: AsyncFunction<String, Int> = answer { $0.count }
    let isEmpty: AsyncFunction<String, Bool> = answer { $0.isEmpty }
    let ((number, flag), text) = try await awaiting(count <> isEmpty <> answer { $0 })("ab")
    #expect(number == 2 && !flag && text == "ab")
    let length: PromiseFunction<String, Int> = { .fulfilled($0.count) }
    let double: PromiseFunction<Int, Int> = { .fulfilled($0 * 2) }
    #expect(try await (length +> double <> double)("ab").value == (4, 4))
    let wait: AwaitedFunction<String, Int> = { $0.count }
    let print: AwaitedFunction<(Int, Int), String> = { "\($0.0)\($0.1)" }
    #expect(try await (wait <> wait +> print)("abc") == "33")
  }
}
