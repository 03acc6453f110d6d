// README.md, SeeingWhatHangs.md and FromAWeeksUse.md: the reports shown there match the reports
// that the library prints.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Foundation
import TestSupport
import Testing

@Suite("Reports shown in articles", .needsTracking, .timeLimit(.minutes(10)))
struct ShownReportsTests {
  private func expect(_ scope: PromiseScope, isShownIn page: String) async throws {
    let error = try #require(
      await #expect(throws: UnsettledPromises.self) { try await scope.settle(within: .zero) })
    let printed = Report("\(error)").lines.dropFirst().filter { $0.contains("#") }
    let blocks = try text(of: page).split(separator: "```")
    let shown = try #require(blocks.first { $0.contains("did not settle within") })
    #expect(Report(String(shown)).lines.filter { $0.contains("#") } == printed)
    guard let diagram = blocks.first(where: { $0.hasPrefix("mermaid\n") && $0.contains(" old<") })
    else { return }
    #expect(comparable(String(diagram.dropFirst("mermaid\n".count))) == comparable(error.mermaid))
  }

  private func text(of page: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(page)")
    return try String(contentsOf: file, encoding: .utf8)
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

  @Test("T3: the report of a test that waits in real time, in the article on a week's use")
  func realTime() async throws {
    let file: StaticString = "App/Reminder.swift"
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope async throws in
      let end = Promise.delay(for: .seconds(60), fileID: file, line: 5)
        .map(fileID: file, line: 5) { "Good morning" }
      try await expect(
        scope, isShownIn: "Sources/AsyncPromises/AsyncPromises.docc/FromAWeeksUse.md")
      withExtendedLifetime(end) {}
    }
  }

  @Test("H2: the reports of mistakes, in the article on a week's use")
  func weekOfUse() throws {
    struct OutOfMilk: Error, CustomStringConvertible {
      var description: String { "out of milk" }
    }
    let events: [PromiseDiagnostics.Event] = [
      .nestedPromise(trace: "App/Reader.swift:12"),
      .brokenPromise(trace: "App/Scan.swift:7"),
      .redundantSettle(trace: "App/Scan.swift:7", second: "App/Scan.swift:9"),
      .unhandledRejection(OutOfMilk(), trace: "Shop/Cart.swift:14"),
      .unattendedWork(trace: "App/Load.swift:3"),
      .abandonedPromise(trace: "App/Pages.swift:5"),
      .blockedWait(trace: "App/Config.swift:4"),
    ]
    let page = try text(of: "Sources/AsyncPromises/AsyncPromises.docc/FromAWeeksUse.md")
    // The article wraps the reports.
    let blocks = page.split(separator: "```").map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for event in events { #expect(blocks.contains(event.description)) }
  }
}
