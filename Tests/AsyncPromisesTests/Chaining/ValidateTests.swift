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
    "B8: a value that fails the predicate is rejected as invalid", arguments: SettleTime.allCases)
  func invalid(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let derived = subject.promise.validate { $0 == 2 }
    await subject.settle()
    guard case .invalid = await derived.libraryError else {
      Issue.record("The promise ended as \(derived).")
      return
    }
  }

  @Test("B8: validates a promise without a value, and one whose value is nil")
  func empty() async throws {
    try await Promise.fulfilled.validate { true }.get()
    #expect(try await Promise<Int?>.fulfilled(nil).validate { $0 == nil }.value == nil)
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
