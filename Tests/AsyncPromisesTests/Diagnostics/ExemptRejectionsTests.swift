// UnhandledRejections.swift: cancellations, and failures that the user ignores.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Testing

@Suite(
  "Exempt rejections", .enabled(if: Tracking.isOn, "Scopes need tracking."),
  .timeLimit(.minutes(10)))
struct ExemptRejectionsTests {
  // MARK: ignoreErrors

  @Test("H1: ignoreErrors works before the rejection and after it", arguments: SettleTime.allCases)
  func ignored(time: SettleTime) async throws {
    let reports = try await unhandledRejections {
      let subject = Subject<Int>(.failure(TestError.first), time)
      subject.promise.ignoreErrors()
      await subject.settle()
    }
    #expect(reports.isEmpty)
  }

  @Test("H1: ignoreErrors at the end of a chain covers all its failures")
  func chain() async throws {
    let reports = try await unhandledRejections {
      let (start, resolver) = Promise<Int>.pending()
      start.then { _ -> Promise<Int> in throw TestError.first }.finally {}.ignoreErrors()
      resolver.fulfill(1)
    }
    #expect(reports.isEmpty)
  }

  @Test("H1: a promise that passes an ignored failure on isn't reported either")
  func derivedAfterMark() async throws {
    let reports = try await unhandledRejections {
      await withRejection { promise, reject in
        promise.ignoreErrors().done { _ in }
        reject()
      }
    }
    #expect(reports.isEmpty)
  }

  /// When a promise that follows another one is marked.
  enum MarkTime: CaseIterable {
    case beforeBinding, whileBound, whenSettled
  }

  @Test("H1 A3: a promise that follows another one keeps its mark", arguments: MarkTime.allCases)
  func follower(time: MarkTime) async throws {
    let reports = try await unhandledRejections {
      await withRejection { inner, reject in
        let (outer, resolver) = Promise<Int>.pending()
        if case .beforeBinding = time { outer.ignoreErrors() }
        resolver.follow(inner)
        if case .whileBound = time { outer.ignoreErrors() }
        reject()
        if case .whenSettled = time { outer.ignoreErrors() }
      }
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1 A3: a mark applies to a whole chain of followers", arguments: MarkTime.allCases)
  func lineOfFollowers(time: MarkTime) async throws {
    let reports = try await unhandledRejections {
      await withRejection { inner, reject in
        let (outer, outerResolver) = Promise<Int>.pending()
        let (middle, middleResolver) = Promise<Int>.pending()
        if case .beforeBinding = time { outer.ignoreErrors() }
        outerResolver.follow(middle)
        middleResolver.follow(inner)
        if case .whileBound = time { outer.ignoreErrors() }
        reject()
        if case .whenSettled = time { outer.ignoreErrors() }
      }
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1 A3: marking a follower doesn't mark the promise that it follows")
  func innerStaysUnmarked() async throws {
    let reports = try await unhandledRejections {
      await withRejection { inner, reject in
        let (outer, resolver) = Promise<Int>.pending()
        resolver.follow(inner)
        outer.ignoreErrors()
        inner.done { _ in }
        reject()
      }
    }
    #expect(reports.map(\.kind) == ["done"])
  }

  @Test(
    "H1 A3: the promise of a `then` may be marked before or after the rejection",
    arguments: [true, false])
  func marksOfThen(before: Bool) async throws {
    let reports = try await unhandledRejections {
      await withRejection { inner, reject in
        let outer = Promise.fulfilled(1).then { _ in inner }
        if before { outer.ignoreErrors() }
        reject()
        if !before { outer.ignoreErrors() }
      }
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  // MARK: Cancellation

  /// The ways to be rejected with a cancellation.
  enum Cancelled: CaseIterable {
    case cancelled, withdrawn, downstream, thrownByOperation, thrownByHandler, rejectedWith
    case operation, group, follower, timeout
  }

  @Test("H1 E1 E2: a cancellation is never reported", arguments: Cancelled.allCases)
  func cancellation(cancelled: Cancelled) async throws {
    let reports = try await unhandledRejections {
      let (promise, resolver) = Promise<Int>.pending()
      switch cancelled {
      case .cancelled: promise.cancel()
      case .withdrawn: promise.map { $0 }.finally {}.cancel()
      case .downstream:
        promise.done { _ in }
        promise.cancel()
      case .thrownByOperation: _ = Promise<Int> { () async throws in throw CancellationError() }
      case .thrownByHandler: Promise.fulfilled(1).done { _ in throw CancellationError() }
      case .rejectedWith: resolver.reject(CancellationError())
      case .operation: Promise { try await promise.value }.cancel()
      case .group: Promise.all([promise]).cancel()
      case .follower:
        let (outer, outerResolver) = Promise<Int>.pending()
        outerResolver.follow(promise)
        outer.cancel()
      case .timeout: promise.timeout(after: .seconds(7200)).cancel()
      }
      resolver.fulfill(1)
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1 E1: an operation that fails after a cancellation isn't an unhandled rejection")
  func failsAfterCancellation() async throws {
    let reports = try await unhandledRejections {
      let (promise, resolver) = Promise<Int>.pending()
      let (started, start) = Promise<Void>.pending()
      let operation = Promise<Int> { () async throws in
        start.fulfill()
        _ = await promise.result
        throw TestError.first
      }
      try await started.value
      operation.cancel()
      resolver.fulfill(1)
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1 A3: an ignored failure stays ignored even if the marked promise has been released")
  func ignoredAndGone() async throws {
    let reports = try await unhandledRejections {
      let (inner, innerResolver) = Promise<Int>.pending()
      let (last, lastResolver) = Promise<Int>.pending()
      do {
        let (outer, resolver) = Promise<Int>.pending()
        resolver.follow(inner)
        outer.ignoreErrors().done { _ in }
      }
      innerResolver.follow(last)
      lastResolver.reject(TestError.first)
      _ = await inner.result
    }
    #expect(reports.isEmpty, "\(reports)")
  }
}
