// Recover.swift: an error is replaced.

import AsyncPromises
import Testing

@Suite("recover", .timeLimit(.minutes(10)))
struct RecoverTests {
  @Test("B8: an error is replaced by a value", arguments: Recovery.allCases, SettleTime.allCases)
  func failure(form: Recovery, time: SettleTime) async throws {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let derived = form.register(with: subject.promise) { $0 as? TestError == .first ? 5 : 0 }
    await subject.settle()
    #expect(try await derived.value == 5)
  }

  @Test("B8: a value passes the closure by", arguments: Recovery.allCases, SettleTime.allCases)
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

  @Test("B7: what the closure throws rejects, unwrapped", arguments: Recovery.allCases)
  func throwing(form: Recovery) async {
    let derived = form.register(with: .rejected(TestError.first)) { _ in throw TestError.second }
    await #expect(throws: TestError.second) { try await derived.value }
  }

  @Test("B8: a cancellation is an error like any other", arguments: Recovery.allCases)
  func cancellation(form: Recovery) async throws {
    let (source, resolver) = Promise<Int>.pending()
    let derived = form.register(with: source) { $0 is CancellationError ? 5 : 0 }
    source.cancel()
    #expect(try await derived.value == 5)
    withExtendedLifetime(resolver) {}
  }

  @Test("B8: an error of a promise of nothing")
  func empty() async throws {
    try await Promise<Void>.rejected(TestError.first).recover { _ in }.value
    try await Promise<Void>.rejected(TestError.first).recover(.promise) { _ in .fulfilled }.value
  }

  @Test("B8: the promise that replaces the error may settle later, either way")
  func innerLater() async throws {
    for result in [Result<Int, any Error>.success(2), .failure(TestError.third)] {
      let inner = Subject(result, .later)
      let derived = Promise<Int>.rejected(TestError.first).recover(.promise) { _ in inner.promise }
      await inner.settle()
      switch result {
      case .success(let value): #expect(try await derived.value == value)
      case .failure: await #expect(throws: TestError.third) { try await derived.value }
      }
    }
  }

  @Test("E2: a cancelled recover settles at once, skips, withdraws", arguments: Recovery.allCases)
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

  @Test("E2: the task of a running closure is cancelled")
  func runningCancelled() async throws {
    try await expectTaskCancelled(after: .failure(TestError.first)) { source, body in
      source.recover(.async) { _ async throws -> Int in
        try await body()
        return 0
      }
    }
  }

  @Test("E2: a cancelled recover withdraws from the promise that it follows")
  func followingCancelled() async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let (returned, giveBack) = Promise<Void>.pending()
    let derived = Promise<Int>.rejected(TestError.first).recover(.promise) { _ -> Promise<Int> in
      giveBack.fulfill()
      return inner
    }
    let told = Promise<Void> { told in resolver.onCancel { told.fulfill() } }
    try await returned.value
    #expect(derived.cancel())
    try await told.value
    #expect(inner.isRejectedByCancellation)
    withExtendedLifetime(resolver) {}
  }

  @Test("A3: a closure that returns its own promise closes a ring")
  func cycle() async {
    let own = Journal<Promise<Int>>()
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.recover(.promise) { _ -> Promise<Int> in own.entries.first ?? .fulfilled(0) }
    own.write(derived)
    resolver.reject(TestError.first)
    #expect(await derived.settledOutcome == .cycle)
  }

  @Test(
    "B6: the closure is released after its run, and after it is skipped",
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
    typealias Next = Promise<Void>
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in source.map { _ in }.recover(.promise) { _ -> Next in .fulfilled(look()) } },
      shared: { source, look in source.map { _ in }.recover(.promise) { _ -> Next in .fulfilled(look()) } },
      desk: { desk, source, look in
        source.map { _ in }.recover(.promise) { _ -> Next in
          desk.enter()
          return .fulfilled(look())
        }
      },
      nowhere: { source, look in source.map { _ in }.recover(.promise) { _ -> Next in .fulfilled(look()) } })
  }
}
