// WrapErrorFirst.swift: a completion handler that takes the error first. The compiler warns of it.

import AsyncPromises
import TestSupport
import Testing

@Suite("wrap of the error first", .timeLimit(.minutes(10)))
struct WrapErrorFirstTests {
  private let api: any ErrorFirst = Wrapped()

  @Test("D2: (Error?, T?): the error rejects, the value fulfills, one of them has to be there")
  func errorFirst() async throws {
    #expect(try await api.call(nil, 1).value == 1)
    await #expect(throws: TestError.first) { try await api.call(.first, nil).value }
    await #expect(throws: TestError.first) { try await api.call(.first, 1).value }
    let neither = await api.call(nil, nil).libraryError
    #expect(neither?.description == PromiseError.missingValue.description)
  }

  @Test("D2 E1: (Error?, T?) with cancel: the result of the function is passed to it")
  func withCancel() async {
    let journal = Journal<Int>()
    let promise = api.start { journal.write($0) }
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await promise.value }
    #expect(journal.entries == [7])
  }
}

/// Calls what is deprecated: by the protocol, without a warning.
private protocol ErrorFirst: Sendable {
  func call(_ error: TestError?, _ value: Int?) -> Promise<Int>
  func start(_ cancel: @escaping @Sendable (Int) -> Void) -> Promise<Int>
}

private struct Wrapped: ErrorFirst {
  typealias Handler = @Sendable ((any Error)?, Int?) -> Void

  private func call(_ error: TestError?, _ value: Int?, then call: Handler) { call(error, value) }
  private let kept = Journal<Handler>()

  private func start(then call: @escaping Handler) -> Int {
    kept.write(call)
    return 7
  }

  @available(*, deprecated)
  func call(_ error: TestError?, _ value: Int?) -> Promise<Int> {
    Promise.wrap { call(error, value, then: $0) }
  }

  @available(*, deprecated)
  func start(_ cancel: @escaping @Sendable (Int) -> Void) -> Promise<Int> {
    Promise.wrap(cancel: cancel) { start(then: $0) }
  }
}
