// What swift-subprocess does with a promise around it.

import AsyncPromises
import Foundation
import FrameworksSupport
import Subprocess
import Testing

@Suite("swift-subprocess", .timeLimit(.minutes(5)))
struct SubprocessTests {
  @Test("a cancelled run returns with signal 9, and doesn't throw")
  func cancelledRun() async throws {
    let child = try await Child()
    let running = Task { try await child.run() }
    try await child.hasStarted()
    running.cancel()
    #expect(try await running.value == .signaled(SIGKILL))
  }

  @Test(
    "a promise that is left, or whose limit passes, is rejected at once, and its child is killed")
  func promiseOfRun() async throws {
    for limit in [Duration.seconds(1000), .milliseconds(10)] {
      let child = try await Child()
      let (status, report) = Promise<TerminationStatus>.pending()
      let run = Promise {
        let status = try await child.run()
        report.fulfill(status)
        return status
      }
      try await child.hasStarted()
      let limited = run.timeout(after: limit)
      if limit > .seconds(1) { limited.cancel() }
      #expect(await limited.timesOut == (limit < .seconds(1)))
      #expect(try await status.value == .signaled(SIGKILL))
    }
  }

  @Test("a grandchild outlives a cancelled run")
  func grandchild() async throws {
    let child = try await Child("sleep 1000 & echo $! > $0; wait")
    let running = Task { try await child.run() }
    let grandchild = try await child.hasStarted()
    running.cancel()
    #expect(try await running.value == .signaled(SIGKILL))
    try await grace()
    #expect(isRunning(grandchild))
    kill(grandchild, SIGKILL)
  }

  @Test("a grandchild is killed if the run has a teardown sequence for its process group")
  func processGroup() async throws {
    let child = try await Child("sleep 1000 & echo $! > $0; wait")
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(100))
    ]
    let running = Task { [options] in try await child.run(options) }
    let grandchild = try await child.hasStarted()
    running.cancel()
    #expect(try await running.value == .signaled(SIGTERM))
    try await Promise.retry(maxAttempts: 1000, backoff: .constant(.milliseconds(10))) { _ in
      if isRunning(grandchild) { throw Alive() }
    }.get()
  }

  @Test("output beyond its limit is an error, thrown when the child has ended")
  func outputLimit() async throws {
    let error = await #expect(throws: SubprocessError.self) {
      _ = try await Subprocess.run(.name("yes"), output: .string(limit: 100))
    }
    #expect(error?.code == .outputLimitExceeded)
  }
}

private struct Alive: Error {}

/// Whether a process that isn't a child of this one has not ended.
private func isRunning(_ process: pid_t) -> Bool {
  guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
    return false
  }
  return !status.contains(") Z ")
}

/// A script that tells when it has started.
private struct Child: Sendable {
  private let script: String
  private let path = NSTemporaryDirectory() + UUID().uuidString

  init(_ script: String = "echo $$ > $0; exec sleep 1000") async throws {
    self.script = script
    guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func run(_ options: PlatformOptions = PlatformOptions()) async throws -> TerminationStatus {
    try await Subprocess.run(
      .name("sh"), arguments: ["-c", script, path], platformOptions: options, output: .discarded
    ).terminationStatus
  }

  /// Waits until the script has written a process's number.
  @discardableResult
  func hasStarted() async throws -> pid_t {
    let bytes = try await onThread { [path] in
      FileHandle(forReadingAtPath: path)?.readDataToEndOfFile() ?? Data()
    }.get()
    let text = String(decoding: bytes, as: UTF8.self)
    try FileManager.default.removeItem(atPath: path)
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}
