// What calls of limiters, flights and caches may not do to each other.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

@Suite("Others' calls", .inScope, .timeLimit(.minutes(10)))
struct OthersCallsTests {
  private enum Request {
    @TaskLocal static var id: Int?
  }

  @Test("C5: operations that are begun outside of a task see the caller's task-locals")
  func outsideOfTasks() async throws {
    let (limiter, flight) = (PromiseLimiter(limit: 4), SingleFlight<Int, Int?>())
    let cache = PromiseCache<Int, Int?>()
    let calls = try await onFreshThread {
      Request.$id.withValue(7) {
        [
          limiter.run { Request.id }, flight.run(for: 1) { Request.id },
          cache.value(for: 1) { Request.id },
        ]
      }
    }
    let seen = try await Promise.all(calls).get()
    #expect(seen == [7, 7, 7])
  }

  /// A key that tells when it is hashed.
  private struct Key: Hashable, Sendable {
    let number: Int
    var hashes: @Sendable () -> Void = {}

    /// Another call is made, and ends, while the key is hashed for the first time. The key doesn't
    /// keep the call, which may use the cache that keeps the key.
    static func interrupted(
      _ number: Int, by call: @escaping @Sendable (_ ended: DispatchSemaphore) -> Void
    ) -> Key {
      let call = Locked(Optional(call))
      return Key(number: number) {
        guard let call = call.withLock({ $0.take() }) else { return }
        let ended = DispatchSemaphore(value: 0)
        call(ended)
        ended.wait()
      }
    }

    static func == (one: Key, other: Key) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) {
      hashes()
      hasher.combine(number)
    }
  }

  @Test("A6 B5: a call of a cache hashes its own key only, while another call hashes, too")
  func duringHash() async throws {
    let cache = PromiseCache<Key, Int>()
    #expect(try await cache.value(for: Key(number: 1)) { 1 }.get() == 1)
    let (isHit, hashesItself) = (Journal<Bool>(), Journal<Bool>())
    let key = Key.interrupted(2) { ended in
      Thread.detachNewThread {
        let caller = ObjectIdentifier(Thread.current)
        let key = Key(number: 1) {
          hashesItself.write(ObjectIdentifier(Thread.current) == caller)
        }
        isHit.write(cache.value(for: key) { 3 }.resultIfSettled != nil)
        ended.signal()
      }
    }
    let value = try await onFreshThread { cache.value(for: key) { 2 } }
    #expect(try await value.get() == 2)
    #expect(isHit.entries == [true])
    #expect(Set(hashesItself.entries) == [true])
  }

  @Test("C5: operations see their caller's task-locals, though others call at the same moment")
  func besideOthers() async throws {
    let (flight, made) = (SingleFlight<Key, Int?>(), Promise<Promise<Int?>>.pending())
    let key = Key.interrupted(1) { ended in
      Task.detached {
        Request.$id.withValue(7) {
          made.resolver.fulfill(flight.run(for: Key(number: 2)) { Request.id })
        }
        ended.signal()
      }
    }
    let first = try await onFreshThread { flight.run(for: key) { Request.id } }
    #expect(try await first.get() == nil)
    let seen = try await made.promise.get().get()
    #expect(seen == 7)
  }

  private final class Guest: Sendable {
    let isReleased: @Sendable () -> Void
    init(_ isReleased: @escaping @Sendable () -> Void) { self.isReleased = isReleased }
    deinit { isReleased() }
  }

  @MainActor
  private func queued(
    in limiter: PromiseLimiter, released: Resolver<Bool>
  ) -> Promise<Void> {
    let guest = Guest { released.fulfill(MainQueue.isCurrent) }
    return limiter.run { @MainActor in withExtendedLifetime(guest) {} }
  }

  enum Drop: CaseIterable {
    case bound, age, removal
  }

  @Test(
    "B5: a value that a cache drops is freed in a job, or by the call that removes it",
    arguments: Drop.allCases)
  func droppedValue(_ drop: Drop) async throws {
    let cache = PromiseCache<Int, Guest>(
      maxCount: drop == .bound ? 1 : .max, maxAge: drop == .age ? .zero : nil)
    let (isFreedInCall, resolver) = Promise<Bool>.pending()
    // A thread that was kept would keep its body, and that this.
    let caller = Locked<ObjectIdentifier?>(nil)
    _ = try await cache.value(for: 1) {
      Guest { resolver.fulfill(caller.withLock { $0 } == ObjectIdentifier(Thread.current)) }
    }.get()
    // Until the cache keeps the value, its age doesn't count.
    #expect(cache.count == 1)
    try await onFreshThread {
      caller.withLock { $0 = ObjectIdentifier(Thread.current) }
      switch drop {
      case .bound: _ = cache.value(for: 2) { Guest {} }
      case .age: _ = cache.value(for: 1) { Guest {} }
      case .removal: cache.remove(1)
      }
    }
    #expect(try await isFreedInCall.get() == (drop == .removal))
  }

  @Test("B6: an operation that is cancelled before its turn is freed on its actor")
  func freed() async throws {
    let (limiter, gate) = (PromiseLimiter(limit: 1), Gate())
    let running = limiter.run { try await gate.pass() }
    let (isOnActor, released) = Promise<Bool>.pending()
    let waiting = await queued(in: limiter, released: released)
    try await onFreshThread { _ = waiting.cancel() }
    gate.open()
    try await running.get()
    let wasOnActor = try await isOnActor.get()
    #expect(wasOnActor)
  }
}

extension Bool {
  /// Whether it was set; unsets it.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}
