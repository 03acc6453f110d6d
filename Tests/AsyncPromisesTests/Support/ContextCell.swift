// One cell of the matrix of contexts: a closure, where it was written, what ends it, who causes it.

import AsyncPromises
import AsyncPromisesSwiftTesting
import Dispatch
import Foundation
import TestSupport
import Testing

/// What makes a closure due, or drops it.
enum ContextEnd: CaseIterable, Sendable {
  case fulfilled, rejected, resolverDropped
  case cancelled, sourceCancelled
  /// A time limit passes, a group is decided, a bag is emptied.
  case limited, outrun, bagEmptied
  /// The task that has made the call, and waits, is cancelled.
  case callerCancelled
  /// The test that has made the call ends, and cancels what is pending.
  case testOver

  var isCancel: Bool { self == .cancelled || self == .sourceCancelled }
}

/// The code that causes it.
enum ContextCauser: CaseIterable, Sendable {
  case task
  /// A callback of a queue, outside of tasks.
  case queue
  /// A thread that holds a lock.
  case thread
  /// A test with a promise scope of its own. The call is made in a test of the same kind.
  case otherTest

  /// Makes a call, during which `StackMark` is set.
  ///
  /// - Parameter otherTest: runs closures.
  fileprivate func call(
    in otherTest: AsyncStream<@Sendable () -> Void>.Continuation,
    _ body: @escaping @Sendable () -> Void
  ) async throws {
    let marked = { @Sendable in
      StackMark.during { Request.$id.withValue("causer", operation: body) }
    }
    switch self {
    case .task: await Task.detached { marked() }.value
    case .queue: try await onQueue(.global(), marked)
    case .thread: try await onFreshThread { NSLock().withLock(marked) }
    case .otherTest:
      await withCheckedContinuation { done in
        otherTest.yield {
          marked()
          done.resume()
        }
      }
    }
  }
}

struct ContextCell: Sendable {
  let call: ContextCall
  let isOnMain: Bool
  let end: ContextEnd
  let causer: ContextCauser

  private let looks = Journal<ContextWitness.Look>()
  private let released = Promise<ContextWitness.Look>.pending()
  private let otherTest = AsyncStream<@Sendable () -> Void>.makeStream()

  init(_ call: ContextCall, isOnMain: Bool, _ end: ContextEnd, _ causer: ContextCauser) {
    (self.call, self.isOnMain, self.end, self.causer) = (call, isOnMain, end, causer)
  }

  /// Whether the call is made in a test with a promise scope.
  private var isInTest: Bool { end == .testOver || causer == .otherTest }

  /// Scopes need tracking.
  var canBePlayed: Bool { !isInTest || !isTrackingOff }

  /// What is wrong with where the closure ran, where it was released, and whose issues it made.
  func faults() async throws -> [String] {
    guard isInTest else {
      _ = try await play()
      return faults(last: try await last())
    }
    let (kept, ofOwn) = (Locked<Locked<Resolver<Int>?>?>(nil), Journal<Issue>())
    async let ofOther = issues(of: .promiseScope(within: .seconds(500))) {
      for await body in otherTest.stream { body() }
    }
    try await collect(
      in: ofOwn,
      of: .promiseScope(leftovers: end == .testOver ? .cancel : .allow, reports: .ignore)
    ) {
      let resolver = try await play()
      kept.withLock { $0 = resolver }
      if end != .testOver { _ = try await last() }
    }
    let look = try await last()
    otherTest.continuation.finish()
    let others = try await ofOther
    let (expected, failures) = (looks.entries.count, ofOwn.entries.count)
    var faults = faults(last: look)
    // T8 on the systems of 2022, and B9 on those of 2024: see *Platforms*.
    if !System.hasTaskExecutors { return faults }
    if failures != expected { faults.append("fails its test \(failures)/\(expected) times") }
    if !others.isEmpty { faults.append("fails another test") }
    return faults
  }

