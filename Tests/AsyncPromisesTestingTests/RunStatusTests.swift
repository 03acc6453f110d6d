// What fails a test fails its run: each case is a run in a process of its own.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("Exit status of a run", .needsTracking, .serialized, .timeLimit(.minutes(10)))
  struct RunStatusTests {
    @Test(
      "T3 T6 T8: a test with the trait fails its run, wherever it fails",
      arguments: Failure.allCases, FailurePlace.allCases)
    func trait(failure: Failure, place: FailurePlace) async throws {
      #expect(try await status(of: "RunOfOneCase/inTrait", "\(failure) \(place)") == 1)
    }

    @Test(
      "T3 T6: so does one that calls withPromiseScope, in Swift Testing and in XCTest",
      arguments: Failure.allCases, FailurePlace.allCases)
    func scope(failure: Failure, place: FailurePlace) async throws {
      #expect(try await status(of: "RunOfOneCase/inScope", "\(failure) \(place)") == 1)
      #expect(try await status(ofXCTest: "RunOfOneXCTest/testInScope", "\(failure) \(place)") == 1)
    }

    @Test("T6: a mistake that is reported after the test's end fails the run")
    func late() async throws {
      #expect(try await status(of: "RunWithLateMistake", "") == 1)
    }

    @Test("T6: it doesn't if the test ignores reports, or has cancelled itself")
    func notCounted() async throws {
      #expect(try await status(of: "RunOfOneCase/in", "") == 0)
      #expect(try await status(of: "RunWithIgnoredMistake", "") == 0)
      #expect(try await status(of: "RunWithCancelledTest", "") == 0)
    }

    private func status(of tests: String, _ runCase: String) async throws -> Int32 {
      try await status(["--testing-library", "swift-testing", "--filter", tests], runCase)
    }

    private func status(ofXCTest test: String, _ runCase: String) async throws -> Int32 {
      try await status(["AsyncPromisesTestingTests.\(test)"], runCase)
    }

    /// Runs some of this program's tests.
    private func status(_ arguments: [String], _ runCase: String) async throws -> Int32 {
      let process = Process()
      process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment
        .merging([RunCase.variable: runCase]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      return try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
      }
    }
  }
#endif
