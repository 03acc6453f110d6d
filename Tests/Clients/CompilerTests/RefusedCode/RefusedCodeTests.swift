// S1, B2, D3, T1: code that the compiler must refuse, with the message that a user reads.

#if os(macOS) || os(Linux)
  import Testing

  @Suite(
    "Refused code", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Compiler.ofThisBuild != nil, "needs swiftc in the search path"))
  struct RefusedCodeTests {
    @Test("S1 B2 D3 T1: the compiler rejects incorrect code", arguments: RefusedSnippet.all)
    func refused(_ snippet: RefusedSnippet) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let compilation = try await compiler.check(snippet.refused)
      #expect(compilation.diagnostics.contains(snippet.diagnostic))
    }

    @Test("S1 B2 D3 T1: the compiler accepts correct code", arguments: RefusedSnippet.all)
    func accepted(_ snippet: RefusedSnippet) async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      #expect(try await compiler.check(snippet.accepted).diagnostics == "")
    }
  }
#endif
