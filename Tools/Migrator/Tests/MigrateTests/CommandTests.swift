// The program's output, error messages and exit codes.

import Foundation
import Testing

@Suite("migrate report")
struct CommandTests {
  private let source = "import PromiseKit\nfunc f(_ p: Promise<Int>) { p.done { _ in } }\n"

  @Test("The text, the JSON, and the progress since an earlier report")
  func progress() throws {
    try withFiles(["a.swift": source]) { folder in
      let text = try migrate("report", folder)
      #expect(text.status == 0 && text.output.contains("PromiseKit") && text.complaints.isEmpty)
      let json = try migrate("report", folder, "--json")
      #expect(json.status == 0 && json.output.hasPrefix("{") && json.complaints.isEmpty)
      let old = folder + "/old.json"
      try Data(json.output.utf8).write(to: URL(fileURLWithPath: old))
      try Data("let a = 1\n".utf8).write(to: URL(fileURLWithPath: folder + "/a.swift"))
      let since = try migrate("report", folder, "--since", old)
      #expect(since.status == 0)
      #expect(since.output.contains("files that import: 1 → 0 (-1)"))
      #expect(try migrate("report", folder, "--since", old, "--json").output.contains("progress"))
    }
  }

  @Test("Missing paths and invalid earlier reports are refused")
  func complaints() throws {
    try withFiles(["a.swift": source, "old.json": "{"]) { folder in
      let none = try migrate("report", folder + "/none")
      #expect(none.status == 1 && none.output.isEmpty)
      #expect(none.complaints == "migrate: no such file or folder: \(folder)/none\n")
      let malformed = try migrate("report", folder, "--since", folder + "/old.json")
      #expect(malformed.status == 1 && malformed.complaints.contains("old.json is not a report"))
      let missing = try migrate("report", folder, "--since", folder + "/none.json")
      #expect(missing.status == 1 && missing.complaints.contains("can't read"))
      #expect(try migrate("report").status != 0)
    }
  }
}
