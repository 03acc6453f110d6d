// Recover.swift: replaces an error.

import AsyncPromises
import TestSupport
import Testing

@Suite("recover", .timeLimit(.minutes(10)))
struct RecoverTests {
  @Test("B8: replaces an error with a value", arguments: Recovery.allCases, SettleTime.allCases)
  func failure(form: Recovery, time: SettleTime) async throws {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let derived = form.register(with: subject.promise) { $0 as? TestError == .first ? 5 : 0 }
    await subject.settle()
    #expect(try await derived.value == 5)
  }

  @Test("B8: a value skips the closure", arguments: Recovery.allCases, SettleTime.allCases)
  func success(form: Recovery, time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let ran = Journal<Bool>()
    let derived = form.register(with: subject.promise) { _ in
      ran.write(true)
      return 0
    }
    await subject.settle()
    #expect(try await derived.value == 1)
    #expect(ran.entries.isEmpty)
  }

  @Test("B7: an error thrown by the closure rejects, unwrapped", arguments: Recovery.allCases)
  func throwing(form: Recovery) async {
    let derived = form.register(with: .rejected(TestError.first)) { _ in throw TestError.second }
    await #expect(throws: TestError.second) { try await derived.value }
  }

  @Test("B8: a cancellation is an error like any other", arguments: Recovery.ofAnyError)
  func cancellation(form: Recovery) async throws {
    let (source, resolver) = Promise<Int>.pending()
    let derived = form.register(with: source) { $0 is CancellationError ? 5 : 0 }
    source.cancel()
    #expect(try await derived.value == 5)
    withExtendedLifetime(resolver) {}
  }

  @Test("B8: recovers a promise without a value")
  func empty() async throws {
    try await Promise<Void>.rejected(TestError.first).recover { _ in }.get()
    try await Promise<Void>.rejected(TestError.first).recover(.promise) { _ in .fulfilled }.get()
    try await Promise<Void>.rejected(TestError.first)
      .recover(.async, .promise) { _ async in .fulfilled }.get()
  }

  @Test(
    "B8 A3: the promise that replaces the error may settle before or later, either way",
    arguments: PromiseHandler.recoveries, SettleTime.allCases)
  func inner(form: PromiseHandler, time: SettleTime) async throws {
    for result in [Result<Int, any Error>.success(2), .failure(TestError.third)] {
      let inner = Subject(result, time)
      let derived = form.register(with: .rejected(TestError.first)) { inner.promise }
      await inner.settle()
      #expect(await derived.settledOutcome == Outcome(result))
    }
  }

  @Test(
    "B7: an error thrown by a closure that should return a promise rejects, unwrapped",
    arguments: PromiseHandler.recoveries)
  func throwingInsteadOfPromise(form: PromiseHandler) async {
    let derived = form.register(with: .rejected(TestError.first)) { throw TestError.second }
    #expect(await derived.settledOutcome == .rejected(.second))
  }

  @Test(
    "E2: a cancelled recover settles at once, skips its closure and leaves its source",
    arguments: Recovery.allCases)
  func cancelled(form: Recovery) async throws {
    let derive: Derivation<Int> = { source, body in
      form.register(with: source) { _ in
        body()
        return 0
      }
    }
    try await expectWithdrawal(derive)
    try await expectOthersGoOn(derive)
  }

  @Test("E2: cancelling cancels the task of a running closure")
  func runningCancelled() async throws {
    try await expectTaskCancelled(after: .failure(TestError.first)) { source, body in
      source.recover(.async) { _ async throws -> Int in
        try await body()
        return 0
      }
    }
    try await expectTaskCancelled(after: .failure(TestError.first)) { source, body in
      source.recover(.async, .promise) { _ async throws -> Promise<Int> in
        try await body()
        return .fulfilled(0)
      }
    }
  }