  private func faults(last: ContextWitness.Look) -> [String] {
    var faults: [String] = []
    for look in looks.entries {
      if look.isOnMain != isOnMain { faults.append("runs outside of its isolation") }
      let isOfWriter = look.local == "writer" && (call.isWork || call.mayFollowWork)
      let isOfCauser = look.local == "causer" && call.runsInCancel && !System.hasImmediateTasks
      if !isOfWriter, !isOfCauser, call.isWork || look.local != "none" {
        faults.append("sees \(look.local)")
      }
      if look.isInCall, !(call.runsInCancel && end.isCancel) {
        faults.append("runs in the causer's call")
      }
    }
    if isOnMain, !last.isOnMain { faults.append("is released outside of its isolation") }
    if last.isInCall, isOnMain || !end.isCancel {
      faults.append("is released in the causer's call")
    }
    return faults
  }

  /// Makes the call, lets the causer end it, and drops all promises.
  ///
  /// - Returns: what keeps the source pending.
  private func play() async throws -> Locked<Resolver<Int>?> {
    let (source, kept) = pending()
    let (derived, caller) = isOnMain ? await makeOnMain(source) : make(nil, source)
    derived.ignoreErrors()
    // On an actor, the work has begun by then.
    if isOnMain { await Task { @MainActor in }.value }
    let rival = end == .outrun ? Promise<Void>.pending() : nil
    let race = rival.map { Promise.race([derived, $0.promise], remaining: .cancel) }
    let bag = Locked(end == .bagEmptied ? PromiseBag() : nil)
    bag.withLock { $0.map { derived.store(in: $0) } }
    try await causer.call(in: otherTest.continuation) {
      switch end {
      case .fulfilled: kept.withLock { $0 }?.fulfill(1)
      case .rejected: kept.withLock { $0 }?.reject(TestError.first)
      case .resolverDropped: withExtendedLifetime(kept.withLock { $0.take() }) {}
      case .cancelled: derived.cancel()
      case .sourceCancelled: source.cancel()
      case .limited: derived.timeout(after: .zero).ignoreErrors()
      case .outrun: rival?.resolver.fulfill()
      case .bagEmptied: withExtendedLifetime(bag.withLock { $0.take() }) {}
      case .callerCancelled: caller?.cancel()
      // The test ends when this has returned.
      case .testOver: break
      }
    }
    if end == .testOver { return kept }
    // For closures whose promises can't be left.
    if source.resultIfSettled == nil { kept.withLock { $0 }?.fulfill(1) }
    // A promise with a closure for late values keeps it until then.
    _ = await derived.result
    withExtendedLifetime(race) {}
    return kept
  }

  /// Where the closure was released.
  private func last() async throws -> ContextWitness.Look {
    try await released.promise.timeout(after: .seconds(60)).value
  }

  /// A promise, and the only reference to its resolver.
  private func pending() -> (Promise<Int>, Locked<Resolver<Int>?>) {
    let (promise, resolver) = Promise<Int>.pending()
    return (promise, Locked(resolver))
  }

  @MainActor
  private func makeOnMain(_ source: Promise<Int>) -> (Promise<Void>, Task<Void, any Error>?) {
    make(#isolation, source)
  }

  /// Makes the call, in a task that goes on to wait for it if it is to be cancelled.
  private func make(
    _ isolation: isolated (any Actor)?, _ source: Promise<Int>
  ) -> (Promise<Void>, Task<Void, any Error>?) {
    guard end == .callerCancelled,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    else { return (makeHere(isolation, source), nil) }
    let made = Locked<Promise<Void>?>(nil)
    let caller = Task.immediate {
      let promise = makeHere(isolation, source)
      made.withLock { $0 = promise }
      try await promise.get()
    }
    return (made.withLock { $0 } ?? .fulfilled, caller)
  }

  private func makeHere(
    _ isolation: isolated (any Actor)?, _ source: Promise<Int>
  ) -> Promise<Void> {
    Request.$id.withValue("writer") {
      call.make(isolation, source, ContextWitness(looks, released.resolver, fails: isInTest))
    }
  }
}
