// S3: how hard chains are for the type checker, measured by the number of choices that it tries,
// which is the same on every machine.

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite(
    "Type checking", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Compiler.ofThisBuild != nil, "needs swiftc in the search path"))
  struct TypeCheckingTests {
    @Test("S3: the work for a chain grows linearly", arguments: Corpus.linear)
    func linear(_ corpus: Corpus) async throws {
      try await expectLinear(corpus)
    }

    @Test("S3: checking hard chains is linear if closures declare types", arguments: Corpus.stated)
    func stated(_ corpus: Corpus) async throws {
      try await expectLinear(corpus)
    }

    @Test(
      "S3: checking hard chains is linear if closures have several statements",
      arguments: Corpus.severalStatements)
    func severalStatements(_ corpus: Corpus) async throws {
      try await expectLinear(corpus)
    }

    @Test("S3: the work for links with an owner grows linearly", arguments: Corpus.owned)
    func owned(_ corpus: Corpus) async throws {
      let (three, six, ten) = try await (check(corpus, 3), check(corpus, 6), check(corpus, 10))
      // Allows a sixth for nonlinear work in the compiler itself, and one choice for rounding.
      #expect(ten - six <= (six - three) * 4 / 3 * 7 / 6 + 1, "\(three), \(six), \(ten)")
    }

    @Test("S3: links that process items are checked quickly", arguments: Corpus.items)
    func items(_ corpus: Corpus) async throws {
      #expect(try await check(corpus, 4) < 2_000)
    }

    /// Expects at most five times the work for five times the links, plus a fifth for nonlinear
    /// work in the compiler itself. Quadratic growth would be 25 times the work.
    private func expectLinear(_ corpus: Corpus) async throws {
      let (once, fiveTimes) = try await (
        check(corpus, corpus.count), check(corpus, corpus.count * 5)
      )
      #expect(fiveTimes <= 6 * once, "\(once), \(fiveTimes)")
    }

    /// - Returns: the number of scopes for a chain, which must compile.
    private func check(_ corpus: Corpus, _ count: Int) async throws -> Int {
      let compiler = try #require(Compiler.ofThisBuild)
      let compilation = try await compiler.check(corpus.source(count), flags: corpus.mode.flags)
      #expect(compilation.diagnostics == "")
      return compilation.scopes
    }

    @Test(
      "S3: operators applied to a closure's result are hard to check in any chain",
      arguments: Corpus.hardOfOptional)
    func hardOfOptional(_ corpus: Corpus) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let one = try await compiler.check(corpus.source(1))
      let three = try await compiler.check(corpus.source(3))
      #expect(one.diagnostics == "")
      #expect(three.scopes > 5 * one.scopes)
    }

    @Test(
      "S3 B8: closures may contain any statement, and chains may end in print",
      arguments: ClientMode.all)
    func statements(_ mode: ClientMode) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let source = Corpus.names + Statements.bodies + "\n" + Statements.beforePrint
      #expect(try await compiler.check(source, flags: mode.flags).diagnostics == "")
    }

    @Test(
      "S3: static members that create promises get their type from the context or the arguments",
      arguments: ClientMode.all)
    func implicitMembers(_ mode: ClientMode) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let source = Corpus.names + ImplicitMembers.typed + "\n" + ImplicitMembers.inferred
      let compilation = try await compiler.check(source, flags: mode.flags)
      #expect(compilation.diagnostics == "")
      #expect(compilation.scopes < 1_500)
    }

    @Test("S3: thirty links in a screen are checked quickly", arguments: ClientMode.all)
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
