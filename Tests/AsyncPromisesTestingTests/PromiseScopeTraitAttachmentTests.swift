// PromiseScopeTrait.swift: the diagram that is attached to a test with leftovers.

import AsyncPromises
import AsyncPromisesSwiftTesting
import Foundation
import TestSupport
import Testing

@Suite("Attachments of the trait .promiseScope", .needsTracking, .timeLimit(.minutes(10)))
struct PromiseScopeTraitAttachmentTests {
  private static let variable = "ASYNC_PROMISES_LEAVES_ONE"
  private static let isInside = ProcessInfo.processInfo.environment[variable] != nil

  /// Run by the other test, in a separate process.
  @Test("leaves a promise", .enabled(if: isInside, "It always fails."), .promiseScope)
  func leavesOne() {
    Self.kept.write(Promise<Int>.pending(name: "a \"token\"").resolver)
  }

  private static let kept = Journal<Resolver<Int>>()

  // On other systems, a test can't start the runner as a program.
  #if os(Linux)
    @Test("T3: a test's leftovers are drawn in an attached file", .enabled(if: !isInside))
    func file() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        component: UUID().uuidString, directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let runner = Process()
      runner.executableURL = Bundle.main.executableURL
      runner.arguments = [
        "--testing-library", "swift-testing", "--attachments-path", folder.path,
        "--filter", "PromiseScopeTraitAttachmentTests/leavesOne",
      ]
      runner.environment = ProcessInfo.processInfo.environment.merging(
        [Self.variable: "1"]
      ) { $1 }
      (runner.standardOutput, runner.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try runner.run()
      runner.waitUntilExit()
      #expect(runner.terminationStatus != 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files.sorted() == ["pending.mermaid", "timeline.svg"])
      let drawn = try String(
        contentsOf: folder.appending(component: "timeline.svg"), encoding: .utf8)
      #expect(drawn.contains("1 promise in "))
      #expect(drawn.contains("pending “a &#34;token&#34;” Prom"))
      let text = try String(
        contentsOf: folder.appending(component: "pending.mermaid"), encoding: .utf8)
      let picture = try Flowchart(text)
      let number = try picture.number("pending “a \"token\"”")
      #expect(picture.order == [number])
      #expect(picture.nodes[number]?.state == "resolver")
    }
  #endif
}
