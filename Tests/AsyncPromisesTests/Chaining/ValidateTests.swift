// Validate.swift: rejects values that don't satisfy a predicate.

import AsyncPromises
import TestSupport
import Testing

@Suite("validate", .timeLimit(.minutes(10)))
struct ValidateTests {
  @Test("B8: a value that satisfies the predicate is passed on", arguments: SettleTime.allCases)
  func success(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let derived = subject.promise.validate { $0 == 1 }
    await subject.settle()
    #expect(try await derived.value == 1)
  }

  @Test(
    "B8: a value that doesn't satisfy it is rejected as invalid", arguments: SettleTime.allCases)
  func invalid(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let derived = subject.promise.validate { $0 == 2 }
    await subject.settle()
    guard case .invalid = await derived.libraryError else {
      Issue.record("The promise ended as \(derived).")
      return
    }
  }

  @Test("B7: a rejection skips the predicate", arguments: SettleTime.allCases)
  func failure(time: SettleTime) async {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let asked = Journal<Int>()
    let derived = subject.promise.validate { value in
      asked.write(value)
      return true
    }
    await subject.settle()
    await #expect(throws: TestError.first) { try await derived.value }
    #expect(asked.entries.isEmpty)
  }

  @Test("B7: an error thrown by the predicate rejects, unwrapped")
  func throwing() async {
    let derived = Promise.fulfilled(1).validate { _ in throw TestError.second }
    await #expect(throws: TestError.second) { try await derived.value }
  }

  @Test("B8: the value may be Void or nil")
  func empty() async throws {
    try await Promise.fulfilled.validate { true }.get()
    #expect(try await Promise<Int?>.fulfilled(nil).validate { $0 == nil }.value == nil)
  }

  @Test("E2: a cancelled validate settles at once, skips its predicate and leaves its source")
  func cancelled() async throws {
    let derive: Derivation<Int> = { source, body in
      source.validate { _ in
        body()
        return true
      }
    }
    try await expectWithdrawal(derive)
    try await expectOthersGoOn(derive)
  }

  @Test("B6: the predicate is released after it has run or been skipped")
  func released() async throws {
    let derive: Derivation<Int> = { source, body in
      source.validate { _ in
        body()
        return false
      }
    }
    try await expectRelease(after: .success(1), runs: 1, derive)
    try await expectRelease(after: .failure(TestError.first), runs: 0, derive)
    try await expectReleaseOnMain([
      .settled(.success(1)), .settled(.failure(TestError.first)), .cancelled,
    ]) { source, object in
      source.validate { _ in
        object.use()
        return true
      }
    }
  }

  @Test("B2: the predicate runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      main: { source, look in source.validate { _ in look() == () } },
      shared: { source, look in source.validate { _ in look() == () } },
      desk: { desk, source, look in
        source.validate { _ in
          desk.enter()
          return look() == ()
        }
      },
      nowhere: { source, look in source.validate { _ in look() == () } })
  }
}
