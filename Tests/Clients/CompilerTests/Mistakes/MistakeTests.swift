// S3: a mistake is said on the line where `Optional` says it, and no later.
//
// What is compared is how many choices the type checker tries, which is the same on every machine.
// With STRESS=1, the compiler gives up where it would for a user, and the tests print the seconds.

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite(
    "Mistakes in chains", .serialized, .timeLimit(.minutes(60)),
    .enabled(if: Compiler.ofThisBuild != nil, "needs swiftc in the search path"))
  struct MistakeTests {
    private static let isStress = ProcessInfo.processInfo.environment["STRESS"] != nil

    static let chains: [MistakenChain] = Mistake.all.flatMap { mistake in
      var places: [(count: Int, MistakenChain.Place)] = [(3, .middle), (6, .middle)]
      if isStress { places += [(5, .start), (10, .middle), (15, .end)] }
      return places.map { MistakenChain(mistake: mistake, count: $0.count, place: $0.1) }
    }

    @Test("S3: a mistake is said on its line, with less work than Optional's", arguments: chains)
    func mistake(_ chain: MistakenChain) async throws {
      let promise = try await check(chain.ofPromise)
      let optional: Answer? = if let twin = chain.ofOptional { try await check(twin) } else { nil }
      if Self.isStress {
        print("\(chain.testDescription): \(promise), Optional: \(optional?.description ?? "-")")
      }
      guard !promise.isGivenUp else {
        // No mistake in six links is too hard unless it is for Optional as well.
        return #expect(optional?.isGivenUp ?? (chain.count > 6), "\(promise)")
      }
      // Where the compiler gives up Optional's chain, it names no line of its own.
      let lines = optional.flatMap { $0.isGivenUp ? nil : $0.linesBelow } ?? [0]
      let latest = chain.mistake.isSaidLater ? 2 : max(0, lines.first ?? 0)
      #expect(
        promise.linesBelow.contains { (0...latest).contains($0) }, "\(promise), \(lines)")
      // Fewer than a thousand choices take no time that anyone would notice.
      if let optional { #expect(promise.choices <= max(optional.choices * 6 / 5, 1_000)) }
    }

    /// What the compiler says of a mistake, and what that costs.
    struct Answer: CustomStringConvertible {
      let choices: Int
      let seconds: Double
      /// How far below the mistake the compiler names lines.
      let linesBelow: [Int]
      let isGivenUp: Bool

      var description: String {
        let places = isGivenUp ? "unable" : "lines below \(linesBelow)"
        return "\(places), \(choices) choices, \(seconds.formatted()) s"
      }
    }

    private func check(_ source: MistakenChain.Source) async throws -> Answer {
      let compiler = try #require(Compiler.ofThisBuild)
      let compilation = try await compiler.check(
        source.text, limit: Self.isStress ? nil : 50_000)
      return Answer(
        choices: compilation.scopes, seconds: compilation.seconds,
        linesBelow: compilation.errors.keys.map { $0 - source.line }.sorted(),
        isGivenUp: compilation.diagnostics.contains("unable to type-check this expression"))
    }
  }
#endif
