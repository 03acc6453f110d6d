// What no chain of Swift takes: operators over what the closure before is about to give. The
// compiler tries all of their overloads before it knows of what type that is.
//
// A closure that states its result is looked at by itself.

#if os(macOS) || os(Linux)
  extension Corpus {
    /// Closures that say what they return.
    static let stated = [
      Corpus(
        "members", function: "func f() -> Promise<User> { loadUser(1) … }",
        """
        .map(.async) { try await fetchUser($0.id + 1) }
        .map { user -> Int in user.friends.count + user.name.count }
        .then { loadUser($0) }
        """),
      Corpus(
        "an optional",
        """
        .map(.async) { try await find($0) }
        .map { number -> Int in number ?? 0 }
        """),
      Corpus(
        "a tuple",
        """
        .map(.async) { number -> (Int, Int) in (number, try await fetch(number + 1)) }
        .map { pair -> Int in pair.0 + pair.1 }
        """),
      Corpus(
        "an array",
        """
        .map { number -> [Int] in [number, number + 1] }
        .map(.async) { all -> Int in try await fetch(all.map { $0 * 2 }.reduce(0, +)) }
        """),
      Corpus(
        "two types of numbers",
        """
        .map(.async) { number -> Double in Double(try await fetch(number + 1)) * 1.5 + 2 }
        .map { number -> Int in Int(number / 3) }
        """),
    ]

    /// The same chains of `Optional`, whose closures do not say it.
    static let unstatedOfOptional = [
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
