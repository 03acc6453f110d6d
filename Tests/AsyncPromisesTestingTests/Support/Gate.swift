// What a test keeps closed, so that something is at work until the test says otherwise.

import AsyncPromises
import Dispatch
import Foundation

/// Closed until it is opened. It is no promise: waiting for it counts nowhere.
final class Gate: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = false
  private var callbacks: [@Sendable () -> Void] = []

  /// Returns when the gate is open; cancellation does not change that.
  func pass() async {
    await withCheckedContinuation { continuation in
      whenOpen { continuation.resume() }
    }
  }

  /// Calls `body` when the gate is opened, on the thread that opens it; at once if it is open.
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

/// An executor that takes jobs at any time, and runs them once its gate is open.
final class GatedExecutor: @unchecked Sendable {
  fileprivate let queue = DispatchQueue(label: "GatedExecutor")
  private let lock = NSLock()
  private var gate: Gate?

  /// Jobs that come from now on run when the gate is open.
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

  /// Registers a handler on this actor, which is busy from now on.
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
}
