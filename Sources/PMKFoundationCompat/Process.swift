// Programs as promises.

#if os(macOS) || os(Linux) || os(Windows)
  import Foundation
  import PromiseKitCompat

  extension Process {
    /// Starts the process with new pipes for its output, and returns a promise that is fulfilled
    /// with them when the process ends with status 0.
    ///
    /// The promise is rejected with the error that `run()` throws, or with
    /// ``PMKError/execution(process:standardOutput:standardError:)`` if the process ends in any
    /// other way. Cancelling the promise terminates the process. A process that prints more than a
    /// pipe holds blocks until its output is read.
    ///
    /// It sets the `terminationHandler`, which calls the one set before.
    public func launch(
      _: PMKNamespacer, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Promise<(out: Pipe, err: Pipe)> {
      let pipes = Unchecked((out: Pipe(), err: Pipe()))
      (standardOutput, standardError) = (pipes.value.out, pipes.value.err)
      return cancellablePromise(fileID, line) { seal in
        let (process, earlier) = (Unchecked(self), terminationHandler)
        terminationHandler = { process in
          // An error has the process: with the handler it would have itself.
          process.terminationHandler = nil
          earlier?(process)
          if process.terminationReason == .exit, process.terminationStatus == 0 {
            return seal.fulfill(pipes.value)
          }
          let process = Unchecked(process)
          // Another program may still have the pipes, and hold up who reads them.
          DispatchQueue.global().async {
            seal.reject(
              PMKError.execution(
                process: process.value, standardOutput: pipes.value.out.text,
                standardError: pipes.value.err.text))
          }
        }
        do { try runTerminable() } catch {
          terminationHandler = earlier
          throw error
        }
        return { if process.value.isRunning { process.value.terminate() } }
      }
    }

    /// An error of `launch(.promise)`.
    public enum PMKError: LocalizedError, @unchecked Sendable {
      /// Never used, because `run()` throws its own error instead.
      ///
      /// Kept for code that names it.
      case notExecutable(String?)
      /// The process ended with a status other than 0, or by a signal.
      ///
      /// The texts are its output, now drained from its pipes, or `nil` where that is not UTF-8.
      case execution(process: Process, standardOutput: String?, standardError: String?)

      /// What did not run, or how it ended, in a sentence.
      public var errorDescription: String? {
        switch self {
        case .notExecutable(let path?): "There is no program at \(path)."
        case .notExecutable(nil): "The process has no executable path."
        case .execution(let process, _, _):
          "\(process.commandLine) ended with "
            + (process.terminationReason == .exit ? "status" : "signal")
            + " \(process.terminationStatus)."
        }
      }
    }

    /// On Linux a process inherits the signals that its parent thread blocks, and Dispatch's
    /// threads block the one that `terminate()` sends.
    private func runTerminable() throws {
      #if os(Linux)
        var (signals, earlier) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &signals, &earlier)
        defer { pthread_sigmask(SIG_SETMASK, &earlier, nil) }
      #endif
      try run()
    }

    private var commandLine: String {
      let words = [executableURL?.path ?? "?"] + (arguments ?? [])
      return words.map { $0.isEmpty || $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
    }
  }

  extension Pipe {
    /// Drains the pipe, and returns what was in it.
    fileprivate var text: String? {
      String(data: fileHandleForReading.readDataToEndOfFile(), encoding: .utf8)
    }
  }

  extension Promise where T == (out: Pipe, err: Pipe) {
    /// Prints the output of the process, which drains the pipes, or the error.
    ///
    /// The returned promise settles like this promise.
    public func print() -> Promise<T> {
      tap { result in
        switch result {
        case .fulfilled(let pipes):
          for (name, pipe) in [("stdout", pipes.out), ("stderr", pipes.err)] {
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            Swift.print("\(name): \(String(decoding: data, as: UTF8.self))")
          }
        case .rejected(let error): Swift.print(error)
        }
      }
    }
  }
#endif
