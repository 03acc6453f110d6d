// UnhandledRejections.swift: reports rejections that have not been seen.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite(
  "Unhandled rejections", .enabled(if: Tracking.isOn, "Scopes need tracking."),
  .timeLimit(.minutes(10)))
struct UnhandledRejectionsTests {
  @Test(
    "H1: a rejected promise is reported once, however it was rejected",
    arguments: RejectionSource.unseen)
  func reported(promise: RejectionSource) async throws {
    let reports = try await unhandledRejections { promise.makeAndLetGo() }
    #expect(reports.count == 1, "\(reports)")
    #expect(reports.map { String($0.kind) } == [promise.kind])
    #expect(reports.allSatisfy { $0.trace.contains(".swift:") && !$0.trace.contains("?") })
  }

  @Test(
    "H1: a rejected promise is reported before its scope is settled",
    arguments: RejectionSource.unseen)
  func noGap(promise: RejectionSource) async throws {
    for _ in 0..<(isStressRun ? 5_000 : 100) {
      let reports = try await unhandledRejections { promise.makeAndLetGo() }
      #expect(reports.count == 1)
    }
  }

  @Test("H1: an error that has been shown isn't reported", arguments: RejectionSource.shown)
  func shown(promise: RejectionSource) async throws {
    #expect(try await unhandledRejections { promise.makeAndLetGo() }.isEmpty)
  }

  @Test("H1 B7: the report contains the original error")
  func error() async throws {
    let reports = try await unhandledRejections { _ = rejected(with: TestError.second) }
    #expect(reports.map { $0.error as? TestError } == [.second])
  }

  @Test("H1: a chain without a catch is reported once, for its last promise")
  func chain() async throws {
    let reports = try await unhandledRejections {
      await withRejection { promise, reject in
        promise.map { $0 + 1 }.then { .fulfilled($0) }.finally {}.done { _ in }
        reject()
      }
    }
    #expect(reports.map(\.kind) == ["done"])
  }

  @Test("H1: every branch without a consumer is reported")
  func branches() async throws {
    let reports = try await unhandledRejections {
      await withRejection { promise, reject in
        promise.done { _ in }
        promise.map { $0 }.catch { _ in }
        promise.finally {}
        reject()
      }
    }
    #expect(reports.map(\.kind).sorted() == ["done", "finally"])
  }

  @Test("H1: a catch for another type doesn't see the failure", arguments: SettleTime.allCases)
  func otherType(time: SettleTime) async throws {
    let reports = try await unhandledRejections {
      let subject = Subject<Int>(.failure(TestError.first), time)
      subject.promise.catch(PromiseError.self) { _ in }
      await subject.settle()
    }
    #expect(reports.map(\.kind) == ["catch"])
  }

  @Test("H1: an error that a catch has seen isn't reported again further down")
  func afterCatch() async throws {
    let reports = try await unhandledRejections {
      rejected().catch { _ in }.finally {}.done { _ in }
    }
    #expect(reports.isEmpty)
  }

  @Test("H1 C2: a promise that had a waiting task isn't reported, even if the task was cancelled")
  func cancelledWaiter() async throws {
    let reports = try await unhandledRejections {
      await withRejection { promise, reject in
        let waiting = await startWaiting(for: promise)
        waiting.cancel()
        _ = await waiting.result
        reject()
      }
    }
    #expect(reports.isEmpty)
  }

  // MARK: The last reference

  @Test("H1: a promise that is kept is reported when its last copy is released")
  func lastCopy() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let (first, second) = (Journal<Promise<Int>>(), Journal<[String: Promise<Int>]>())
      do {
        let promise = rejected()
        first.write(promise)
        second.write(["copy": promise])
      }
      try await scope.settle()
      #expect(scope.unhandled.isEmpty)
      first.clear()
      try await scope.settle()
      #expect(scope.unhandled.isEmpty)
      second.clear()
      try await scope.settle()
      #expect(scope.unhandled.count == 1)
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test("H1: a promise that a closure captured isn't reported before the closure is released")
  func captured() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let closures = Journal<@Sendable () -> Void>()
      do {
        let promise = rejected()
        closures.write { withExtendedLifetime(promise) {} }
      }
      try await scope.settle()
      #expect(scope.unhandled.isEmpty)
      closures.clear()
      try await scope.settle()
      #expect(scope.unhandled.count == 1)
      withExtendedLifetime(closures) {}
    }
  }

  @Test("H1 A3: a promise that follows another one is kept alive only by its own copies")
  func keptFollower() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let kept = Journal<Promise<Int>>()
      do {
        let (inner, innerResolver) = Promise<Int>.pending()
        let (outer, resolver) = Promise<Int>.pending()
        resolver.follow(inner)
        kept.write(outer)
        innerResolver.reject(TestError.first)
      }
      try await scope.settle()
      #expect(scope.unhandled.isEmpty)
      kept.clear()
      try await scope.settle()
      #expect(scope.unhandled.count == 1)
      withExtendedLifetime(kept) {}
    }
  }

  @Test("H1: a resolver keeps its promise from being reported")
  func keptResolver() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let kept = Journal<Resolver<Int>>()
      do {
        let (_, resolver) = Promise<Int>.pending()
        kept.write(resolver)
        resolver.reject(TestError.first)
      }
      try await scope.settle()
      #expect(scope.unhandled.isEmpty)
      kept.clear()
      try await scope.settle()
      #expect(scope.unhandled.count == 1)
      withExtendedLifetime(kept) {}
    }
  }

  @Test("H1 A3: a follower released while bound is reported, even if the inner one follows another")
  func goesWhileBound() async throws {
    let reports = try await unhandledRejections {
      let (inner, innerResolver) = Promise<Int>.pending()
      let (last, lastResolver) = Promise<Int>.pending()
      let handled = inner.catch { _ in }
      do {
        let (_, resolver) = Promise<Int>.pending(name: "outer")
        resolver.follow(inner)
      }
      innerResolver.follow(last)
      lastResolver.reject(TestError.first)
      _ = await handled.result
    }
    #expect(reports.count == 1, "\(reports)")
    #expect(reports.first?.trace.contains("outer") == true)
  }
}
