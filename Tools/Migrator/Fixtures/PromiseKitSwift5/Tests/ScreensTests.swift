// Screens.swift at all stages.

import Foundation
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
      errors.seen.append("\(error), \(Thread.isMainThread ? "main" : "another") thread")
    }
  }

  private func run(_ body: (@escaping () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in body { continuation.resume() } }
  }

  @Test("M2: handlers keep their order, thread and values")
  func values() async {
    let screen = screen()
    await run { screen.show(2, $0) }
    #expect(
      screen.journal == ["starts, main thread", "goes on, main thread", "4, main thread"])
    await run { screen.showOther(3, $0) }
    #expect(
      screen.journal.dropFirst(3) == [
        "starts, main thread", "goes on, main thread", "3, main thread",
      ])
    #expect(errors.seen.isEmpty)
  }

  @Test("M2: errors arrive on the same thread")
  func failures() async {
    let screen = screen()
    await run { screen.show(0, $0) }
    await run { screen.showOther(0, $0) }
    #expect(errors.seen == ["missing, main thread", "missing, main thread"])
  }
}
