// Programs as promises.

#if os(macOS) || os(Linux) || os(Windows)
  import Foundation
  import PromiseKitCompat

  extension Process {
    /// Starts the program with new pipes for its output, and returns a promise that is fulfilled
    /// with them when it has ended with status 0.
    ///
    /// The promise is rejected with the error that `run()` throws, and with
    /// ``PMKError/execution(process:standardOutput:standardError:)`` when the program ends in any
    /// other way. Cancelling the promise terminates the program. A program that prints more than a
    /// pipe holds does not end before its output is read.
    ///
    /// The promise sets the `terminationHandler`, and calls the one that was set before.
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

    /// An error that `launch(.promise)` rejects with.
    public enum PMKError: LocalizedError, @unchecked Sendable {
      /// An error that is not used, because `run()` throws an error of its own instead.
      ///
      /// It is kept for code that names it.
      case notExecutable(String?)
      /// The program ended with a status other than 0, or by a signal.
      ///
      /// The texts are what it printed, which its pipes have no more, or `nil` where that is not
      /// UTF-8.
      case execution(process: Process, standardOutput: String?, standardError: String?)

      /// A description of what did not run, or how it ended, in a sentence.
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

    /// On Linux a program inherits the signals that the thread blocks, and the threads of Dispatch
    /// block the one that `terminate()` sends.
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
    /// What is left in the pipe, which this empties.
    fileprivate var text: String? {
      String(data: fileHandleForReading.readDataToEndOfFile(), encoding: .utf8)
    }
  }

  extension Promise where T == (out: Pipe, err: Pipe) {
    /// Prints the output of the program, which empties the pipes, or the error.
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
