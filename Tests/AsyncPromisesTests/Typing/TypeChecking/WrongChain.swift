// Chains with one mistake in the middle, as code is while it is written.
//
// The other links call functions. Where they are operators in closures of `map`, such as
// `.map { $0 + 1 }`, the compiler gives up on wrong chains of some length, as it does on those of
// `Optional`.

#if os(macOS) || os(Linux)
  import Testing

  struct WrongChain: Sendable, CustomTestStringConvertible {
    let link: String
    /// How many links there are on each side of the mistake.
    let count: Int

    var testDescription: String { "\(2 * count + 1) links: \(link)" }

    static let all = [1, 2].flatMap { count in
      [".map { same($0) }", ".then { load($0) }", ".map(.async) { try await fetch($0) }"].map {
        WrongChain(link: $0, count: count)
      }
    }

    static let mistakes = [
      ".map { $0.nothing }",
      ".map(.async) { try await greet($0) }",
      ".then { $0 + 1 }",
      ".map(.async) { await fetch($0) }",
      ".map(.async) { try fetch($0) }",
      ".map(.async) { try await nowhere($0) }",
      ".map(.async) { try await fetch($0 + \"x\") }",
      ".map { _ in }",
      ".map { x in let y = x.nothing; return y + 1 }",
      ".recover { _ in \"x\" }",
      ".then { x in let y = x; print(y) }",
      // What the forms bring along.
      ".map { try await fetch($0) }",
      ".recover { _ in load(3) }",
    ]

    /// A source with a function for each mistake, and the line that each stands in.
    var source: (text: String, lines: [Int]) {
      let links = Array(repeating: link, count: count)
      var lines = Corpus.names.split(separator: "\n", omittingEmptySubsequences: false)
      var numbers: [Int] = []
      for (index, mistake) in Self.mistakes.enumerated() {
        lines.append("func f\(index)() -> Promise<Int> { load(1)")
        lines += links.map { $0[...] }
        lines.append(mistake[...])
        numbers.append(lines.count)
        lines += links.map { $0[...] }
        lines.append("}")
      }
      return (lines.joined(separator: "\n"), numbers)
    }
  }
#endif
