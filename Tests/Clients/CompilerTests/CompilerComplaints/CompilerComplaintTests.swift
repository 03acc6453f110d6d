// S1, S3, B2, B8: the compiler's messages about wrong code are those that the article explains.

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite(
    "Compiler complaints", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Compiler.ofThisBuild != nil, "needs swiftc in the search path"))
  struct CompilerComplaintTests {
    @Test("S3: each section shows wrong code and correct code")
    func article() {
      #expect(Complaint.all.count >= 20)
      for complaint in Complaint.all {
        let isSilent = complaint.wrong.contains { $0.fence == "swift pitfall" }
        #expect(!complaint.wrong.isEmpty, "\(complaint)")
        #expect(!complaint.right.isEmpty, "\(complaint)")
        #expect(complaint.message.isEmpty == isSilent, "\(complaint)")
      }
    }

    @Test("S1 S3 B2 B8: the compiler prints what the article quotes", arguments: Complaint.all)
    func wrong(_ complaint: Complaint) async throws {
      for example in complaint.wrong {
        let diagnostics = onOneLine(try await diagnostics(of: [example]))
        if complaint.message.isEmpty {
          #expect(diagnostics == "", "line \(example.line)")
        } else {
          #expect(diagnostics.contains(complaint.message), "line \(example.line)")
        }
      }
    }

    @Test("S1 S3 B2 B8: the compiler accepts what the article recommends")
    func right() async throws {
      #expect(try await diagnostics(of: Complaint.all.flatMap(\.right)) == "")
    }

    @Test("S3 B2: in Swift 5, only complete checking reports the race in code that left a facade")
    func leavingInSwift5() async throws {
      let compiler = try #require(Compiler.ofThisBuild)
      let page = "ComingFromPromiseKit.md"
      let text = try String(
        contentsOf: Compiler.package.appending(
          path: "Sources/AsyncPromises/AsyncPromises.docc/\(page)"), encoding: .utf8)
      let race = try #require(Example.all(in: text, of: page).first { $0.fence == "swift refused" })
      let source = """
        import AsyncPromises
        struct Server: Sendable { func items() -> Promise<[String]> { .fulfilled([]) } }
        let server = Server()
        \(race.lines.joined(separator: "\n"))
        """
      let swift5 = ClientMode.swift5.flags
      #expect(try await compiler.check(source, flags: swift5).diagnostics == "")
      let complete = try await compiler.check(
        source, flags: swift5 + ["-strict-concurrency=complete"])
      // The page may wrap the quoted message.
      let words = try #require(onOneLine(text).firstMatch(of: /the compiler says \*(.*?)\*/)?.1)
      #expect(complete.diagnostics.contains(words))
      #expect(try await compiler.check(source).diagnostics.contains("error: "))
    }

    /// The compiler's messages about examples, compiled with the files that all examples use.
    private func diagnostics(of examples: [Example]) async throws -> String {
      let compiler = try #require(Compiler.ofThisBuild)
      let surroundings = try FileManager.default.contentsOfDirectory(
        at: Compiler.package.appending(path: "Tests/Documentation/Examples"),
        includingPropertiesForKeys: nil)
      let imports = "import AsyncPromises\nimport Foundation"
      let code = examples.enumerated().map { $1.code(number: $0) }
      let source = ([imports] + code).joined(separator: "\n")
      let files = surroundings.filter { $0.pathExtension == "swift" }
      let flags = ["-enable-upcoming-feature", "MemberImportVisibility"]
      return try await compiler.check(source, beside: files, flags: flags).diagnostics
    }
  }
#endif
