// Objects that threads call without pause.

import AsyncPromisesSharing
import CAllocations
import Foundation
import TestSupport

@testable import AsyncPromises

/// An object that any number of callers share.
struct BusyObject: Sendable {
  private typealias Call = @Sendable (_ number: Int) -> Promise<Int>?

  private let name: String
  /// Makes the object, and returns a call of it. The call returns a promise if it leaves work to
  /// be done, for which the caller waits from time to time.
  private let make: @Sendable () -> Call

  private init(_ name: String, _ make: @escaping @Sendable () -> Call) {
    (self.name, self.make) = (name, make)
  }

  private static let all = [
    BusyObject("locked dictionary") {
      let table = Locked([Int: Int]())
      return { number in
        table.withLock { $0[number % 16] = number }
        return nil
      }
    },
    BusyObject("cache hit") {
      let cache = PromiseCache<Int, Int>()
      _ = try? cache.value(for: 0) { 0 }.wait(timeout: .seconds(60))
      return { _ in
        _ = cache.value(for: 0) { 1 }
        return nil
      }
    },
    BusyObject("cache miss") {
      let cache = PromiseCache<Int, Int>(maxCount: 100)
      return { number in cache.value(for: number) { number } }
    },
    BusyObject("flight") {
      let flights = SingleFlight<Int, Int>()
      return { number in flights.run(for: number % 16) { number } }
    },
    BusyObject("limiter") {
      let limiter = PromiseLimiter(limit: 4)
      return { number in limiter.run { number } }
    },
    ofPending("timer") { $0.timeout(after: .seconds(3_600)) },
    ofPending("gate") { $0.map { $0 } },
    ofPending("group") { .race([$0, $0]) },
  ]

  /// A call that derives a promise from one that stays pending, and cancels it.
  private static func ofPending(
    _ name: String, _ derive: @escaping @Sendable (Promise<Int>) -> Promise<Int>
  ) -> BusyObject {
    BusyObject(name) {
      let (promise, resolver) = Promise<Int>.pending()
      return { _ in
        derive(promise).cancel()
        withExtendedLifetime(resolver) {}
        return nil
      }
    }
  }

  private static let threads = 3
  /// How many calls of each thread may have work to be done.
  private static let burst = 16
  /// Less than one leaked allocation every ten calls, and more than threads hold temporarily.
  private static let noise = 64 << 10
  /// What calls may leave to a thread that holds a list while the system lets others run: some
  /// milliseconds' worth of nodes, and far less than one for each call.
  private static let backlog = 4 << 20

  /// Prints the objects that keep memory, or that need more of it for more calls.
  static func check() async throws {
    Tracking.stop()
    let calls = isStressRun ? 100_000 : 5_000
    print("object | bytes that \(calls) calls of each thread leave behind, most meanwhile")
    for object in all {
      let call = object.make()
      _ = try await peak(of: calls / 10, call)
      var (left, most) = (0, 0)
      // Growth that happens once is due to threads that a busy machine has just started.
      for _ in 0..<3 {
        let before = Int(allocations_bytes_in_use())
        most = try await peak(of: calls, call)
        left = Int(allocations_bytes_in_use()) - before
        if left < noise, most < backlog { break }
      }
      print("\(object.name) | \(left), \(most)")
      if left < noise, most < backlog { continue }
      print("GROWS: \(object.name) by \(left), at most \(most)")
    }
  }

  /// The most memory in use during that many calls of each thread, above that before them.
  private static func peak(of calls: Int, _ call: @escaping Call) async throws -> Int {
    let before = Int(allocations_bytes_in_use())
    let ends = (0..<threads).map { thread in
      Promise<Int> { resolver in
        Thread.detachNewThread {
          resolver.resolve(with: Result { try peak(of: calls, call, thread) })
        }
      }
    }
    return try await Promise.all(ends).get().reduce(0, max) - before
  }

  private static func peak(of calls: Int, _ call: Call, _ thread: Int) throws -> Int {
    var peak = 0
    for number in 0..<calls {
      let promise = call(number * threads + thread)
      guard number % burst == 0 else { continue }
      _ = try promise?.wait(timeout: .seconds(60))
      peak = max(peak, Int(allocations_bytes_in_use()))
    }
    return peak
  }
}
