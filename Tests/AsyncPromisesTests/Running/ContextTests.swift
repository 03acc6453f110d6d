// The matrix of contexts: each closure, where it was written, what ends it, and who causes that.

import AsyncPromises
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Contexts", .timeLimit(.minutes(10)))
struct ContextTests {
  /// What makes a closure due, or drops it.
  enum End: CaseIterable, Sendable {
    case fulfilled, rejected, resolverDropped
    case cancelled, sourceCancelled
    /// A time limit passes, a group is decided, a bag is emptied.
    case limited, outrun, bagEmptied

    var isCancel: Bool { self == .cancelled || self == .sourceCancelled }
  }

  /// The code that causes it.
  enum Causer: CaseIterable, Sendable {
    case task
    /// A callback of a queue, outside of tasks.
    case queue
    /// A thread that holds a lock.
    case thread

    /// Makes a call, during which `StackMark` is set.
    func call(_ body: @escaping @Sendable () -> Void) async throws {
      let marked = { @Sendable in
        StackMark.during { Request.$id.withValue("causer", operation: body) }
      }
      switch self {
      case .task: await Task.detached { marked() }.value
      case .queue: try await onQueue(.global(), marked)
      case .thread: try await onFreshThread { NSLock().withLock(marked) }
      }
    }
  }

  @Test(
    "B2 B5 B6 B9 E6: each closure runs and is released in its own context, whoever causes it",
    arguments: ContextCall.all, [false, true])
  func matrix(call: ContextCall, isOnMain: Bool) async throws {
    for end in End.allCases {
      for causer in Causer.allCases {
        let faults = try await faults(of: call, isOnMain, end, causer)
        withKnownIssue(
          "An operation for a key is released with the last caller's request.", isIntermittent: true
        ) {
          #expect(faults == [], "\(end), caused by a \(causer)")
        } when: {
          isOnMain && call.isForKey && faults.allSatisfy { $0.contains("is released") }
        }
      }
    }
  }

  private func faults(
    of call: ContextCall, _ isOnMain: Bool, _ end: End, _ causer: Causer
  ) async throws -> [String] {
    let looks = Journal<ContextWitness.Look>()
    let (freed, free) = Promise<ContextWitness.Look>.pending()
    try await play(call, isOnMain, end, causer, looks, free)
    let last = try await freed.timeout(after: .seconds(60)).value
    return check(call, isOnMain, end, looks.entries, last)
  }

  /// Makes the call, lets the causer end it, and drops all promises.
  private func play(
    _ call: ContextCall, _ isOnMain: Bool, _ end: End, _ causer: Causer,
    _ looks: Journal<ContextWitness.Look>, _ free: Resolver<ContextWitness.Look>
  ) async throws {
    let (source, kept) = pending()
    let derived =
      isOnMain
      ? await makeOnMain(call, source, looks, free)
      : Request.$id.withValue("writer") {
        call.make(nil, source, ContextWitness(looks, free))
      }
    derived.ignoreErrors()
    // On an actor, the work has begun by then.
    if isOnMain { await Task { @MainActor in }.value }
    let (winner, win) = Promise<Void>.pending()
    let race = end == .outrun ? Promise.race([derived, winner], remaining: .cancel) : nil
    let bag = Locked(end == .bagEmptied ? PromiseBag() : nil)
    bag.withLock { $0.map { derived.store(in: $0) } }
    try await causer.call {
      switch end {
      case .fulfilled: kept.withLock { $0 }?.fulfill(1)
      case .rejected: kept.withLock { $0 }?.reject(TestError.first)
      case .resolverDropped: withExtendedLifetime(kept.withLock { $0.take() }) {}
      case .cancelled: derived.cancel()
      case .sourceCancelled: source.cancel()
      case .limited: derived.timeout(after: .zero).ignoreErrors()
      case .outrun: win.fulfill()
      case .bagEmptied: withExtendedLifetime(bag.withLock { $0.take() }) {}
      }
    }
    // For closures whose promises can't be left.
    if source.resultIfSettled == nil { kept.withLock { $0 }?.fulfill(1) }
    // A promise with a closure for late values keeps it until then.
    _ = await derived.result
    withExtendedLifetime((race, win)) {}
  }

  /// A promise, and the only reference to its resolver.
  private func pending() -> (Promise<Int>, Locked<Resolver<Int>?>) {
    let (promise, resolver) = Promise<Int>.pending()
    return (promise, Locked(resolver))
  }

  @MainActor
  private func makeOnMain(
    _ call: ContextCall, _ source: Promise<Int>, _ looks: Journal<ContextWitness.Look>,
    _ free: Resolver<ContextWitness.Look>
  ) -> Promise<Void> {
    Request.$id.withValue("writer") {
      call.make(#isolation, source, ContextWitness(looks, free))
    }
  }

  private func check(
    _ call: ContextCall, _ isOnMain: Bool, _ end: End, _ looks: [ContextWitness.Look],
    _ last: ContextWitness.Look
  ) -> [String] {
    var faults: [String] = []
    for look in looks {
      if look.isOnMain != isOnMain { faults.append("runs outside of its isolation") }
      if look.local != (call.isWork ? "writer" : "none") { faults.append("sees \(look.local)") }
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
}
