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

  @Test("B8: a transform from a value to Void or nil, and from Void", arguments: Form.allCases)
  func empty(form: Form) async throws {
    #expect(try await form.map(.fulfilled(1)) { _ in () }.get() == ())
    #expect(try await form.map(.fulfilled(1)) { _ -> Int? in nil }.get() == nil)
    #expect(try await Promise.fulfilled.map { 1 }.get() == 1)
  }

  @Test("E2: the task of a running transform is cancelled")
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
