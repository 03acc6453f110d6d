// RecoverFrom.swift: where the closures run and are released.

import AsyncPromises
import Testing

@Suite("recover from: isolation", .timeLimit(.minutes(10)))
struct RecoverFromIsolationTests {
  @Test("B2: the closure runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in
        source.done { _ in }.recover(from: TestError.self) { _ in look() }
      },
      shared: { source, look in
        source.done { _ in }.recover(from: TestError.self) { _ in look() }
      },
      desk: { desk, source, look in
        source.done { _ in }.recover(from: TestError.self) { _ in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in
        source.done { _ in }.recover(from: TestError.self) { _ in look() }
      })
  }

  @Test("B2: the closure that returns a promise runs where it was written")
  func isolationOfPromise() async throws {
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in
        source.done { _ in }.recover(from: TestError.self, .promise) { _ in .fulfilled(look()) }
      },
      shared: { source, look in
        source.done { _ in }.recover(from: TestError.self, .promise) { _ in .fulfilled(look()) }
      },
      desk: { desk, source, look in
        source.done { _ in }.recover(from: TestError.self, .promise) { _ in
          desk.enter()
          return .fulfilled(look())
        }
      },
      nowhere: { source, look in
        source.done { _ in }.recover(from: TestError.self, .promise) { _ in .fulfilled(look()) }
      })
  }
}
