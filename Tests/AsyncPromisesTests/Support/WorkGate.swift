// Work on items that a test starts, watches and ends, and sequences that record how they are
// iterated.

import AsyncPromises
import Foundation
import TestSupport

/// The operations of a `map` over the numbers below a count.
final class WorkGate: Sendable {
  private let starts: [(promise: Promise<Void>, resolver: Resolver<Void>)]
  private let gates: [(promise: Promise<Void>, resolver: Resolver<Void>)]
  private let cancellations: [(promise: Promise<Void>, resolver: Resolver<Void>)]
  private let ends: [(promise: Promise<Bool>, resolver: Resolver<Bool>)]
  private let running = Running()
  /// The items whose operations have started, in order.
  let begun = Journal<Int>()

  init(_ count: Int) {
    starts = (0..<count).map { _ in Promise<Void>.pending() }
    gates = (0..<count).map { _ in Promise<Void>.pending() }
    cancellations = (0..<count).map { _ in Promise<Void>.pending() }
    ends = (0..<count).map { _ in Promise<Bool>.pending() }
  }

  /// The operation: waits until the test ends it or it is cancelled. Returns ten times the item.
  func work(on item: Int) async throws -> Int {
    try await work(on: item) { try await $0.value }
  }

  /// An operation that ignores its cancellation.
  func stubbornWork(on item: Int) async throws -> Int {
    try await work(on: item) { gate in
      try await withTaskCancellationHandler {
        try await Task.detached { try await gate.value }.value
      } onCancel: {
        cancellations[item].resolver.fulfill()
      }
    }
  }

  private func work(
    on item: Int, _ wait: (Promise<Void>) async throws -> Void
  ) async throws -> Int {
    begun.write(item)
    running.enter()
    starts[item].resolver.fulfill()
    defer {
      running.leave()
      ends[item].resolver.fulfill(Task.isCancelled)
    }
    try await wait(gates[item].promise)
    return item * 10
  }

  /// Returns when the operation on `item` has started.
  func started(_ item: Int) async throws { try await starts[item].promise.value }

  /// Returns when the operation on `item`, which ignores cancellation, has been cancelled.
  func cancelled(_ item: Int) async throws { try await cancellations[item].promise.value }

  /// Waits until the operation on `item` has ended, and returns whether it was cancelled.
  func wasCancelled(_ item: Int) async throws -> Bool { try await ends[item].promise.value }

  /// Whether the operation on `item` has ended by now.
  func hasEnded(_ item: Int) -> Bool { ends[item].promise.resultIfSettled != nil }

  func finish(_ item: Int) { gates[item].resolver.fulfill() }

  func fail(_ item: Int, with error: any Error) { gates[item].resolver.reject(error) }

  /// The largest number of operations that ran at the same time.
  var mostRunning: Int { running.most }
}

/// Counts the operations that run at the same time.
private final class Running: @unchecked Sendable {
  private let lock = NSLock()
  private var now = 0
  private var record = 0

  func enter() {
    lock.withLock {
      now += 1
      record = max(record, now)
    }
  }

  func leave() {
    lock.withLock { now -= 1 }
  }

  var most: Int { lock.withLock { record } }
}

/// The numbers below a count, as a sequence that records each number pulled from it and how
/// many times it is iterated.
struct PulledItems: Sequence, Sendable {
  let pulls = Journal<Int>()
  let iterations = Journal<Bool>()
  private let count: Int
  private let willReturn: @Sendable (Int) -> Void

  /// - Parameter willReturn: called by the iterator with the number that it is about to return.
  init(_ count: Int, willReturn: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.count = count
    self.willReturn = willReturn
  }

  func makeIterator() -> AnyIterator<Int> {
    iterations.write(true)
    var next = 0
    return AnyIterator {
      guard next < count else { return nil }
      defer { next += 1 }
      pulls.write(next)
      willReturn(next)
      return next
    }
  }
}
