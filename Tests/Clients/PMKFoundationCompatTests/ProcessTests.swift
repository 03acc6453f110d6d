// Process.swift: programs that succeed, fail, are cancelled or never start.

#if os(macOS) || os(Linux)
  import Foundation
  import PMKFoundationCompat
  import PromiseKitCompat
  import Testing

  @Suite("Process", .timeLimit(.minutes(10)))
  struct ProcessTests {
    private func process(_ path: String, _ arguments: String...) -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      return process
    }

    private func text(_ pipe: Any?) throws -> String {
      let handle = try #require(pipe as? Pipe).fileHandleForReading
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test("a program that exits with status 0 fulfills the promise with its output")
    func success() async throws {
      let (out, err) = try await process("/bin/echo", "hello").launch(.promise).async()
      #expect(try text(out) == "hello\n")
      #expect(try text(err) == "")
    }

    @Test("any other status rejects the promise with the process and its output")
    func failure() async throws {
      let cat = process("/bin/cat", "/missing file")
      let error = await #expect(throws: Process.PMKError.self) {
        _ = try await cat.launch(.promise).async()
      }
      guard case .execution(process: cat, standardOutput: let out, standardError: let err) = error
      else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.localizedDescription == "/bin/cat \"/missing file\" exited with status 1.")
      #expect(out == "")
      #expect(err?.contains("/missing file") == true)
    }

    @Test(
      "a path without a program rejects the promise with the error thrown by run()",
      arguments: ["/dev/null", "/missing"])
    func notExecutable(path: String) async {
      let nothing = process(path)
      let error = await #expect(throws: (any Error).self) {
        _ = try await nothing.launch(.promise).async()
      }
      #expect(!(error is Process.PMKError))
      #expect(nothing.terminationHandler == nil)
    }

    @Test("notExecutable has a description")
    func description() {
      let known = Process.PMKError.notExecutable("/a")
      #expect(known.localizedDescription == "There is no program at /a.")
      let unknown = Process.PMKError.notExecutable(nil)
      #expect(unknown.localizedDescription == "The process has no executable path.")
    }

    @Test("cancelling the promise terminates the program and calls its termination handler")
    func cancellation() async throws {
      let cat = process("/bin/cat")
      let input = Pipe()
      cat.standardInput = input
      let (ended, journal) = AsyncStream.makeStream(of: Bool.self)
      cat.terminationHandler = { journal.yield($0.terminationReason == .uncaughtSignal) }
      let promise = cat.launch(.promise)
      #expect(cat.isRunning)
      promise.cancel()
      let error = await #expect(throws: (any Error).self) { _ = try await promise.async() }
      #expect(error?.isCancelled == true)
      var ends = ended.makeAsyncIterator()
      #expect(await ends.next() == true)
      withExtendedLifetime(input) {}
    }

    @Test("print passes on the pipes, now empty, or the error")
    func printing() async throws {
      let (out, _) = try await process("/bin/echo", "hello").launch(.promise).print().async()
      #expect(try text(out) == "")
      await #expect(throws: Process.PMKError.self) {
        _ = try await process("/bin/cat", "/missing").launch(.promise).print().async()
      }
    }

    @Test("an error retains its process, which doesn't retain its handler")
    func lifetime() async throws {
      let (freed, journal) = AsyncStream.makeStream(of: Void.self)
      let cat = process("/bin/cat", "/missing")
      let promise = {
        let witness = Witness(journal)
        cat.terminationHandler = { _ in withExtendedLifetime(witness) {} }
        return cat.launch(.promise)
      }()
      await #expect(throws: Process.PMKError.self) { _ = try await promise.async() }
      for await _ in freed {}
      withExtendedLifetime((cat, promise)) {}
    }

    /// Ends the stream when it is deallocated.
    private final class Witness: Sendable {
      private let journal: AsyncStream<Void>.Continuation

      init(_ journal: AsyncStream<Void>.Continuation) { self.journal = journal }

      deinit { journal.finish() }
    }
  }
#endif
