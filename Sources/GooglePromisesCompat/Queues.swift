// The default queue for handlers.

import Dispatch
import PromiseCompatSupport

extension DispatchQueue {
  /// The default queue for handlers, throughout the process.
  ///
  /// It is the main queue until you set another one. Any thread may read and set it.
  public static var promises: DispatchQueue {
    get { queue.current }
    set { queue.current = newValue }
  }
}

private let queue = Setting<DispatchQueue>(.main)
