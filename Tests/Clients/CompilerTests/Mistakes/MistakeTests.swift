// S3: a mistake is reported no further below its line than in the same chain of `Optional`.
//
// The tests compare the number of choices that the type checker tries, which is the same on every
// machine. With STRESS=1, the compiler uses its default limit, and the tests print the time.

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

    @Test("S3: a mistake is reported on its line, as fast as for Optional", arguments: chains)
    func mistake(_ chain: MistakenChain) async throws {
      let promise = try await check(chain.ofPromise)
      let optional: Answer? = if let twin = chain.ofOptional { try await check(twin) } else { nil }
      if Self.isStress {
        print("\(chain.testDescription): \(promise), Optional: \(optional?.description ?? "-")")
      }
      guard !promise.isGivenUp else {
        // With up to six links, a mistake is too hard only if it is also too hard for Optional.
        return #expect(optional?.isGivenUp ?? (chain.count > 6), "\(promise)")
      }
      // If the compiler gives up on Optional's chain, it doesn't name the mistake's line.
      let lines = optional.flatMap { $0.isGivenUp ? nil : $0.linesBelow } ?? [0]
      let latest = chain.mistake.isSaidLater ? 2 : max(0, lines.first ?? 0)
      #expect(
        promise.linesBelow.contains { (0...latest).contains($0) }, "\(promise), \(lines)")
      // A thousand choices take no noticeable time.
      if let optional { #expect(promise.choices <= max(optional.choices * 6 / 5, 1_000)) }
    }

    /// Where the compiler reports a mistake, and how much work that takes.
    struct Answer: CustomStringConvertible {
      let choices: Int
      let seconds: Double
      /// The lines of the compiler's errors, counted from the mistake.
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
