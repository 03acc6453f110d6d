// Chains with one mistake in the middle, as code is while it is written.
//
// The other links call functions. Where they are operators in closures of `map`, such as
// `.map { $0 + 1 }`, the compiler gives up on wrong chains of some length, as it does on those of
// `Optional`.

#if os(macOS) || os(Linux)
  import Foundation
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
      ".map { x in let y = x.nothing; return y + 1 }",
      wrongArgument,
      ".map(.async) { await fetch($0) }",
      ".map(.async) { try fetch($0) }",
      ".map(.async) { try await nowhere($0) }",
      wrongOperator,
      ".map { try await fetch($0) }",
      ".then { $0 + 1 }",
      ".recover { _ in \"x\" }",
      ".recover { _ in load(3) }",
    ]

    static let wrongArgument = ".map(.async) { try await greet($0) }"
    static let wrongOperator = ".map(.async) { try await fetch($0 + \"x\") }"

    /// Whether the compiler finds the mistake in another line: in the one before, as a promise of
    /// the wrong type, or nowhere.
    func isMisread(_ mistake: String) -> Bool {
      link.hasPrefix(".then")
        && (mistake == Self.wrongArgument || mistake == Self.wrongOperator && count > 1)
    }

    /// A source with a function for each mistake, and the line that each stands in.
    func source(_ mistakes: [String]) -> (text: String, lines: [Int]) {
      let links = Array(repeating: link, count: count)
      var lines = Corpus.names.components(separatedBy: "\n")
      var numbers: [Int] = []
      for (index, mistake) in mistakes.enumerated() {
        lines += ["func f\(index)() -> Promise<Int> { load(1)"] + links + [mistake]
        numbers.append(lines.count)
        lines += links + ["}"]
      }
      return (lines.joined(separator: "\n"), numbers)
    }
  }
#endif
