// Code that is hard to check in any chain: operators applied to the previous closure's result. The
// compiler tries all of their overloads before it knows the type of that result.
//
// It checks closures separately if they declare their types or have several statements.

#if os(macOS) || os(Linux)
  extension Corpus {
    /// Closures that declare their parameter and result types.
    static let stated = [
      Corpus(
        "members", function: "func f() -> Promise<User> { loadUser(1) … }",
        """
        .map(.async) { (user: User) -> User in try await fetchUser(user.id + 1) }
        .map { (user: User) -> Int in user.friends.count + user.name.count }
        .then { loadUser($0) }
        """),
      Corpus(
        "an optional",
        """
        .map(.async) { (number: Int) -> Int? in try await find(number) }
        .map { (number: Int?) -> Int in number ?? 0 }
        """),
      Corpus(
        "a tuple",
        """
        .map(.async) { (number: Int) -> (Int, Int) in (number, try await fetch(number + 1)) }
        .map { (pair: (Int, Int)) -> Int in pair.0 + pair.1 }
        """),
      Corpus(
        "an array",
        """
        .map { (number: Int) -> [Int] in [number, number + 1] }
        .map(.async) { (all: [Int]) -> Int in try await fetch(all.map { $0 * 2 }.reduce(0, +)) }
        """),
      Corpus(
        "two types of numbers",
        """
        .map(.async) { (n: Int) -> Double in Double(try await fetch(n + 1)) * 1.5 + 2 }
        .map { (number: Double) -> Int in Int(number / 3) }
        """),
    ]

    /// Multi-statement closures that declare no types.
    static let severalStatements = [
      Corpus(
        "members", function: "func f() -> Promise<User> { loadUser(1) … }",
        """
        .map(.async) { let user = try await fetchUser($0.id + 1); return user }
        .map { let count = $0.friends.count + $0.name.count; return count }
        .then { loadUser($0) }
        """),
      Corpus(
        "an optional",
        """
        .map(.async) { let number = try await find($0); return number }
        .map { let number = $0 ?? 0; return number }
        """),
      Corpus(
        "a tuple",
        """
        .map(.async) { let number = try await fetch($0 + 1); return ($0, number) }
        .map { let sum = $0.0 + $0.1; return sum }
        """),
      Corpus(
        "an array",
        """
        .map { let all = [$0, $0 + 1]; return all }
        .map(.async) { let sum = $0.map { $0 * 2 }.reduce(0, +); return try await fetch(sum) }
        """),
      Corpus(
        "two types of numbers",
        """
        .map(.async) { let n = Double(try await fetch($0 + 1)); return n * 1.5 + 2 }
        .map { let number = Int($0 / 3); return number }
        """),
    ]

    /// Links that process items. The compiler tries all combinations of the forms of `map`.
    static let items = [
      Corpus(
        "map", ".then { Promise.map([$0, 2]) { try await fetch($0) } }\n.map { $0.count }"),
      Corpus(
        "map without its type",
        ".then { .map([$0, 2]) { try await fetch($0) } }\n.map { $0.count }"),
      Corpus(
        "mapSettled",
        ".then { Promise.mapSettled([$0, 2]) { try await fetch($0) } }\n.map { $0.count }"),
    ]

    /// The hard links above for `Optional`, in single-expression closures.
    static let hardOfOptional = [
      Corpus(
        "members", function: "func f() -> User? { Optional(user(1)) … }",
        """
        .map { user($0.id + 1) }
        .map { $0.friends.count + $0.name.count }
        .flatMap { someUser($0) }
        """),
      Corpus(
        "an optional", function: optional,
        """
        .map { Optional(same($0)) }
        .map { $0 ?? 0 }
        """),
      Corpus(
        "a tuple", function: optional,
        """
        .map { ($0, same($0 + 1)) }
        .map { $0.0 + $0.1 }
        """),
      Corpus(
        "an array", function: optional,
        """
        .map { [$0, $0 + 1] }
        .map { same($0.map { $0 * 2 }.reduce(0, +)) }
        """),
      Corpus(
        "two types of numbers", function: optional,
        """
        .map { Double(same($0 + 1)) * 1.5 + 2 }
        .map { Int($0 / 3) }
        """),
    ]

    private static let optional = "func f() -> Int? { Optional(1) … }"
  }
#endif
