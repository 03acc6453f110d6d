// Finds out where the caller actually runs, whatever isolation the compiler assumes.

import Dispatch

/// Whether the caller runs on the main actor's executor, which is the main queue. It checks the
/// queue rather than the thread because on Linux, no thread belongs to the main queue.
nonisolated func isOnMainActor() -> Bool {
  MainQueue.isMarked && DispatchQueue.getSpecific(key: MainQueue.key) != nil
}

nonisolated private enum MainQueue {
  static let key = DispatchSpecificKey<Void>()

  static let isMarked: Bool = {
    DispatchQueue.main.setSpecific(key: key, value: ())
    return true
  }()
}
