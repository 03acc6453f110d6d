// A forgotten continuation: a cancellation that arrives before there is anything to cancel.

import Foundation

/// Looks right: a cancelled task is removed and resumed. But if a task is cancelled before it
/// waits, its handler runs first and finds nothing. The task then waits forever.
final class Printer: @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: [UUID: CheckedContinuation<Bool, Never>] = [:]

  /// Waits until there is paper. Returns `false` if the caller is cancelled first.
  func paper() async -> Bool {
    let job = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lock.withLock { waiting[job] = continuation }
      }
    } onCancel: {
      let continuation = lock.withLock { waiting.removeValue(forKey: job) }
      continuation?.resume(returning: false)
    }
  }

  func refill() {
    let jobs = lock.withLock {
      defer { waiting = [:] }
      return waiting.values
    }
    for continuation in jobs { continuation.resume(returning: true) }
  }
}

/// Fixed: the handler leaves a mark under the lock, so the order doesn't matter.
final class MendedPrinter: @unchecked Sendable {
  private enum Job {
    case waits(CheckedContinuation<Bool, Never>)
    case isCancelled
  }

  private let lock = NSLock()
  private var jobs: [UUID: Job] = [:]

  /// Waits until there is paper. Returns `false` if the caller is cancelled first.
  func paper() async -> Bool {
    let job = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = lock.withLock {
          if case .isCancelled? = jobs.removeValue(forKey: job) { return true }
          jobs[job] = .waits(continuation)
          return false
        }
        if isCancelled { continuation.resume(returning: false) }
      }
    } onCancel: {
      let cancelled = lock.withLock {
        defer { jobs[job] = jobs[job] == nil ? .isCancelled : nil }
        return jobs[job]
      }
      if case .waits(let continuation)? = cancelled { continuation.resume(returning: false) }
    }
  }

  func refill() {
    let jobs = lock.withLock {
      defer { self.jobs = [:] }
      return self.jobs.values
    }
    for case .waits(let continuation) in jobs { continuation.resume(returning: true) }
  }
}

extension Tour {
  static let forgottenContinuation = Tour(
    name: "A forgotten continuation",
    looksRight: {
      let printer = Printer()
      let job = Task { await printer.paper() }
      let user = Task { job.cancel() }
      _ = await job.value
      await user.value
    },
    isRight: {
      let printer = MendedPrinter()
      let job = Task { await printer.paper() }
      let user = Task { job.cancel() }
      _ = await job.value
      await user.value
    })
}
