// Tuples.swift: all and allSettled of promises of different types.

import AsyncPromises
import Testing

@Suite("Typed tuples", .timeLimit(.minutes(10)))
struct TuplesTests {
  private let number = Promise.fulfilled(1)
  private let text = Promise.fulfilled("two")
  private let flag = Promise.fulfilled(true)
  private let failed = Promise<Double>.rejected(TestError.first)

  // MARK: all

  @Test("F1: a tuple of any size has the types and the order of the inputs")
  func all() async throws {
    let two: (Int, String) = try await Promise.all(number, text).get()
    #expect(two == (1, "two"))
    let three: (Int, String, Bool) = try await Promise.all(number, text, flag).get()
    #expect(three == (1, "two", true))
    let four: (Int, String, Bool, Int) = try await Promise.all(number, text, flag, number).get()
    #expect(four == (1, "two", true, 1))
    let five = try await Promise.all(number, text, flag, number, text).get()
    #expect(five == (1, "two", true, 1, "two"))
    let six = try await Promise.all(number, text, flag, number, text, flag).get()
    #expect(six == (1, "two", true, 1, "two", true))
    let seven = try await Promise.all(number, text, flag, number, text, flag, number).get()
    #expect(seven.0 == 1 && seven.1 == "two" && seven.5 && seven.6 == 1)
    let eight = try await Promise.all(number, text, flag, number, text, flag, number, text).get()
    #expect(eight.6 == 1 && eight.7 == "two")
  }

  @Test("F1: accepts a single promise, or none at all")
  func few() async throws {
    #expect(try await Promise.all(number).get() == 1)
    let none: Void = try await Promise.all().get()
    #expect(none == ())
    #expect(try await Promise.allSettled(number).get().get() == 1)
  }

  @Test("F1: is settled by the call that settles the last input, whatever the order")
  func later() throws {
    let (number, numberResolver) = Promise<Int>.pending()
    let (text, textResolver) = Promise<String>.pending()
    let both = Promise.all(number, text)
    textResolver.fulfill("two")
    #expect(both.resultIfSettled == nil)
    numberResolver.fulfill(1)
    #expect(try both.resultIfSettled?.get().0 == 1)
    #expect(try both.resultIfSettled?.get().1 == "two")
  }

  @Test(
    "F F1: the earliest rejection rejects the tuple, with the original error",
    arguments: ErrorSample.allCases)
  func rejected(reason: ErrorSample) async {
    let (pending, resolver) = Promise<Int>.pending()
    let (failing, failingResolver) = Promise<String>.pending()
    let pair = Promise.all(pending, failing)
    let pack = Promise.all(flag, number, flag, text, flag, pending, failing)
    failingResolver.reject(reason.error)
    #expect(reason.isSame(as: await pair.result))
    #expect(reason.isSame(as: await pack.result))
    #expect(pending.resultIfSettled == nil)
    resolver.reject(TestError.third)
    #expect(reason.isSame(as: pair.resultIfSettled))
  }

  @Test(
    "E4 F1: losers are cancelled only with `remaining: .cancel`",
    arguments: [RemainingInputs.leave, .cancel])
  func losers(policy: RemainingInputs) {
    let (loser, resolver) = Promise<Int>.pending()
    let groups: [Promise<Void>] = [
      Promise.all(loser, failed, remaining: policy).map { _ in },
      Promise.all(loser, failed, text, remaining: policy).map { _ in },
      Promise.all(loser, failed, text, flag, remaining: policy).map { _ in },
      Promise.all(loser, failed, text, flag, text, remaining: policy).map { _ in },
      Promise.all(loser, failed, text, flag, text, flag, remaining: policy).map { _ in },
      Promise.all(loser, failed, text, flag, text, flag, text, remaining: policy).map { _ in },
    ]
    switch policy {
    case .leave: #expect(loser.resultIfSettled == nil)
    case .cancel: #expect(loser.isRejectedByCancellation)
    }
    withExtendedLifetime((groups, resolver)) {}
  }

