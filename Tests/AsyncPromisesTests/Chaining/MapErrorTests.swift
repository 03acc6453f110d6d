// MapError.swift: replaces an error with another one.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("mapError", .inScope, .timeLimit(.minutes(10)))
struct MapErrorTests {
  @Test("B7: an error that the closure returns or throws replaces the original one")
  func translated() async {
    let (source, resolver) = Promise<Int>.pending()
    let returned = source.mapError { error in
      (error as? TestError) == .first ? TestError.second : error
    }
    let thrown = source.mapError { _ in throw TestError.second }
    resolver.reject(TestError.first)
    await #expect(throws: TestError.second) { try await returned.value }
    await #expect(throws: TestError.second) { try await thrown.value }
    await #expect(throws: TestError.second) {
      try await Promise<Int>.rejected(TestError.first).mapError { _ in TestError.second }.get()
    }
  }

  @Test("B8: a cancellation is an error like any other")
  func cancellation() async {
    let (source, resolver) = Promise<Int>.pending()
    let derived = source.mapError { $0 is CancellationError ? TestError.first : $0 }
    #expect(source.cancel())
    await #expect(throws: TestError.first) { try await derived.value }
    withExtendedLifetime(resolver) {}
  }

  @Test("B2: the closure runs where it was written")
  @MainActor func isolation() async {
    var isCalled = false
    _ = await Promise<Int>.rejected(TestError.first).mapError { error in
      isCalled = true
      return error
    }.result
    #expect(isCalled)
  }
}
