// The default queue for handlers.

import AsyncPromises
import Dispatch

extension DispatchQueue {
  /// The default queue for handlers, throughout the process.
  ///
  /// It is the main queue until you set another one. Any thread may read and set it.
  public static var promises: DispatchQueue {
    get { queues.top ?? .main }
    set { queues.push(newValue) }
  }
}

/// The newest one counts. Older ones are kept, because a thread may still be reading them.
private let queues = SharedStack<DispatchQueue>()
