// Functions.swift: conversions from each shape to the others.

import AsyncPromises
import PromiseOperators
import TestSupport
import Testing

@Suite("Conversions", .timeLimit(.minutes(10)))
struct FunctionsTests {
  /// A conversion from one shape to another.
  private enum Way: CaseIterable, Sendable {
    case callbackToPromise, awaitedToPromise, promiseToCallback, awaitedToCallback
    case callbackToAwaited, promiseToAwaited

    var isCancellable: Bool { self == .awaitedToPromise || self == .promiseToAwaited }

    /// The converted function, as one that returns a promise.
    func convert(_ work: Work) -> PromiseFunction<String, String> {
      switch self {
      case .callbackToPromise: promising(work.callback)
      case .awaitedToPromise: promising(work.awaited)
      case .promiseToCallback: promising(callingBack(work.promised))
      case .awaitedToCallback: promising(callingBack(work.awaited))
      case .callbackToAwaited: promising(awaiting(work.callback))
      case .promiseToAwaited: promising(awaiting(work.promised))
      }
    }
  }

  @Test(
    "the input and the outcome pass through", arguments: Way.allCases,
    [Result<String, TestError>.success("a"), .failure(.first)])
  private func outcomes(way: Way, result: Result<String, TestError>) async {
    let work = Work(result)
    #expect(work.calls.count == 0)
    let expected: Outcome =
      switch result {
      case .success(let value): .value("-" + value)
      case .failure(let error): .error(error)
      }
    #expect(Outcome(await way.convert(work)("-").result) == expected)
    #expect(work.calls.entries == ["-"])
  }

  @Test("a cancellation passes through, except for callbacks", arguments: Way.allCases)
  private func cancellation(way: Way) async throws {
    let work = Work()
    let promise = way.convert(work)("-")
    try await work.begun.pass()
    promise.cancel()
    #expect(Outcome(await promise.result) == .cancelled)
    if way.isCancellable {
      try await work.cancelled.pass()
    } else {
      #expect(work.promise.resultIfSettled == nil)
    }
  }

  @Test("a cancelled task stops waiting", arguments: [true, false])
  func task(isCallback: Bool) async throws {
    let work = Work()
    let wanted = work.promise.map { $0 }
    let shared: PromiseFunction<String, String> = { input in
      work.begun.open()
      return work.promise
    }
    let task = Task { try await (isCallback ? awaiting(work.callback) : awaiting(shared))("-") }
    try await work.begun.pass()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The promise has another consumer.
    #expect(work.promise.resultIfSettled == nil && wanted.resultIfSettled == nil)
  }

  @Test("inline closures")
  func closures() async throws {
    let length = promising { (text: String, done) in done(.success(text.count)) }
    let halves = promising { (number: Int) async throws -> Int in number / 2 }
    #expect(try await (length +> halves)("abcd").value == 2)
    let text = callingBack { (number: Int) in Promise.fulfilled("\(number)") }
    let (result, resolver) = Promise<String>.pending()
    text(3) { resolver.resolve(with: $0) }
    #expect(try await result.value == "3")
  }

  @Test("a callback that is released without a call is reported with the line of the conversion")
  func site() async {
    let forget: AsyncFunction<String, Int> = { _, _ in }
    let line = #line + 1
    let forgetful = promising(forget)
    guard case .failure(PromiseError.broken(let site)) = await forgetful("-").result else {
      Issue.record("The promise is not broken.")
      return
    }
    #expect(site.hasSuffix("FunctionsTests.swift:\(line)"))
  }

  @Test("an error keeps its identity through all shapes")
  func identity() async {
    final class ObjectError: Error {}
    let object = ObjectError()
    let function: PromiseFunction<String, Int> = { _ in .rejected(object) }
    let result = await promising(awaiting(callingBack(function)))("-").result
    guard case .failure(let error) = result else {
      Issue.record("The promise is fulfilled.")
      return
    }
    #expect(error as? ObjectError === object)
  }
}
