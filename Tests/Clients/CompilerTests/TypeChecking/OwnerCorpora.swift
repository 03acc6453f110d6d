// Chains of a screen, whose handlers have an owner.

#if os(macOS) || os(Linux)
  extension Corpus {
    static let owned = [
      Corpus("map", function: screen, ".map(with: self) { $0.add($1) }"),
      Corpus("map with an operator", function: screen, ".map(with: self) { $1 + 1 }"),
      Corpus("then", function: screen, ".then(with: self) { $0.load($1 + 1) }"),
      Corpus("recover", function: screen, ".recover(with: self) { client, _ in client.count }"),
      Corpus("tap", function: screen, ".tap(with: self) { client, _ in client.label = \"\" }"),
      Corpus(
        "map(.async)", function: screen,
        ".map(.async, with: self) { client, number in try await client.get(number + 1) }"),
      Corpus(
        "then(.async)", function: screen,
        ".then(.async, with: self) { $0.load(try await $0.get($1)) }"),
      Corpus(
        "recover(.async)", function: screen,
        ".recover(.async, with: self) { client, _ in try await client.get(2) }"),
      Corpus(
        "both kinds", function: screen,
        """
        .then(with: self) { client, number in client.load(number) }
        .map(.async, with: self) { try await $0.get($1) }
        .map { $0 * 2 }
        .recover(.async, with: self) { client, _ in try await client.get(2) }
        """),
    ]

    private static let screen = """
      @MainActor final class Client {
        var label = ""
        var count = 0
        func add(_ number: Int) -> Int { count + number }
        func get(_ number: Int) async throws -> Int { number }
        func load(_ number: Int) -> Promise<Int> { .fulfilled(number) }
        func f() {
          load(1) … .done(with: self) { $0.label = "\\($1)" }
            .catch(except: CancellationError.self, with: self) { $0.label = "\\($1)" }
            .finally(with: self) { $0.label = "" }
        }
      }
      """
  }
#endif
