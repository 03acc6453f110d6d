// From promises to blocking code, for compatibility modules whose waits have no timeout.

import AsyncPromises

#if canImport(Dispatch)
  import Dispatch

  extension Promise {
    /// Blocks the calling thread until the promise is settled, for compatibility modules whose
    /// waits have no timeout and run nothing in the meantime.
    package func waitForOutcome(
      _ fileID: StaticString, _ line: UInt
    ) -> Result<Value, any Error> {
      while true {
        if let outcome = resultIfSettled {
          guard case .failure(is LostResolver) = outcome else { return outcome }
          // Only the core sees an outcome here, so the thread waits forever.
          DispatchSemaphore(value: 0).wait()
        }
        if withUnsafeCurrentTask(body: { $0 != nil }) { reportBlockedWait(fileID, line) }
        block(timeout: .century, runningMainLoop: false)
      }
    }
  }
#endif
