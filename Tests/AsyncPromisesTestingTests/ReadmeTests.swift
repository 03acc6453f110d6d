// README.md: the report of a test that hangs is what the test there prints.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

@Suite("README", .needsTracking, .timeLimit(.minutes(10)))
struct ReadmeTests {
  @Test("T3: the report is printed as it is shown")
  func report() async throws {
    let file: StaticString = "App/Profile.swift"
    try await withPromiseScope("profile", leftovers: .cancel, reports: .ignore) {
      scope async throws in
      let (photo, camera) = Promise<Int>.pending(name: "photo", fileID: file, line: 8)
      let profile = Promise.all(.fulfilled(1), photo, fileID: file, line: 9)
        .map(fileID: file, line: 9) { $0 + $1 }
      let end = profile.done(fileID: file, line: 10) { _ in }
      let error = try #require(
        await #expect(throws: UnsettledPromises.self) { try await scope.settle(within: .zero) })
      let printed = Report("\(error)").lines.dropFirst()
      let readme = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../README.md")
      let blocks = try String(contentsOf: readme, encoding: .utf8).split(separator: "```")
      let shown = try #require(blocks.first { $0.contains("did not settle within") })
      #expect(Report(String(shown)).lines.filter { $0.contains("#") } == Array(printed))
      withExtendedLifetime((camera, end)) {}
    }
  }
}
