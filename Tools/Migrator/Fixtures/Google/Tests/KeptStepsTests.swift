// KeptSteps.swift at all stages.

import Testing

@MainActor
@Suite("links that stay because of an overload")
struct KeptStepsTests {
  private func lines(
    _ run: @MainActor (KeptSteps) -> @MainActor (@escaping @MainActor () -> Void) -> Void
  ) async -> [String] {
    let steps = KeptSteps()
    await withCheckedContinuation { continuation in
      run(steps)({ continuation.resume() })
    }
    return steps.lines
  }

  @Test("M2: a link waits for a promise, and not for a value")
  func waits() async {
    #expect(await lines { $0.wait } == ["after 2"])
    #expect(await lines { $0.go } == ["after 11"])
  }

  @Test("M2: an error of that promise arrives at the next link")
  func fails() async {
    #expect(await lines { $0.fail } == ["Failure()"])
  }

  @Test("M2: code that moves waits for the promises of code that stays")
  func converts() async {
    #expect(await lines { $0.convert } == ["first 1", "second 2", "third 1"])
  }
}
