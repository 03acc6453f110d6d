// Steps.swift at all stages.

import Testing

@MainActor
@Suite("closures of links that stay")
struct StepsTests {
  private func lines(_ run: (Steps) -> (@escaping () -> Void) -> Void) async -> [String] {
    let steps = Steps()
    await withCheckedContinuation { continuation in
      run(steps)({ continuation.resume() })
    }
    return steps.journal.lines
  }

  @Test("M2: a link waits for the promise that its closure returns")
  func waits() async {
    #expect(await lines(Steps.direct) == ["after 2, main queue"])
    #expect(await lines(Steps.unknown) == ["after 2, main queue"])
    #expect(await lines(Steps.declared) == ["then 1, another queue", "after 2, main queue"])
    #expect(
      await lines(Steps.held) == [
        "then 1, another queue", "map 2, another queue", "after 2, main queue",
      ])
  }

  @Test("M2: a link that recovers waits, too")
  func recovers() async {
    #expect(
      await lines(Steps.recovered) == ["StepError(), another queue", "after 2, main queue"])
  }
}