  @Test(
    "E2 E5: a cancelled recover withdraws from the promise that it follows",
    arguments: PromiseHandler.recoveries, [true, false])
  func followingCancelled(form: PromiseHandler, downstream: Bool) async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let (returned, giveBack) = Promise<Void>.pending()
    let derived = form.register(with: .rejected(TestError.first)) {
      giveBack.fulfill()
      return inner
    }
    let told = Promise<Void> { told in resolver.onCancel { told.fulfill() } }
    try await returned.value
    #expect(downstream ? derived.map { $0 }.cancel() : derived.cancel())
    // If the last consumer leaves while another thread binds the promise, that thread abandons it.
    if !downstream { #expect(derived.isRejectedByCancellation) }
    try await told.value
    #expect(derived.isStopped)
    #expect(inner.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test(
    "E2 E5: a cancelled recover doesn't stop the promise that it follows if others consume it",
    arguments: PromiseHandler.recoveries)
  func followingShared(form: PromiseHandler) async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let (returned, giveBack) = Promise<Void>.pending()
    let told = Journal<Bool>()
    resolver.onCancel { told.write(true) }
    let other = inner.map { $0 + 1 }
    let derived = form.register(with: .rejected(TestError.first)) {
      giveBack.fulfill()
      return inner
    }
    try await returned.value
    #expect(derived.cancel())
    try await otherWork()
    #expect(inner.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await other.value == 2)
    #expect(told.entries.isEmpty)
  }

  @Test("E2 E5: a promise returned after the cancellation is abandoned, unless others consume it")
  func returnedLate() async throws {
    for isShared in [false, true] {
      let (inner, resolver) = Promise<Int>.pending()
      let (started, start) = Promise<Void>.pending()
      let (gate, open) = Promise<Void>.pending()
      let other = isShared ? inner.map { $0 + 1 } : nil
      let (derived, freed) = tracking { object in
        Promise<Int>.rejected(TestError.first).recover(.async, .promise) { _ async in
          start.fulfill()
          // A separate task doesn't notice the cancellation.
          _ = await Task { await gate.result }.value
          object.use()
          return inner
        }
      }
      try await started.value
      #expect(derived.cancel())
      #expect(inner.resultIfSettled == nil)
      let told = Promise<Void> { told in resolver.onCancel { told.fulfill() } }
      open.fulfill()
      try await freed.value
      if isShared { #expect(resolver.fulfill(1)) } else { try await told.value }
      #expect(inner.isAbandoned == !isShared)
      #expect(derived.isRejectedByCancellation)
      if let other { #expect(try await other.value == 2) }
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("A3: a closure that returns its own promise creates a cycle")
  func cycle() async {
    let own = Journal<Promise<Int>>()
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.recover(.promise) { _ in own.entries.first ?? .fulfilled(0) }
    own.write(derived)
    resolver.reject(TestError.first)
    #expect(await derived.settledOutcome == .cycle)
  }

  @Test(
    "B6: the closure is released after it has run or been skipped",
    arguments: Recovery.allCases)
  func released(form: Recovery) async throws {
    let derive: Derivation<Int> = { source, body in
      form.register(with: source) { _ in
        body()
        return 0
      }
    }
    try await expectRelease(after: .failure(TestError.first), runs: 1, derive)
    try await expectRelease(after: .success(1), runs: 0, derive)
  }

  @Test("B6: a closure of the main actor is released there")
  func releasedOnMain() async throws {
    let ends: [HandlerEnd] = [
      .settled(.success(1)), .settled(.failure(TestError.first)), .cancelled,
    ]
    try await expectReleaseOnMain(ends) { source, object in
      source.recover { _ -> Int in
        object.use()
        return 0
      }
    }
    try await expectReleaseOnMain(ends) { source, object in
      source.recover(.async) { _ async -> Int in
        object.use()
        return 0
      }
    }
    try await expectReleaseOnMain(ends) { source, object in
      source.recover(.promise) { _ -> Promise<Int> in
        object.use()
        return .fulfilled(0)
      }
    }
    try await expectReleaseOnMain(ends) { source, object in
      source.recover(.async, .promise) { _ async -> Promise<Int> in
        object.use()
        return .fulfilled(0)
      }
    }
  }

  @Test("B2: the closure runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in source.map { _ in }.recover { _ in look() } },
      shared: { source, look in source.map { _ in }.recover { _ in look() } },
      desk: { desk, source, look in
        source.map { _ in }.recover { _ in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.map { _ in }.recover { _ in look() } })
  }

  @Test("B2: the asynchronous closure runs where it was written")
  func isolationOfAsync() async throws {
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in source.map { _ in }.recover(.async) { _ async in look() } },
      shared: { source, look in source.map { _ in }.recover(.async) { _ async in look() } },
      desk: { desk, source, look in
        source.map { _ in }.recover(.async) { _ async in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.map { _ in }.recover(.async) { _ async in look() } })
  }

  @Test("B2: the closure that returns a promise runs where it was written")
  func isolationOfPromise() async throws {
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in source.done { _ in }.recover(.promise) { _ in .fulfilled(look()) } },
      shared: { source, look in source.done { _ in }.recover(.promise) { _ in .fulfilled(look()) }
      },
      desk: { desk, source, look in
        source.done { _ in }.recover(.promise) { _ in
          desk.enter()
          return .fulfilled(look())
        }
      },
      nowhere: { source, look in source.done { _ in }.recover(.promise) { _ in .fulfilled(look()) }
      })
  }

  @Test("B2: the asynchronous closure that returns a promise runs where it was written")
  func isolationOfAsyncPromise() async throws {
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in
        source.done { _ in }.recover(.async, .promise) { _ async in .fulfilled(look()) }
      },
      shared: { source, look in
        source.done { _ in }.recover(.async, .promise) { _ async in .fulfilled(look()) }
      },
      desk: { desk, source, look in
        source.done { _ in }.recover(.async, .promise) { _ async in
          desk.enter()
          return .fulfilled(look())
        }
      },
      nowhere: { source, look in
        source.done { _ in }.recover(.async, .promise) { _ async in .fulfilled(look()) }
      })
  }
}
