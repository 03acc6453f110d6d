// Tests the code that was migrated from RxSwift and Combine, and the claims of the guide.

import AsyncPromises
import AsyncPromisesTesting
import Testing

@MainActor
@Suite("Migration tour: Subscriptions", .timeLimit(.minutes(10)))
struct SubscriptionsTests {
  struct Offline: Error {}

  @Test("Shows an item, after a second attempt if necessary")
  func success() async throws {
    try await withPromiseScope { scope in
      let attempts = Counter()
      let screen = ItemScreen { id in
        if await attempts.next() == 1 { throw Offline() }
        return "item \(id)"
      }
      screen.load(1)
      try await scope.settle(within: patience)
      #expect(screen.text == "item 1")
      #expect(await attempts.count == 2)
    }
  }

  @Test("Gives up if an item takes too long, and cancels its work")
  func limit() async throws {
    try await withPromiseScope { scope in
      let clock = ManualClock()
      let work = Work()
      let screen = ItemScreen { _ in try await work.run() }
      screen.load(1, clock: clock)
      try await work.begun.value
      await clock.advance(by: .seconds(10))
      try await work.cancelled.value
      try await scope.settle(within: patience)
      #expect(screen.text == "The operation did not finish within 10.0 seconds.")
    }
  }

  @Test("The next item cancels the previous one, which isn't shown")
  func replacement() async throws {
    try await withPromiseScope { scope in
      let work = Work()
      let screen = ItemScreen { id in id == 1 ? try await work.run() : "item \(id)" }
      screen.load(1)
      try await work.begun.value
      screen.load(2)
      try await work.cancelled.value
      try await scope.settle(within: patience)
      #expect(screen.text == "item 2")
    }
  }

  @Test("The work ends with its owner, and doesn't keep it alive")
  func owner() async throws {
    try await withPromiseScope { _ in
      let work = Work()
      var screen: ItemScreen? = ItemScreen { _ in try await work.run() }
      screen?.load(1)
      try await work.begun.value
      screen = nil
      try await work.cancelled.value
    }
  }

  @Test("Cancelling the last link of a chain is silent; cancelling its source isn't")
  func silence() async throws {
    try await withPromiseScope { scope in
      let (source, resolver) = Promise<Int>.pending()
      resolver.onCancel {}  // So that there is work to stop.
      var errors: [String] = []
      let end = source.catch { _ in errors.append("heard") }
      end.cancel()
      try await scope.settle(within: patience)
      #expect(errors.isEmpty)

      let (other, otherResolver) = Promise<Int>.pending()
      other.catch { _ in errors.append("heard") }
      other.cancel()
      try await scope.settle(within: patience)
      #expect(errors == ["heard"])
      withExtendedLifetime((resolver, otherResolver)) {}
    }
  }

  @Test("Releasing a promise doesn't cancel its work")
  func dropping() async throws {
    try await withPromiseScope { _ in
      let (end, resolver) = Promise<Void>.pending()
      _ = Promise {
        try Task.checkCancellation()
        resolver.fulfill()
      }
      try await end.value
    }
  }

  @Test("recover can replace an error by throwing another one")
  func mapError() async {
    let promise = Promise<Int>.rejected(Offline()).recover { _ in throw PromiseError.missingValue }
    await #expect(throws: PromiseError.self) { try await promise.value }
  }

  @Test("A source runs once per subscriber; a promise runs once")
  func coldAndHot() async throws {
    let work = Counter()
    let source = Source { await work.next() }
    #expect(await work.count == 0)
    #expect(try await source.promise().get() == 1)
    #expect(try await source.promise().get() == 2)
    let promise = source.promise()
    #expect(try await promise.value == 3)
    #expect(try await promise.value == 3)
  }

  @Test("Cancelling propagates from promise to subscription to promise")
  func cancellation() async throws {
    try await withPromiseScope { _ in
      let work = Work()
      let promise = Source { try await work.run() }.promise()
      try await work.begun.value
      promise.cancel()
      try await work.cancelled.value
      await #expect(throws: CancellationError.self) { try await promise.value }
    }
  }

  @Test("A source may answer before it returns the subscription")
  func answerAtOnce() async throws {
    let source = Source<Int>(subscribe: { observer in
      observer(.success(42))
      return Subscription { Issue.record("The subscription must not be cancelled.") }
    })
    let promise = source.promise()
    #expect(try await promise.value == 42)
    #expect(!promise.cancel())
  }

  @Test("A source that drops its subscribers breaks their promises")
  func forgetfulSource() async {
    let source = Source<Int>(subscribe: { _ in Subscription {} })
    await #expect(throws: PromiseError.self) { try await source.promise().get() }
  }
}

/// Work that ends only when it is cancelled.
private struct Work: Sendable {
  let begun: Promise<Void>
  let cancelled: Promise<Void>
  private let begin: Resolver<Void>
  private let end: Resolver<Void>

  init() {
    (begun, begin) = Promise<Void>.pending()
    (cancelled, end) = Promise<Void>.pending()
  }

  func run() async throws -> String {
    begin.fulfill()
    defer { end.fulfill() }
    try await ManualClock().sleep(for: .seconds(1))
    return "more than was asked for"
  }
}

private actor Counter {
  private(set) var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
