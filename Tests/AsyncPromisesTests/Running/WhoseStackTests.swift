// The stacks that cancellation handlers run on: only those of calls that cancel a promise.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

@Suite("Whose stack", .needsTracking, .timeLimit(.minutes(10)))
struct WhoseStackTests {
  /// An event that stops the work of another promise.
  enum Stop: CaseIterable {
    case race, all, any, limit, bag, follower
  }

  /// The code that runs when that work is stopped.
  enum Witness: CaseIterable {
    case onCancel, task, closure
  }

  /// Calls back when it is released.
  private final class Guest: Sendable {
    let isReleased: @Sendable () -> Void
    init(_ isReleased: @escaping @Sendable () -> Void) { self.isReleased = isReleased }
    deinit { isReleased() }
  }

  /// - Returns: a promise with work to stop, and an object that keeps the work alive.
  private func work(
    _ witness: Witness, _ tell: @escaping @Sendable () -> Void
  ) async -> (Promise<Int>, any Sendable) {
    let (gate, resolver) = Promise<Int>.pending()
    switch witness {
    case .onCancel:
      resolver.onCancel(tell)
      return (gate, resolver)
    case .task:
      let (begun, begin) = Promise<Void>.pending()
      let promise = Promise<Int> {
        try await withTaskCancellationHandler {
          begin.fulfill()
          return try await gate.value
        } onCancel: {
          tell()
        }
      }
      _ = await begun.result
      return (promise, resolver)
    case .closure:
      let guest = Guest(tell)
      let derived = gate.map { value in withExtendedLifetime(guest) { value } }
      return (derived, (resolver, gate))
    }
  }

  @Test(
    "E6: work that another call stops is notified in a job, so the caller may hold a lock",
    arguments: Stop.allCases, Witness.allCases)
  func held(stop: Stop, witness: Witness) async throws {
    let (lock, told) = (NSRecursiveLock(), Locked<[Bool]>([]))
    let isCalling = Locked(false)
    let (promise, keeper) = await work(witness) {
      let isInside = isCalling.withLock { $0 }
      told.withLock { $0.append(isInside && lock.try()) }
    }
    let call = { (body: () -> Void) in
      lock.lock()
      isCalling.withLock { $0 = true }
      body()
      isCalling.withLock { $0 = false }
      lock.unlock()
    }
    let (winner, end) = Promise<Int>.pending()
    var group: Promise<Int>?
    switch stop {
    case .race:
      group = .race([promise, winner], remaining: .cancel)
      call { end.fulfill(1) }
    case .all:
      group = Promise.all([promise, winner], remaining: .cancel).map { $0[0] }.ignoreErrors()
      call { end.reject(TestError.first) }
    case .any:
      group = .any([promise, winner], remaining: .cancel)
      call { end.fulfill(1) }
    case .limit:
      call { group = promise.timeout(after: .zero).ignoreErrors() }
    case .bag:
      var bag: PromiseBag? = PromiseBag()
      if let bag { promise.store(in: bag) }
      call { bag = nil }
    case .follower:
      let (outer, resolver) = Promise<Int>.pending()
      resolver.follow(.race([promise, winner], remaining: .cancel))
      group = outer
      call { end.fulfill(1) }
    }
    try await eventually(within: .seconds(100)) { told.withLock { !$0.isEmpty } }
    // The job may run at the same time on another thread, but that thread can't get the lock.
    #expect(told.withLock { $0 } == [false])
    withExtendedLifetime((group, keeper, promise)) {}
  }

  @Test(
    "E1 E6: work that a cancellation stops is notified before the cancelling call returns",
    arguments: Witness.allCases)
  func cancelling(witness: Witness) async throws {
    let told = Journal<Bool>()
    let (promise, keeper) = await work(witness) { told.write(true) }
    let derived = promise.map { $0 + 1 }
    derived.cancel()
    #expect(told.count == 1)
    withExtendedLifetime((keeper, promise)) {}
  }

  @Test("E1 E6: a cancellation handler that is registered late runs immediately")
  func late() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.cancel()
    let told = Journal<Bool>()
    resolver.onCancel { told.write(true) }
    #expect(told.count == 1)
  }
}
