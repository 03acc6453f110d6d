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

    func g(_ p: Promise<Int>) {
      p.ensure { print("end") }.cauterize()
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

  /// A command that refuses files with a certain text, as a compiler would.
  private func compiler(refusing text: String, in folder: String) -> String {
    "for f in '\(folder)'/*.swift; do "
      + "grep -n '\(text)' $f | sed \"s|:.*|:1: error: no|;s|^|$f:|\"; done"
      + " | tee '\(folder)'/errors; [ ! -s '\(folder)'/errors ]"
  }

  @Test("M2: code that the compiler refuses is restored and reported; the rest is written")
  func checked() throws {
    let other =
      "import PromiseKit\nfunc g(_ p: Promise<Int>) { p.done { print($0) }.cauterize() }\n"
    try withFiles(["a.swift": source, "b.swift": other]) { folder in
      let outcome = try migrate(
        "rewrite", "--from", "promisekit", "--to", "promises", "--write", "--check-with",
        compiler(refusing: "finally", in: folder), folder)
      #expect(outcome.status == 0)
      #expect(outcome.complaints.contains("1 of 2 files changed, 1 of 3 chains rewritten"))
      #expect(
        outcome.complaints.contains(
          "a.swift:8: left as it is, because the compiler refuses its rewrite: no"))
      #expect(try String(contentsOfFile: folder + "/a.swift", encoding: .utf8) == source)
      #expect(try String(contentsOfFile: folder + "/b.swift", encoding: .utf8) != other)
    }
  }

  @Test("M2: if the rewrite breaks only other files, all rewritten files are restored")
  func others() throws {
    try withFiles(["a.swift": source]) { folder in
      let outcome = try migrate(
        "rewrite", "--from", "promisekit", "--to", "promises", "--write", "--check-with",
        "grep -q 'ensure . print(.end' '\(folder)/a.swift'"
          + " || { echo c.swift:1:1: error: no; exit 1; }",
        folder)
      #expect(outcome.complaints.contains("0 of 1 files changed"))
      #expect(try String(contentsOfFile: folder + "/a.swift", encoding: .utf8) == source)
    }
  }

  @Test("M2: code that doesn't compile to begin with is not rewritten")
  func broken() throws {
    try withFiles(["a.swift": source]) { folder in
      let outcome = try migrate(
        "rewrite", "--from", "promisekit", "--to", "promises", "--write", "--check-with",
        "echo c.swift:1:1: error: no; exit 1", folder)
      #expect(outcome.status != 0 && outcome.complaints.contains("c.swift:1:1: error: no"))
      #expect(try String(contentsOfFile: folder + "/a.swift", encoding: .utf8) == source)
    }
  }

  @Test(
    "Invalid arguments produce an error message",
    arguments: [
      ["rewrite", "--from", "combine", "--to", "promises", "."],
      ["rewrite", "--from", "bolts", "--to", "promises"],
      ["rewrite", "--from", "bolts", "--to", "promises", "/no/such/folder"],
      ["rewrite", "--from", "bolts", "--to", "promises", "--index", "/no/build", "/tmp/x.swift"],
      ["rewrite", "--from", "bolts", "--to", "promises", "--assume", "luck", "."],
      ["rewrite", "--from", "bolts", "--to", "promises", "--assume", "main-actor:", "."],
      ["rewrite", "--from", "bolts", "--to", "promises", "--queue", "store", "."],
      ["rewrite", "--from", "bolts", "--to", "promises", "--check", "."],
    ])
  func refused(arguments: [String]) throws {
    let outcome = try migrate(arguments)
    #expect(outcome.status != 0 && outcome.output.isEmpty)
    #expect(!outcome.complaints.isEmpty)
  }
}
