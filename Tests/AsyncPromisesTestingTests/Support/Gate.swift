// Gates that keep work running until the test opens them.

import AsyncPromises
import Dispatch
import Foundation

/// Closed until it is opened. It isn't a promise, so scopes don't track waits for it.
final class Gate: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = false
  private var callbacks: [@Sendable () -> Void] = []

  /// Returns when the gate is open, even if the task is cancelled.
  func pass() async {
    await withCheckedContinuation { continuation in
      whenOpen { continuation.resume() }
    }
  }

  /// Calls `body` immediately if the gate is open, otherwise on the thread that opens it.
  func whenOpen(_ body: @escaping @Sendable () -> Void) {
    let isOpen = lock.withLock {
      if !self.isOpen { callbacks.append(body) }
      return self.isOpen
    }
    if isOpen { body() }
  }

  func open() {
    let due = lock.withLock {
      isOpen = true
      defer { callbacks = [] }
      return callbacks
    }
    for body in due { body() }
  }
}

/// An executor that accepts jobs at any time and runs them once its gate is open.
final class GatedExecutor: @unchecked Sendable {
  fileprivate let queue = DispatchQueue(label: "GatedExecutor")
  private let lock = NSLock()
  private var gate: Gate?

  /// Makes later jobs wait until the gate is open.
  func close(until gate: Gate) {
    lock.withLock { self.gate = gate }
  }

  fileprivate func whenOpen(_ run: @escaping @Sendable () -> Void) {
    if let gate = lock.withLock({ gate }) { gate.whenOpen(run) } else { run() }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GatedExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    whenOpen { [self] in
      queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }
}

/// An actor that can be kept busy.
actor BusyDesk {
  private let executor = GatedExecutor()
  private(set) var handled = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      executor.asUnownedSerialExecutor()
    } else {
      MainActor.sharedUnownedExecutor
    }
  }

  /// Keeps the actor busy until the gate is open.
  nonisolated func close(until gate: Gate) { executor.close(until: gate) }

  /// Registers a handler on this actor, and keeps the actor busy until the gate is open.
  func handle<Value>(
    _ promise: Promise<Value>, behind gate: Gate, fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () -> Void = {}
  ) -> Promise<Void> {
    executor.close(until: gate)
    return promise.done(fileID: fileID, line: line) { _ in
      self.handled += 1
      body()
    }
  }

  /// The same for a handler that runs in any case.
  func finish<Value>(
    _ promise: Promise<Value>, behind gate: Gate, _ body: @escaping @Sendable () -> Void
  ) {
    executor.close(until: gate)
    promise.finally {
      self.handled += 1
      body()
    }
  }
}
