// Wrap.swift: the usual shapes of completion handlers.

import AsyncPromises
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("wrap", .timeLimit(.minutes(10)))
struct WrapTests {
  typealias Failure = (any Error)?

  // Functions with completion handlers, one of each shape.
  private func nothing(then call: @Sendable () -> Void) { call() }
  private func value(_ value: Int, then call: @Sendable (Int) -> Void) { call(value) }
  private func pair(_ value: Int?, _ error: Failure, then call: @Sendable (Int?, Failure) -> Void) {
    call(value, error)
  }
  private func error(_ error: Failure, then call: @Sendable (Failure) -> Void) { call(error) }
  private func flag(_ flag: Bool, _ error: Failure, then call: @Sendable (Bool, Failure) -> Void) {
    call(flag, error)
  }
  private func result<E: Error>(
    _ result: Result<Int, E>, then call: @Sendable (Result<Int, E>) -> Void
  ) { call(result) }
  private func two(_ number: Int, _ name: String, then call: @Sendable (Int, String) -> Void) {
    call(number, name)
  }
  private func twoOrError(
    _ number: Int?, _ name: String?, _ error: Failure,
    then call: @Sendable (Int?, String?, Failure) -> Void
  ) { call(number, name, error) }

  @Test("D2: wraps (T)")
  func plainValue() async throws {
    #expect(try await Promise.wrap { value(1, then: $0) }.get() == 1)
    try await Promise<Void>.wrap { call in call(()) }.get()
  }

  @Test("D2: wraps ()")
  func noParameter() async throws {
    try await Promise.wrap { nothing(then: $0) }.get()
  }

