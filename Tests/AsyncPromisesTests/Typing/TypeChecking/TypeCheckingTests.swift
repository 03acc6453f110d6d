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

    @Test("S3: so it does when closures state their result", arguments: Corpus.stated)
    func stated(_ corpus: Corpus) async throws {
      try await expectLinear(corpus)
    }

    /// From twice the links to five times, the work grows by three times as much as from once to
    /// twice, if it grows as the chain does. If it grew as its square, it would be seven times.
    private func expectLinear(_ corpus: Corpus) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      var scopes: [Int] = []
      for count in corpus.counts {
        let compilation = try await compiler.check(corpus.source(count), flags: corpus.mode.flags)
        try #require(compilation.diagnostics == "")
        scopes.append(compilation.scopes)
      }
      #expect(scopes[2] - scopes[1] <= 3 * (scopes[1] - scopes[0]) * 6 / 5, "\(scopes)")
    }

    @Test(
      "S3: operators over what a closure is about to give are hard in any chain",
      arguments: Corpus.unstatedOfOptional)
    func unstatedOfOptional(_ corpus: Corpus) async throws {
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

    @Test("S3: a mistake in a chain is found in its line", arguments: WrongChain.all)
    func mistake(_ chain: WrongChain) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let (source, lines) = chain.source
      let compilation = try await compiler.check(source)
      let named = Set(
        compilation.diagnostics.matches(of: /\.swift:(\d+):\d+: error:/).compactMap { Int($0.1) })
      for (line, mistake) in zip(lines, WrongChain.mistakes) {
        #expect(named.contains(line), "\(mistake)")
      }
    }

    @Test("S3: thirty links in a screen are checked at once", arguments: ClientMode.all)
    func longChain(_ mode: ClientMode) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let file = Compiler.package.appending(path: "Tests/ClientTests/Clients/LongChain.swift")
      let source = try String(contentsOf: file, encoding: .utf8)
      let compilation = try await compiler.check(source, flags: mode.flags)
      #expect(compilation.diagnostics == "")
      #expect(compilation.scopes < 3_000)
    }
  }
#endif
