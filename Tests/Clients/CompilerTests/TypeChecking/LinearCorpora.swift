// Chains whose type-checking must take time in proportion to their length.

#if os(macOS) || os(Linux)
  extension Corpus {
    static let linear = synchronous + asynchronous + groups + bodies + surroundings

    private static let toTheEnd = """
      func f() -> Promise<Void> {
        load(1) … .done { print($0) }.catch { print($0) }.finally { print() }
      }
      """

    private static let operators = ".map(.async) { try await fetch($0 + 1) }"

    private static let mixed = """
      .then { load($0) }
      .map(.async) { try await fetch($0) }
      .map { $0 * 2 }
      .recover(.async) { _ in try await fetch(2) }
      """

    private static let synchronous = [
      Corpus("map", ".map { $0 + 1 }"),
      Corpus("then", ".then { load($0 + 1) }"),
      Corpus("then, map", ".then { load($0 + 1) }\n.map { $0 * 2 }"),
      Corpus(
        "six operators", function: toTheEnd,
        """
        .then { load($0) }
        .map { "\\($0)" }
        .map { $0.count }
        .recover { _ in 3 }
        .tap { _ in }
        .validate { $0 > 0 }
        """),
    ]

    private static let asynchronous = [
      Corpus("map(.async)", ".map(.async) { try await fetch($0) }"),
      Corpus("map(.async) with an operator", operators),
      Corpus("then(.async)", ".then(.async) { load(try await fetch($0 + 1)) }"),
      Corpus("then, map(.async)", ".then { load($0 + 1) }\n.map(.async) { try await fetch($0) }"),
      Corpus("map, map(.async)", ".map { $0 + 1 }\n.map(.async) { try await fetch($0 * 2) }"),
      Corpus("both kinds", function: toTheEnd, mixed),
      Corpus(
        "every form", function: toTheEnd,
        """
        .then { load($0 + 1) }
        .map(.async) { try await fetch($0 + 1) }
        .then(.async) { load(try await fetch($0 - 1)) }
        .map { "\\($0)" }
        .map(.async) { try await greet($0 + "!") }
        .recover(.promise) { _ in load(3) }
        .recover(.async) { _ in try await fetch(2) }
        .recover { _ in 4 }
        """),
      Corpus(
        "map(.async) of Void", function: "func f() -> Promise<Void> { load(1).map { _ in } … }",
        ".map(.async) { await ping() }"),
    ]

    private static let groups = [
      Corpus("any", ".then { Promise.any(load($0), load(2)) }"),
      Corpus("race", ".then { Promise.race([load($0), load(2)]) }"),
      Corpus("all of two", ".then { Promise.all(load($0), loadUser(2)) }\n.map { $0.0 }"),
      Corpus(
        "all of seven",
        ".then { Promise.all(load($0), load(2), load(3), load(4), load(5), load(6), load(7)) }\n"
          + ".map { $0.0 }"),
      Corpus(
        "allSettled of two", ".then { Promise.allSettled(load($0), load(2)) }\n.map { _ in 1 }"),
      Corpus(
        "delay", ".then { number in Promise.delay(for: .seconds(1)).map { number } }"),
      Corpus(
        "after a retry",
        function: "func f() -> Promise<Int> { Promise.retry(maxAttempts: 3) { load($0) } … }",
        ".map { $0 + 1 }\n.then { load($0) }"),
    ]

    private static let bodies = [
      Corpus(
        "several statements", ".map(.async) { let x = try await fetch($0 + 1); return x * 2 }"),
      Corpus(
        "a member", function: "func f() -> Promise<User> { loadUser(1) … }",
        ".map(.async) { try await fetchUser($0.id) }"),
      Corpus(
        "interpolation", ".map(.async) { try await greet(\"\\($0)-\\($0 + 1)\") }"),
      Corpus("literals", ".map(.async) { try await fetch($0 * 2 + 1) }"),
      Corpus("?:", ".map(.async) { try await $0 > 3 ? fetch($0) : 0 }"),
      Corpus("if", ".map(.async) { if $0 > 3 { try await fetch($0) } else { 0 } }"),
      Corpus(
        "a chain in a link",
        """
        .then { x in
          load(x).map(.async) { try await fetch($0 + 1) }.map(.async) { try await fetch($0 + x) }
        }
        """),
      Corpus(
        "a long chain in a link, and around it",
        function: "func f(_ x: Int) -> Promise<Int> { load(1).then { x in load(x) … } … }",
        ".map(.async) { try await fetch($0 + x) }"),
    ]

    private static let surroundings = [
      Corpus(
        "[weak self]",
        function: """
          final class Client: Sendable {
            func get(_ number: Int) async throws -> Int { number }
            func f() -> Promise<Int> { load(1) … }
          }
          """,
        ".map(.async) { [weak self] in try await self?.get($0 + 1) ?? 0 }"),
      Corpus(
        "a class of the main actor",
        function: """
          @MainActor final class Client {
            var label = ""
            func get(_ number: Int) async throws -> Int { number }
            func f() -> Promise<Void> {
              load(1) … .done { self.label = "\\($0)" }.catch { self.label = "\\($0)" }
            }
          }
          """,
        ".map(.async) { try await self.get($0 + 1) }"),
      Corpus(
        "awaited", function: "func f() async throws -> Int { try await load(1) … .value }",
        operators),
      Corpus(
        "without context", function: "func f() { let p = load(1) …; p.cancel() }", operators),
      Corpus("main actor", in: .mainActorNonsending, operators),
      Corpus("main actor, both kinds", in: .mainActorNonsending, function: toTheEnd, mixed),
      Corpus("nonsending", in: .nonsendingByDefault, operators),
    ]
  }
#endif