  @Test("E2 F1: a cancelled tuple withdraws from inputs of every type")
  func cancelled() {
    let (number, numberResolver) = pendingWork()
    let (text, textResolver) = pendingWork(of: String.self)
    let kept = text.map { $0 }
    #expect(Promise.all(number, text).cancel())
    #expect(number.isAbandoned)
    #expect(text.resultIfSettled == nil)
    #expect(Promise.allSettled(flag, text).cancel())
    #expect(text.resultIfSettled == nil)
    #expect(kept.cancel())
    #expect(text.isAbandoned)
    withExtendedLifetime((numberResolver, textResolver)) {}
  }

  // MARK: allSettled

  @Test("F1: returns outcomes of every type, for tuples of every size")
  func allSettled() async throws {
    let two: (Result<Int, any Error>, Result<Double, any Error>) =
      try await Promise.allSettled(number, failed).get()
    #expect(try two.0.get() == 1)
    #expect(throws: TestError.first) { try two.1.get() }
    let three = try await Promise.allSettled(failed, number, text).get()
    #expect(try three.2.get() == "two")
    #expect(throws: TestError.first) { try three.0.get() }
    let four = try await Promise.allSettled(failed, number, text, flag).get()
    #expect(try four.3.get())
    let five = try await Promise.allSettled(failed, number, text, flag, failed).get()
    #expect(throws: TestError.first) { try five.4.get() }
    let six = try await Promise.allSettled(failed, number, text, flag, failed, number).get()
    #expect(try six.5.get() == 1)
    let seven = try await Promise.allSettled(
      failed, number, text, flag, failed, number, text
    ).get()
    #expect(try seven.6.get() == "two")
    #expect(throws: TestError.first) { try seven.4.get() }
  }

  @Test("F F1: `allSettled` waits for the last input, even after rejections")
  func allSettledLater() throws {
    let (pending, resolver) = Promise<Int>.pending()
    let group = Promise.allSettled(failed, pending)
    #expect(group.resultIfSettled == nil)
    resolver.reject(TestError.second)
    let outcomes = try group.resultIfSettled?.get()
    #expect(throws: TestError.second) { try outcomes?.1.get() }
  }

  // MARK: Chains

  @Test("F1 S3: works in the middle of a chain without type annotations")
  func chains() async throws {
    let (a, b, c) = (number, text, flag)
    let source = Promise.fulfilled(0)
    #expect(try await source.then { _ in Promise.all(a, b) }.map { $0.0 }.get() == 1)
    #expect(try await source.then { _ in Promise.all(a, b, c) }.map { $0.1 }.get() == "two")
    #expect(try await source.then { _ in Promise.all(a, b, c, a) }.map { $0.3 }.get() == 1)
    #expect(try await source.then { _ in Promise.all(a, b, c, a, b) }.map { $0.4 }.get() == "two")
    #expect(try await source.then { _ in Promise.all(a, b, c, a, b, c) }.map { $0.5 }.get())
    #expect(
      try await source.then { _ in Promise.all(a, b, c, a, b, c, a) }.map { $0.6 }.get() == 1)
    #expect(
      try await source.then { zero in Promise.all(a.map { $0 + zero }, b.map { "\($0)\(zero)" }) }
        .map { number, text in "\(number) \(text)" }
        .get() == "1 two0")
    #expect(
      try await source.then { _ in Promise.allSettled(a, b) }
        .map { try $0.get() + $1.get().count }
        .get() == 4)
    #expect(
      try await source.then { _ in Promise.allSettled(a, b, c, a, b, c, a) }
        .map { try $0.6.get() }
        .get() == 1)
  }

  @Test("F1 S3: tuples can be nested in tuples and in groups")
  func nested() async throws {
    let (first, second) = try await Promise.all(
      Promise.all(number, text), Promise.all([number, number])
    ).get()
    #expect(first == (1, "two"))
    #expect(second == [1, 1])
    let raced = try await Promise.race(Promise.all(number, text), Promise.all(number, text)).get()
    #expect(raced == (1, "two"))
  }
}
