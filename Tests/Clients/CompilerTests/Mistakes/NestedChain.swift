// Correct chains whose closures contain chains.

#if os(macOS) || os(Linux)
  import Testing

  /// A chain of promises. With `flatMap` in place of `then`, it is a chain of `Optional`.
  struct NestedChain: Sendable, CustomTestStringConvertible {
    let testDescription: String

    private init(_ chain: String) { testDescription = chain }

    static let linear = ofPromises + ofSequences

    private static let ofPromises = [
      "number.then { x in count(x).map { $0 + 1 } }.then { x in count(x).map { $0 + 1 } }",
      "number.then { x in count(x).then { y in count(y).map { $0 + x } } }.map { $0 + 1 }",
      "number.then { x in count(x).map { $0 + 1 }.then { count($0) }.map { $0 * x } }",
      "number.then { user($0) }.then { user in load(user.name).map { $0.data.count + user.id } }",
      "number.then { x in x > 1 ? count(x).map { $0 + 1 } : count(0) }.map { $0 + 1 }",
    ].map(NestedChain.init)

    private static let ofSequences = [
      "numbers.map { $0.map { $0 * 2 }.filter { $0 > 2 }.reduce(0, +) }.map { $0 + 1 }",
      "number.map { n in (0..<n).map { $0 * $0 }.reduce(0, +) }.map { $0 + 1 }",
      "numbers.map { $0.sorted { $0 > $1 }.prefix(3).map { $0 + 1 } }.map { $0.count }",
      "numbers.map { $0.contains { $0 == 1 } }.map { $0 ? 1 : 0 }",
      "number.map { n in [\"1\", \"2\"].compactMap { Int($0) }.map { $0 + n } }.map { $0.count }",
      "number.then { user($0) }.map { $0.tags.map { $0.count }.reduce(0, +) }",
      "number.then { user($0) }.map { $0.tags.filter { $0.count > 3 }.count }.map { $0 + 1 }",
      "number.then { user($0) }.map { user in user.tags.map { \"\\(user.name)-\\($0)\" }.count }",
      "number.map { n in [\"a\": n].mapValues { $0 + 1 } }.map { $0.values.map { $0 * 2 }.count }",
      "numbers.map { zip($0, $0.dropFirst()).map { $0 + $1 } }.map { $0.reduce(0, +) }",
      "numbers.map { $0.enumerated().map { $0.offset * $0.element } }.map { $0.count }",
      "numbers.map { $0.flatMap { [$0, $0 + 1] } }.map { $0.count }",
      "numbers.map { $0.map { $0 * 2 }.max() ?? 0 }.map { $0 + 1 }",
      "number.map { n in (0..<n).lazy.map { $0 + n }.filter { $0 > 3 }.first }.map { $0 ?? 1 }",
      "numbers.map { $0.map { $0 + 1 } }.map { $0.filter { $0 > 1 } }.map { $0.map { $0 * 2 } }",
    ].map(NestedChain.init)

    static let ofOperators = [
      "{ n in [1, 2, 3].map { $0 * n }.reduce(0, +) }",
      "{ n in [1, 2, 3].map { $0 * 2 }.filter { $0 > 2 }.reduce(n, +) }",
    ].map { NestedChain("number.map \($0).map \($0)") }
  }
#endif
