// Where the caller runs, whatever the compiler thinks of it.

import Dispatch

/// Whether the caller runs on the executor of the main actor: on the main queue, that is. On Linux
/// no thread belongs to it.
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