  @Test("D2: wraps (T?, Error?)")
  func valueOrError() async throws {
    #expect(try await Promise.wrap { pair(1, nil, then: $0) }.get() == 1)
    await #expect(throws: TestError.first) {
      try await Promise.wrap { pair(nil, TestError.first, then: $0) }.get()
    }
  }

  @Test("D2: (T?, Error?): with both, the error wins; with neither, the value is missing")
  func bothOrNeither() async {
    await #expect(throws: TestError.first) {
      try await Promise.wrap { pair(1, TestError.first, then: $0) }.get()
    }
    #expect(await Promise.wrap { pair(nil, nil, then: $0) }.isMissingValue)
  }

  @Test("D2: wraps (Error?)")
  func errorOnly() async throws {
    try await Promise.wrap { error(nil, then: $0) }.get()
    await #expect(throws: TestError.first) {
      try await Promise.wrap { error(TestError.first, then: $0) }.get()
    }
  }

  @Test("D2: wraps (Result<T, E>), with a typed or an untyped error")
  func results() async throws {
    let good = Result<Int, TestError>.success(1)
    #expect(try await Promise.wrap { result(good, then: $0) }.get() == 1)
    let typed = Result<Int, TestError>.failure(.first)
    await #expect(throws: TestError.first) {
      try await Promise.wrap { result(typed, then: $0) }.get()
    }
    let untyped = Result<Int, any Error>.failure(TestError.second)
    await #expect(throws: TestError.second) {
      try await Promise.wrap { result(untyped, then: $0) }.get()
    }
  }

  @Test("D2: (Bool, Error?): false is a value; with both, the error wins")
  func flags() async throws {
    #expect(try await Promise.wrap { flag(true, nil, then: $0) }.get())
    #expect(try await !Promise.wrap { flag(false, nil, then: $0) }.value)
    await #expect(throws: TestError.first) {
      try await Promise.wrap { flag(true, TestError.first, then: $0) }.get()
    }
  }

  @Test("D2: (T, U) gives a promise of a tuple, without a type annotation")
  func twoValues() async throws {
    let (number, name) = try await Promise.wrap { two(1, "one", then: $0) }.get()
    #expect(number == 1 && name == "one")
    let sum = Promise.wrap { two(1, "one", then: $0) }.map { $0 + $1.count }
    #expect(try await sum.value == 4)
  }

  @Test("D2: (T?, U?, Error?) gives a promise of a tuple, without a type annotation")
  func twoValuesOrError() async throws {
    let (number, name) = try await Promise.wrap { twoOrError(1, "one", nil, then: $0) }.get()
    #expect(number == 1 && name == "one")
    let wrong = Promise.wrap { twoOrError(nil, nil, TestError.first, then: $0) }
    #expect(wrong.failure as? TestError == .first)
  }

  @Test("D2: (T?, U?, Error?): the error wins; if either value is missing, so is the tuple")
  func oneOfTwo() async {
    let first: any Error = TestError.first
    for (number, name) in [(1, "one"), (1, nil), (nil, "one")] as [(Int?, String?)] {
      let promise = Promise.wrap { twoOrError(number, name, first, then: $0) }
      #expect(promise.failure as? TestError == .first)
    }
    for (number, name) in [(nil, nil), (1, nil), (nil, "one")] as [(Int?, String?)] {
      #expect(await Promise.wrap { twoOrError(number, name, nil, then: $0) }.isMissingValue)
    }
  }

  @Test("D2: wraps (Data?, URLResponse?, Error?), the shape of URLSession")
  func urlSession() async throws {
    let url = try #require(URL(string: "https://example.org"))
    let session = Session(content: Data([1, 2, 3]))
    let (data, response) = try await Promise.wrap {
      session.dataTask(with: url, completionHandler: $0)
    }.get()
    #expect(data.count == 3 && response.url == url)
    let size = Promise.wrap { session.dataTask(with: url, completionHandler: $0) }.map {
      data, response in
      data.count + Int(response.expectedContentLength)
    }
    #expect(try await size.value == 6)
  }

  @Test("D2: the function is called immediately, on the caller's stack")
  func calledAtOnce() {
    let nested = Journal<Bool>()
    StackMark.during {
      _ = Promise<Int>.wrap { (call: @escaping @Sendable (Int) -> Void) in
        nested.write(StackMark.isSet)
        call(1)
      }
    }
    #expect(nested.entries == [true])
  }

  @Test("D2: the handler can be called later, from another task")
  func later() async throws {
    let promise = Promise<Int>.wrap { (call: @escaping @Sendable (Int?, Failure) -> Void) in
      Task.detached { call(1, nil) }
    }
    #expect(try await promise.value == 1)
  }

  @Test("B7: an error thrown by the function rejects the promise, unwrapped, in every shape")
  func throwing() async {
    typealias Call<each Input> = @Sendable (repeat each Input) -> Void
    let ints = [
      Promise<Int>.wrap { (_: Call<Int>) in throw TestError.first },
      Promise<Int>.wrap { (_: Call<Int?, Failure>) in throw TestError.first },
      Promise<Int>.wrap { (_: Call<Result<Int, TestError>>) in throw TestError.first },
    ]
    for promise in ints { #expect(promise.failure as? TestError == .first) }
    let pairs = [
      Promise<(Int, Int)>.wrap { (_: Call<Int, Int>) in throw TestError.first },
      Promise<(Int, Int)>.wrap { (_: Call<Int?, Int?, Failure>) in throw TestError.first },
    ]
    for promise in pairs { #expect(promise.failure as? TestError == .first) }
    let nothing = Promise<Void>.wrap { (_: Call<Failure>) in throw TestError.first }
    #expect(nothing.failure as? TestError == .first)
    let silent = Promise<Void>.wrap { (_: @Sendable () -> Void) in throw TestError.first }
    #expect(silent.failure as? TestError == .first)
    let flag = Promise<Bool>.wrap { (_: Call<Bool, Failure>) in throw TestError.first }
    #expect(flag.failure as? TestError == .first)
  }

  @Test("D2: a second call is ignored, in every shape")
  func twice() async throws {
    let value = Promise.wrap { call in
      self.value(1, then: call)
      self.value(2, then: call)
    }
    #expect(try await value.value == 1)
    let nothing = Promise.wrap { call in
      self.nothing(then: call)
      self.nothing(then: call)
    }
    try await nothing.value
    let pair = Promise.wrap { call in
      self.pair(1, nil, then: call)
      self.pair(nil, TestError.first, then: call)
    }
    #expect(try await pair.value == 1)
    let error = Promise.wrap { call in
      self.error(nil, then: call)
      self.error(TestError.first, then: call)
    }
    try await error.value
    let result = Promise.wrap { call in
      self.result(Result<Int, TestError>.failure(.second), then: call)
      self.result(.success(1), then: call)
    }
    await #expect(throws: TestError.second) { try await result.value }
    let flag = Promise.wrap { (call: @escaping @Sendable (Bool, Failure) -> Void) in
      self.flag(true, nil, then: call)
      self.flag(false, nil, then: call)
    }
    #expect(try await flag.value)
    let two = Promise.wrap { call in
      self.two(1, "one", then: call)
      self.two(2, "two", then: call)
    }
    #expect(try await two.value.1 == "one")
    let twoOrError = Promise.wrap { call in
      self.twoOrError(1, nil, nil, then: call)
      self.twoOrError(1, "one", nil, then: call)
    }
    #expect(await twoOrError.isMissingValue)
  }

  @Test("D2 A2: a second call is reported with the line of the wrap")
  func twiceReported() async {
    let topic = ReportRecorder.topic(line: #line + 1)
    _ = Promise.wrap { call in
      self.value(1, then: call)
      self.value(2, then: call)
    }
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.secondSettle) == [calling("callback at", topic.name)])
  }

  @Test("D2 A4: if the handler is never called, the promise breaks; the error has the wrap's line")
  func neverCalled() async {
    typealias Call<each Input> = @Sendable (repeat each Input) -> Void
    let file = "AsyncPromisesTests/WrapTests.swift"
    let line: UInt = #line
    let ints = [
      Promise<Int>.wrap { (_: Call<Int>) in },
      Promise<Int>.wrap { (_: Call<Int?, Failure>) in },
      Promise<Int>.wrap { (_: Call<Result<Int, TestError>>) in },
    ]
    let nothing = Promise<Void>.wrap { (_: Call<Failure>) in }
    let flag = Promise<Bool>.wrap { (_: Call<Bool, Failure>) in }
    let silent = Promise<Void>.wrap { (_: @Sendable () -> Void) in }
    let two = Promise<(Int, Int)>.wrap { (_: Call<Int, Int>) in }
    let twoOrError = Promise<(Int, Int)>.wrap { (_: Call<Int?, Int?, Failure>) in }
    for (offset, promise) in ints.enumerated() {
      #expect(await promise.brokenSite == "\(file):\(line + 2 + UInt(offset))")
    }
    #expect(await nothing.brokenSite == "\(file):\(line + 6)")
    #expect(await flag.brokenSite == "\(file):\(line + 7)")
    #expect(await silent.brokenSite == "\(file):\(line + 8)")
    #expect(await two.brokenSite == "\(file):\(line + 9)")
    #expect(await twoOrError.brokenSite == "\(file):\(line + 10)")
  }

  @Test("E1: a call after a cancellation is ignored, and isn't reported as a mistake")
  func cancelled() {
    let kept = Journal<@Sendable (Int) -> Void>()
    let topic = ReportRecorder.topic(line: #line + 1)
    let promise = Promise<Int>.wrap { kept.write($0) }
    #expect(promise.cancel())
    for call in kept.entries { call(1) }
    #expect(promise.isRejectedByCancellation)
    #expect(topic.traces(.secondSettle).isEmpty)
  }
}

/// Calls back like `URLSession`.
private struct Session {
  let content: Data

  func dataTask(
    with url: URL, completionHandler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) {
    let response = URLResponse(
      url: url, mimeType: nil, expectedContentLength: content.count, textEncodingName: nil)
    completionHandler(content, response, nil)
  }
}
