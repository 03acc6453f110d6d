// Signatures.swift at all stages.

import Testing

@MainActor
@Suite("signatures, in the Swift 5 language mode")
struct SignaturesTests {
  @Test("Handlers with each form of signature")
  func run() async {
    let scores = Scores()
    await withCheckedContinuation { continuation in
      scores.run { continuation.resume() }
    }
    #expect(
      scores.log.sorted()
        == ["7", "7", "7", "7", "7", "7", "2", "2", "2", "2", "2", "2", "2", "2", "all 2", "any"]
        .sorted() + ["none", "none"])
  }
}
