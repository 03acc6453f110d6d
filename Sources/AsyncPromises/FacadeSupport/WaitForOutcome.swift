// From promise to code that blocks, for vocabularies whose waits have no timeout.

#if canImport(Dispatch)
  import Dispatch

  extension Promise {
    /// Blocks the calling thread until the promise is settled, for vocabularies that know no
    /// timeout, and whose waits run nothing meanwhile.
    package func waitForOutcome(
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> Result<Value, any Error> {
      while true {
        if let outcome = resultIfSettled {
          guard case .failure(is LostResolver) = outcome else { return outcome }
          // For the core alone there is an outcome: the thread waits for good.
          DispatchSemaphore(value: 0).wait()
        }
        if withUnsafeCurrentTask(body: { $0 != nil }) { reportBlockedWait(fileID, line) }
        block(timeout: .century, runningMainLoop: false)
      }
    }
  }
#endif
