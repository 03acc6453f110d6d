// S3: correct chains whose closures contain chains, compared with those of `Optional`.

#if os(macOS) || os(Linux)
  import Testing

  @Suite(
    "Nested chains", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Compiler.ofThisBuild != nil, "needs swiftc in the search path"))
  struct NestedChainTests {
    @Test(
      "S3: nested chains are checked as fast as those of Optional, within a small factor",
      arguments: NestedChain.linear)
    func nested(_ chain: NestedChain) async throws {
      let (promise, optional) = try await check(chain)
      #expect(promise.scopes <= max(3 * optional.scopes, 1_000), "\(optional.scopes)")
    }

    @Test(
      "S3: operators in two consecutive closures can still be checked",
      arguments: NestedChain.ofOperators)
    func operators(_ chain: NestedChain) async throws {
      let (promise, optional) = try await check(chain)
      // Keeping a closure's isolation takes a conversion of its type, after which the compiler also
      // tries the generic operators. `Optional` doesn't keep the isolation.
      #expect(promise.scopes <= 32 * optional.scopes, "\(optional.scopes)")
    }

    /// Checks both chains, which must compile.
    private func check(_ chain: NestedChain) async throws -> (
      promise: Compilation, optional: Compilation
    ) {
      let compiler = try #require(Compiler.ofThisBuild)
      let promise = try await compiler.check(
        """
        import AsyncPromises
        \(Self.names)
        func load(_ name: String) -> Promise<Image> { .fulfilled(Image()) }
        func user(_ id: Int) -> Promise<User> { .fulfilled(User()) }
        func count(_ number: Int) -> Promise<Int> { .fulfilled(number) }
        func f(_ number: Promise<Int>, _ numbers: Promise<[Int]>) { _ = \(chain.testDescription) }
        """, limit: nil)
      let text = chain.testDescription.replacing(".then", with: ".flatMap")
      let optional = try await compiler.check(
        """
        \(Self.names)
        func load(_ name: String) -> Image? { Image() }
        func user(_ id: Int) -> User? { User() }
        func count(_ number: Int) -> Int? { number }
        func f(_ number: Int?, _ numbers: [Int]?) { _ = \(text) }
        """, limit: nil)
      #expect(promise.diagnostics == "")
      #expect(optional.diagnostics == "")
      return (promise, optional)
    }

    private static let names = """
      struct User: Sendable {
        var name = ""
        var id = 1
        var tags: [String] = []
      }
      struct Image: Sendable { var data: [UInt8] = [] }
      func same(_ number: Int) -> Int { number }
      """
  }
#endif
