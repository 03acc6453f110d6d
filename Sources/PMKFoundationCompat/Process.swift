// Promises for processes.

#if os(macOS) || os(Linux) || os(Windows)
  import Foundation
  import PromiseKitCompat

  extension Process {
    /// Starts the process with new pipes for its output, and returns a promise that is fulfilled
    /// with them when the process exits with status 0.
    ///
    /// The promise is rejected with the error that `run()` throws, or with
    /// ``PMKError/execution(process:standardOutput:standardError:)`` if the process ends in any
    /// other way. Cancelling the promise terminates the process. If a process prints more than a
    /// pipe can hold, it blocks until its output is read.
    ///
    /// It replaces the `terminationHandler` with one that also calls the previous handler.
    public func launch(
      _: PMKNamespacer, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Promise<(out: Pipe, err: Pipe)> {
      let pipes = Unchecked((out: Pipe(), err: Pipe()))
      (standardOutput, standardError) = (pipes.value.out, pipes.value.err)
      return cancellablePromise(fileID, line) { seal in
        let (process, earlier) = (Unchecked(self), terminationHandler)
        terminationHandler = { process in
          // The error refers to the process, so keeping the handler would create a retain cycle.
          process.terminationHandler = nil
          earlier?(process)
          if process.terminationReason == .exit, process.terminationStatus == 0 {
            return seal.fulfill(pipes.value)
          }
          let process = Unchecked(process)
          // Another program may still hold the pipes open, and reading them would then block.
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

    /// An error from `launch(.promise)`.
    public enum PMKError: LocalizedError, @unchecked Sendable {
      /// Never used, because `run()` throws its own error instead.
      ///
      /// Kept for code that refers to it.
      case notExecutable(String?)
      /// The process exited with a status other than 0, or was terminated by a signal.
      ///
      /// The strings are its output, now drained from the pipes; a string is `nil` if the bytes are
      /// not valid UTF-8.
      case execution(process: Process, standardOutput: String?, standardError: String?)

      /// A sentence that describes what did not run, or how the process ended.
      public var errorDescription: String? {
        switch self {
        case .notExecutable(let path?): "There is no program at \(path)."
        case .notExecutable(nil): "The process has no executable path."
        case .execution(let process, _, _):
          "\(process.commandLine) "
            + (process.terminationReason == .exit ? "exited with status" : "was ended by signal")
            + " \(process.terminationStatus)."
        }
      }
    }

    /// Runs the process with the signal that `terminate()` sends unblocked: on Linux, a process
    /// inherits its parent thread's blocked signals, and Dispatch's threads block that one.
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
    /// The contents of the pipe; reading them drains the pipe.
    fileprivate var text: String? {
      String(data: fileHandleForReading.readDataToEndOfFile(), encoding: .utf8)
    }
  }

  extension Promise where T == (out: Pipe, err: Pipe) {
    /// Prints the process's output, thereby draining the pipes; after a rejection, prints the
    /// error.
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
