// Captured objects that use promises while they are being freed.

import AsyncPromises
import TestSupport
import Testing

@Suite("Captures", .timeLimit(.minutes(10)))
struct CapturesTests {
  /// Calls its closure when it is freed.
  private final class Probe: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }

    deinit {
      body()
    }

    func use() {}
  }

  /// A promise whose nonisolated handler is the only owner of a probe.
  private func derive(
    from source: Promise<Int>, freed: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    let probe = Probe(freed)
    return source.map { _ in probe.use() }
  }

  @Test("B5: a skipped handler's captures are freed after all state changes of the call")
  func freedAfterTransitions() async throws {
    let (source, resolver) = pendingWork()
    let seen = Promise<Bool> { seen in
      derive(from: source) { seen.fulfill(source.isAbandoned) }.cancel()
    }
    #expect(try await seen.value)
    withExtendedLifetime(resolver) {}
  }

  @Test("B5: an object may settle or cancel promises and register handlers while being freed")
  func reentrant() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = pendingWork()
    let third = other.map { $0 }
    let (ran, run) = Promise<Int>.pending()
    let derived = derive(from: source) {
      third.cancel()
      otherResolver.fulfill(1)
      Promise.fulfilled(2).whenSettled { run.resolve(with: $0) }
    }
    derived.cancel()
    #expect(try await ran.value == 2)
    #expect(other.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("B3: a handler registered while a capture is being freed doesn't overtake others")
  @MainActor
  func registeredInDeinit() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let started = Journal<String>()
    let own = Journal<Promise<Void>>()
    let (last, finish) = Promise<Void>.pending()
    let upstream = derive(from: source) {
      for promise in own.entries {
        promise.whenSettled { @MainActor _ in
          started.write("younger")
          finish.fulfill()
        }
      }
      own.clear()
    }
    let derived = passed(upstream)
    own.write(derived)
    derived.whenSettled { _ in started.write("elder") }
    derived.cancel()
    try await last.value
    await derived.tap { _ in }.ended
    #expect(started.entries == ["elder", "younger"])
    withExtendedLifetime(resolver) {}
  }

  /// Has handlers in its isolation, and reports when it is freed.
  private actor Home {
    private let end: Resolver<Void>

    init(_ end: Resolver<Void>) {
      self.end = end
    }

    deinit {
      end.fulfill()
    }

    func double(_ source: Promise<Int>) -> Promise<Int> {
      source.map {
        self.preconditionIsolated()
        return $0 * 2
      }
    }
  }

  @Test(
    "B6: a promise that is kept doesn't retain the actor of its handler", arguments: [true, false])
  func isolation(isCancelled: Bool) async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (freed, end) = Promise<Void>.pending()
    let doubled = await Home(end).double(source)
    if isCancelled { doubled.cancel() }
    resolver.fulfill(1)
    try await freed.value
    #expect(doubled.resultIfSettled != nil)
    withExtendedLifetime(doubled) {}
  }

  private nonisolated func passed(_ promise: Promise<Void>) -> Promise<Void> { promise.map {} }
}

extension Promise {
  fileprivate nonisolated(nonsending) var ended: Void {
    get async { _ = await result }
  }
}
