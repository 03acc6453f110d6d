// Screens.swift at all stages.

import Testing

@MainActor
@Suite("code that uses promises without their import")
struct ScreensTests {
  private final class Errors: @unchecked Sendable {
    var seen: [String] = []
  }

  private let errors = Errors()

  private func screen() -> NumberScreen {
    let errors = errors
    return NumberScreen(NumberStore()) { error in
      errors.seen.append("\(error), \(MainQueue.isCurrent ? "main" : "another") queue")
    }
  }

  private func run(_ body: (@escaping () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in body { continuation.resume() } }
  }

  @Test("M2: handlers keep their order, queue and values")
  func values() async {
    let screen = screen()
    await run { screen.show(2, $0) }
    #expect(screen.journal == ["starts, main queue", "goes on, main queue", "4, main queue"])
    await run { screen.showOther(3, $0) }
    #expect(
      screen.journal.dropFirst(3) == [
        "starts, main queue", "goes on, main queue", "3, main queue",
      ])
    #expect(errors.seen.isEmpty)
  }

  @Test("M2: errors arrive on the same queue")
  func failures() async {
    let screen = screen()
    await run { screen.show(0, $0) }
    await run { screen.showOther(0, $0) }
    #expect(errors.seen == ["NoNumber(), main queue", "NoNumber(), main queue"])
  }
}
