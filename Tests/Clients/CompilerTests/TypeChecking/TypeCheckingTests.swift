// S3: how hard chains are for the type checker. It is measured in the choices that the checker
// tries, which are the same on every machine.

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite(
    "Type checking", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Compiler.ofThisBuild != nil, "needs swiftc in the search path"))
  struct TypeCheckingTests {
    @Test("S3: the work for a chain grows as its length does", arguments: Corpus.linear)
    func linear(_ corpus: Corpus) async throws {
      try await expectLinear(corpus)
    }

    @Test("S3: hard work grows as its chain when closures state types", arguments: Corpus.stated)
    func stated(_ corpus: Corpus) async throws {
      try await expectLinear(corpus)
    }

    @Test(
      "S3: hard work grows as its chain in closures of several statements",
      arguments: Corpus.severalStatements)
    func severalStatements(_ corpus: Corpus) async throws {
      try await expectLinear(corpus)
    }

    @Test("S3: links with an owner are checked one after the other", arguments: Corpus.owned)
    func owned(_ corpus: Corpus) async throws {
      let (three, six, ten) = try await (check(corpus, 3), check(corpus, 6), check(corpus, 10))
      // A sixth for what is not linear in the compiler itself, and one for what rounding loses.
      #expect(ten - six <= (six - three) * 4 / 3 * 7 / 6 + 1, "\(three), \(six), \(ten)")
    }

    @Test("S3: links that work on items are checked at once", arguments: Corpus.items)
    func items(_ corpus: Corpus) async throws {
      #expect(try await check(corpus, 4) < 2_000)
    }

    /// Five times the links are five times the work at most, with a fifth for what is not linear in
    /// the compiler itself. If the work grew as the square of the links, it would be 25 times.
    private func expectLinear(_ corpus: Corpus) async throws {
      let (once, fiveTimes) = try await (
        check(corpus, corpus.count), check(corpus, corpus.count * 5)
      )
      #expect(fiveTimes <= 6 * once, "\(once), \(fiveTimes)")
    }

    /// - Returns: the scopes of a chain that has to compile.
    private func check(_ corpus: Corpus, _ count: Int) async throws -> Int {
      let compiler = try #require(Compiler.ofThisBuild)
      let compilation = try await compiler.check(corpus.source(count), flags: corpus.mode.flags)
      #expect(compilation.diagnostics == "")
      return compilation.scopes
    }

    @Test(
      "S3: operators over what a closure is about to give are hard in any chain",
      arguments: Corpus.hardOfOptional)
    func hardOfOptional(_ corpus: Corpus) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let one = try await compiler.check(corpus.source(1))
      let three = try await compiler.check(corpus.source(3))
      #expect(one.diagnostics == "")
      #expect(three.scopes > 5 * one.scopes)
    }

    @Test(
      "S3 B8: closures hold what closures hold, and chains end in print", arguments: ClientMode.all)
    func statements(_ mode: ClientMode) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let source = Corpus.names + Statements.bodies + "\n" + Statements.beforePrint
      #expect(try await compiler.check(source, flags: mode.flags).diagnostics == "")
    }

    @Test(
      "S3: members that make promises need no type, and have one without it",
      arguments: ClientMode.all)
    func implicitMembers(_ mode: ClientMode) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let source = Corpus.names + ImplicitMembers.typed + "\n" + ImplicitMembers.inferred
      let compilation = try await compiler.check(source, flags: mode.flags)
      #expect(compilation.diagnostics == "")
      #expect(compilation.scopes < 1_500)
    }

    @Test("S3: thirty links in a screen are checked at once", arguments: ClientMode.all)
    func longChain(_ mode: ClientMode) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let file = Compiler.package.appending(path: "Tests/Clients/Clients/LongChain.swift")
      let source = try String(contentsOf: file, encoding: .utf8)
      let compilation = try await compiler.check(source, flags: mode.flags)
      #expect(compilation.diagnostics == "")
      #expect(compilation.scopes < 3_000)
    }
  }
#endif
