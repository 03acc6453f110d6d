// An actor on a dedicated thread with the stack size of worker threads on Apple's platforms.

import AsyncPromises
import Foundation

/// An executor with one thread that has a stack of 512 KiB.
final class SmallThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var enqueued = 0

  init() {
    let thread = Thread { [unowned self] in self.run() }
    thread.stackSize = 512 * 1024
    thread.start()
  }

  /// The number of jobs enqueued so far.
  var jobCount: Int { condition.withLock { enqueued } }

  fileprivate func add(_ job: UnownedJob) {
    condition.withLock {
      jobs.append(job)
      enqueued += 1
      condition.signal()
    }
  }

  private func run() {
    while true {
      let due = condition.withLock {
        while jobs.isEmpty { condition.wait() }
        defer { jobs = [] }
        return jobs
      }
      for job in due { job.runSynchronously(on: unowned) }
    }
  }

  var unowned: UnownedSerialExecutor {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      asUnownedSerialExecutor()
    } else {
      MainActor.sharedUnownedExecutor
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SmallThread: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }
}

/// An actor that runs its code on a small stack.
@globalActor actor SmallStack {
  static let shared = SmallStack()
  static let thread = SmallThread()

  nonisolated var unownedExecutor: UnownedSerialExecutor { Self.thread.unowned }
}
