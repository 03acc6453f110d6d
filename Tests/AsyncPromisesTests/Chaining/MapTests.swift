// Map.swift: turns a value into another one.

import AsyncPromises
import TestSupport
import Testing

@Suite("map", .timeLimit(.minutes(10)))
struct MapTests {
  /// The overloads.
  enum Form: CaseIterable, Sendable {
    case synchronous
    case asynchronous

    func map<U: Sendable>(
      _ source: Promise<Int>, _ transform: @escaping @Sendable (Int) throws -> U
    ) -> Promise<U> {
      switch self {
      case .synchronous: source.map { try transform($0) }
      case .asynchronous: source.map(.async) { value async throws -> U in try transform(value) }
      }
    }
  }

  @Test("B8: turns a value into another one", arguments: Form.allCases, SettleTime.allCases)
  func success(form: Form, time: SettleTime) async throws {
    let subject = Subject(.success(20), time)
    let derived = form.map(subject.promise) { "\($0 + 1)" }
    await subject.settle()
    #expect(try await derived.value == "21")
    #expect(try subject.promise.resultIfSettled?.get() == 20)
  }

  @Test("B7: a rejection skips the transform", arguments: Form.allCases, SettleTime.allCases)
  func failure(form: Form, time: SettleTime) async throws {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let ran = Journal<Int>()
    let derived = form.map(subject.promise) { ran.write($0) }
    await subject.settle()
    await #expect(throws: TestError.first) { try await derived.value }
    #expect(ran.entries.isEmpty)
  }

  @Test("B7: an error thrown by the transform rejects, unwrapped", arguments: Form.allCases)
  func throwing(form: Form) async {
    let derived = form.map(.fulfilled(1)) { _ -> Int in throw TestError.second }
    await #expect(throws: TestError.second) { try await derived.value }
  }

  @Test("B8: the values may be Void or nil", arguments: Form.allCases)
  func empty(form: Form) async throws {
    #expect(try await form.map(.fulfilled(1)) { _ in () }.get() == ())
    #expect(try await form.map(.fulfilled(1)) { _ -> Int? in nil }.get() == nil)
    #expect(try await Promise.fulfilled.map { 1 }.get() == 1)
  }

  @Test(
    "E2: a cancelled map settles at once, skips its transform and leaves its source",
    arguments: Form.allCases)
  func cancelled(form: Form) async throws {
    try await expectWithdrawal { source, body in form.map(source) { _ in body() } }
    try await expectOthersGoOn { source, body in form.map(source) { _ in body() } }
  }

  @Test("E2: cancelling cancels the task of a running transform")
  func runningCancelled() async throws {
    try await expectTaskCancelled { source, body in source.map(.async) { _ in try await body() } }
  }

  @Test("E2: the result of a cancelled transform is ignored")
  func lateResult() async throws {
    let (started, start) = Promise<Void>.pending()
    let (gate, open) = Promise<Void>.pending()
    let (derived, freed) = tracking { object in
      Promise.fulfilled(1).map(.async) { value async throws -> Int in
        start.fulfill()
        // A separate task awaits the gate, so the cancellation doesn't end the wait.
        await Task { _ = await gate.result }.value
        object.use()
        return value
      }
    }
    try await started.value
    #expect(derived.cancel())
    open.fulfill()
    try await freed.value
    #expect(derived.isRejectedByCancellation)
  }

  @Test(
    "B6: the transform is released after it has run or been skipped", arguments: Form.allCases
  )
  func released(form: Form) async throws {
    try await expectRelease(after: .success(1), runs: 1) { source, body in
      form.map(source) { _ in body() }
    }
    try await expectRelease(after: .failure(TestError.first), runs: 0) { source, body in
      form.map(source) { _ in body() }
    }
  }

  @Test("B6: a transform of the main actor is released there")
  func releasedOnMain() async throws {
    let ends: [HandlerEnd] = [
      .settled(.success(1)), .settled(.failure(TestError.first)), .cancelled,
    ]
    try await expectReleaseOnMain(ends) { source, object in source.map { _ in object.use() } }
    try await expectReleaseOnMain(ends) { source, object in
      source.map(.async) { _ async in object.use() }
    }
  }

  @Test("B2: the transform runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      main: { source, look in source.map { _ in look() } },
      shared: { source, look in source.map { _ in look() } },
      desk: { desk, source, look in
        source.map { _ in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.map { _ in look() } })
  }

  @Test("B2: the asynchronous transform runs where it was written")
  func isolationOfAsync() async throws {
    try await expectWhereWritten(
      main: { source, look in source.map(.async) { _ async in look() } },
      shared: { source, look in source.map(.async) { _ async in look() } },
      desk: { desk, source, look in
        source.map(.async) { _ async in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.map(.async) { _ async in look() } })
  }
}
