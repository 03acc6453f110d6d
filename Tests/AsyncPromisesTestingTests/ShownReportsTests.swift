// README.md and SeeingWhatHangs.md: the reports shown there are the ones that are printed.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

@Suite("Reports shown in articles", .needsTracking, .timeLimit(.minutes(10)))
struct ShownReportsTests {
  private func expect(_ scope: PromiseScope, isShownIn page: String) async throws {
    let error = try #require(
      await #expect(throws: UnsettledPromises.self) { try await scope.settle(within: .zero) })
    let printed = Report("\(error)").lines.dropFirst().filter { $0.contains("#") }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(page)")
    let blocks = try String(contentsOf: file, encoding: .utf8).split(separator: "```")
    let shown = try #require(blocks.first { $0.contains("did not settle within") })
    #expect(Report(String(shown)).lines.filter { $0.contains("#") } == printed)
    guard let diagram = blocks.first(where: { $0.hasPrefix("mermaid\n") && $0.contains(" old<") })
    else { return }
    #expect(comparable(String(diagram.dropFirst("mermaid\n".count))) == comparable(error.mermaid))
  }

  /// A diagram without ages, and with its promises numbered from one.
  private func comparable(_ diagram: String) -> String {
    let numbers = Set(diagram.matches(of: /\bp(\d+)/).compactMap { Int($0.output.1) }).sorted()
    return diagram.replacing(/[0-9.]+ seconds old/, with: "… old")
      .replacing(/(\bp|#35;)(\d+)/) { match in
        let number = Int(match.output.2).flatMap { numbers.firstIndex(of: $0) }
        return match.output.1 + (number.map { "\($0 + 1)" } ?? "?")
      }.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("T3: in the README")
  func readme() async throws {
    let file: StaticString = "Shop/Tests.swift"
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope async throws in
      let (code, resolver) = Promise<String>.pending(name: "code", fileID: file, line: 7)
      let end = code.map(fileID: file, line: 9) { "\($0): 5 €" }
        .done(fileID: file, line: 9) { _ in }
      try await expect(scope, isShownIn: "README.md")
      withExtendedLifetime((resolver, end)) {}
    }
  }

  @Test("T3: in the article on diagrams")
  func seeingWhatHangs() async throws {
    let file: StaticString = "Tour/Page.swift"
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope async throws in
      let (token, login) = Promise<String>.pending(name: "token", fileID: file, line: 6)
      let (session, opener) = Promise<String>.pending(name: "session", fileID: file, line: 7)
      let profile = session.map(fileID: file, line: 8) { "the profile of \($0)" }
      opener.follow(profile)
      let avatar = Promise.delay(for: .seconds(60), fileID: file, line: 10)
        .map(fileID: file, line: 10) { "avatar.png" }
      let end = Promise.all(profile, token, avatar, fileID: file, line: 11)
        .done(fileID: file, line: 11) { _ in }
      try await expect(
        scope,
        isShownIn: "Sources/AsyncPromisesTesting/AsyncPromisesTesting.docc/SeeingWhatHangs.md")
      withExtendedLifetime((login, end)) {}
    }
  }
}
