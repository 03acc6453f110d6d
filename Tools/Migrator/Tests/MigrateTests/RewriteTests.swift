// What `migrate rewrite` prints, writes and refuses.

import Foundation
import Testing

@Suite("migrate rewrite")
struct RewriteTests {
  private let source = """
    import PromiseKit

    func f(_ p: Promise<Int>) {
      p.ensure { print("over") }.pipe { _ in }
    }

    """

  @Test("M2: prints a diff that git can apply, or writes in place; a second run changes nothing")
  func diff() throws {
    try withFiles(["a.swift": source]) { folder in
      let file = folder + "/a.swift"
      let diff = try migrate("rewrite", "--from", "promisekit", "--to", "promises", folder)
      #expect(diff.status == 0 && diff.complaints.contains("1 of 1 files changed"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == source)
      let patch = folder + "/a.patch"
      try Data(diff.output.utf8).write(to: URL(fileURLWithPath: patch))
      #expect(try run("git", "-C", "/", "apply", "--unsafe-paths", patch).status == 0)
      let patched = try String(contentsOfFile: file, encoding: .utf8)
      #expect(patched.contains("p.finally {"))

      try Data(source.utf8).write(to: URL(fileURLWithPath: file))
      let written = try migrate(
        "rewrite", "--from", "promisekit", "--to", "promises", "--write", folder)
      #expect(written.status == 0 && written.output.isEmpty)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == patched)
      let again = try migrate("rewrite", "--from", "promisekit", "--to", "promises", folder)
      #expect(again.status == 0 && again.output.isEmpty)
    }
  }

  @Test("M2: calls that are kept are reported with their place and reason")
  func kept() throws {
    try withFiles(["a.swift": source]) { folder in
      let diff = try migrate("rewrite", "--from", "promisekit", "--to", "promises", folder)
      #expect(
        diff.complaints.contains("a.swift:4:30: pipe: its closure runs in the call that settles"))
    }
  }

  @Test(
    "Wrong arguments end with a message",
    arguments: [
      ["rewrite", "--from", "combine", "--to", "promises", "."],
      ["rewrite", "--from", "bolts", "--to", "promises"],
      ["rewrite", "--from", "bolts", "--to", "promises", "/no/such/folder"],
      ["rewrite", "--from", "bolts", "--to", "promises", "--index", "/no/build", "/tmp/x.swift"],
      ["rewrite", "--from", "bolts", "--to", "promises", "--assume", "luck", "."],
    ])
  func refused(arguments: [String]) throws {
    let outcome = try migrate(arguments)
    #expect(outcome.status != 0 && outcome.output.isEmpty)
    #expect(!outcome.complaints.isEmpty)
  }
}
