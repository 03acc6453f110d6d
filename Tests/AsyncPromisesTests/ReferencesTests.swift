// References.swift: methods of promises and resolvers, passed by name.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Functions passed by name", .needsTracking, .timeLimit(.minutes(10)))
struct ReferencesTests {
  private struct Button {
    var onTap: @Sendable () -> Void = {}
    var onText: @Sendable (String) -> Void = { _ in }
    var onError: @Sendable (any Error) -> Void = { _ in }
    var onResult: @Sendable (Result<String, any Error>) -> Void = { _ in }
  }

  @Test("methods of a promise")
  func promise() async throws {
    var button = Button()
    let (promise, resolver) = Promise<Int>.pending()
    button.onTap = promise.cancel
    button.onTap()
    #expect(throws: CancellationError.self) { try promise.resultIfSettled?.get() }
    withExtendedLifetime(resolver) {}
    let answers: () -> Bool = promise.cancel
    #expect(!answers())
    #expect(try await [1, 2].map(Promise.fulfilled)[1].value == 2)
  }

  @Test("methods of a resolver, whose results are discarded")
  func resolver() async throws {
    var button = Button()
    let (text, resolver) = Promise<String>.pending()
    button.onText = resolver.fulfill
    button.onError = resolver.reject
    button.onResult = resolver.resolve(with:)
    button.onText("hello")
    #expect(try await text.value == "hello")
    let (tap, tapped) = Promise<Void>.pending()
    button.onTap = tapped.fulfill
    button.onTap()
    try await tap.value
    let (failing, failed) = Promise<String>.pending()
    button.onError = failed.reject
    button.onError(TestError.second)
    await #expect(throws: TestError.second) { try await failing.value }
  }

  @Test("a call has its line, direct or in a closure; a function passed by name has none")
  func lines() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let (promise, resolver) = Promise<Int>.pending()
      resolver.fulfill(1)
      let settle: @Sendable (Int) -> Void = { resolver.fulfill($0) }
      let second = #line - 1
      settle(2)
      [3].forEach(resolver.fulfill)
      try await scope.settle(within: .seconds(500))
      let calls = scope.events.map { event in
        guard case .redundantSettle(_, let second) = event else { return event.description }
        return second?.split(separator: ":").last.map(String.init) ?? "none"
      }
      #expect(calls == ["\(second)", "none"])
      #expect(promise.resultIfSettled != nil)
    }
  }
}
