// Where handlers run that are not told otherwise.

import AsyncPromises
import Dispatch

extension DispatchQueue {
  /// The default queue of handlers, for the whole process.
  ///
  /// It is the main queue until you set it. Any thread may read and set it.
  public static var promises: DispatchQueue {
    get { queues.top ?? .main }
    set { queues.push(newValue) }
  }
}

/// The newest one counts. Older ones are kept: a thread may be reading them.
private let queues = SharedStack<DispatchQueue>()
