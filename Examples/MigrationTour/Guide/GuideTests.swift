// Tests that Migration.md and the articles show the code that the tests of this folder run. With
// UPDATE_GUIDE=1, updates their blocks.

import Foundation
import Testing

@Suite("Migration tour: Guide")
struct GuideTests {
  @Test("The guides show the code in this folder")
  func guides() throws {
    let tour = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let root = tour.appending(path: "../..").standardizedFileURL
    let snippets = Snippets(sources: try texts(of: "swift", in: tour))
    #expect(!snippets.lines.isEmpty, "The sources must be found.")
    var pages = try texts(of: "md", in: root.appending(path: "Sources"))
      .map { (path: "Sources/\($0)", text: $1) }.sorted { $0.path < $1.path }
    #expect(!pages.isEmpty, "The articles must be found.")
    for path in ["Migration.md", "README.md"] {
      pages.append((path, try String(contentsOf: root.appending(path: path), encoding: .utf8)))
    }
    var guides: [Guide] = []
    for page in pages {
      let isCompiled = page.path != "Migration.md"
      var guide = Guide(page.text, showing: snippets, isCompiled: isCompiled)
      if ProcessInfo.processInfo.environment["UPDATE_GUIDE"] != nil, guide.text != page.text {
        try guide.text.write(
          to: root.appending(path: page.path), atomically: true, encoding: .utf8)
        guide = Guide(guide.text, showing: snippets, isCompiled: isCompiled)
      }
      for fault in guide.faults {
        Issue.record("\(page.path): \(fault) (UPDATE_GUIDE=1 rewrites the blocks that differ.)")
      }
      guides.append(guide)
    }
    #expect(Guide.faults(of: guides, showing: snippets) == [])
  }

  /// The contents of the files with this extension in a folder, by relative path.
  private func texts(of ending: String, in folder: URL) throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".\(ending)") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map {
        ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      })
  }

  static let code = ["// snippet: sum", "  let sum = 1 + 1", "", "    print(sum)", "// end"]
  static let block = [
    "<!-- snippet: A.swift#sum -->", "```swift", "let sum = 1 + 1", "", "  print(sum)", "```",
  ]

  @Test("A guide that matches the code has no fault and isn't changed")
  func agreement() {
    let guide = guide(["# Sums", ""] + Self.block + ["", "The end.", ""])
    #expect(guide.faults == [])
    #expect(
      guide.text == (["# Sums", ""] + Self.block + ["", "The end.", ""]).joined(separator: "\n"))
  }

  @Test("A block that differs is a fault, and is corrected")
  func difference() {
    let guide = guide(Self.block.map { $0 == "  print(sum)" ? "print(sum)" : $0 })
    #expect(
      guide.faults == [
        "A.swift#sum differs on line 3: the guide has “print(sum)”, the code has “  print(sum)”."
      ])
    #expect(guide.text == Self.block.joined(separator: "\n"))
  }

  @Test("A block that is too long or too short is a fault, and is corrected")
  func length() {
    let short = guide(Array(Self.block.prefix(3)) + ["```"])
    #expect(
      short.faults == [
        "A.swift#sum differs on line 2: the guide has no such line, the code has “”."
      ])
    let long = guide(Self.block.dropLast() + ["more", "```"])
    #expect(
      long.faults == [
        "A.swift#sum differs on line 4: the guide has “more”, the code has no such line."
      ])
    #expect([short.text, long.text].allSatisfy { $0 == Self.block.joined(separator: "\n") })
  }

  @Test("A marker for a missing snippet is a fault; its block isn't changed")
  func unknown() {
    let block = ["<!-- snippet: A.swift#product -->", "```swift", "2 * 2", "```"]
    let guide = guide(Self.block + block)
    #expect(guide.faults == ["A.swift#product doesn't exist."])
    #expect(guide.text == (Self.block + block).joined(separator: "\n"))
  }

  @Test("A marker without a block below it is a fault")
  func markerAlone() {
    #expect(
      guide(Self.block + ["<!-- snippet: A.swift#sum -->", "", "```swift", "```"]).faults == [
        "A.swift#sum is followed by “”, not by a Swift block.",
        "A block has no marker. It starts with “”.",
      ])
  }

  @Test("A block without a marker is a fault, unless it is for another library")
  func unmarked() {
    let block = ["```swift", "import PromiseKit", "```"]
    #expect(guide(Self.block + ["<!-- theirs: PromiseKit -->"] + block).faults == [])
    for marker in [[], ["<!-- theirs -->"]] {
      #expect(
        guide(Self.block + marker + block).faults == [
          "A block has no marker. It starts with “import PromiseKit”."
        ])
    }
    #expect(guide(Self.block + ["```console", "$ swift test", "```"]).faults == [])
    #expect(guide(Self.block + block, isCompiled: true).faults == [])
  }

  @Test("A snippet that no guide shows, or that is shown twice, is a fault")
  func unshown() {
    let snippets = Snippets(sources: source(Self.code))
    let (empty, full) = (guide([]), guide(Self.block))
    #expect(
      Guide.faults(of: [empty], showing: snippets) == ["A.swift#sum isn't shown in any guide."])
    #expect(Guide.faults(of: [empty, full], showing: snippets) == [])
    #expect(Guide.faults(of: [full, full], showing: snippets) == ["A.swift#sum is shown twice."])
  }

  @Test("A mark without its counterpart is a fault")
  func marks() {
    let twice = Self.code + Self.code
    let endless = ["// snippet: a", "// snippet: b", "// end", "// end", "// snippet: c"]
    #expect(Snippets(sources: source(twice)).faults == ["A.swift#sum occurs twice."])
    #expect(
      Snippets(sources: source(endless)).faults == [
        "A.swift#a has no “// end”.",
        "A.swift has an “// end” without a snippet.",
        "A.swift#c has no “// end”.",
      ])
  }

  private func guide(_ lines: [String], isCompiled: Bool = false) -> Guide {
    Guide(
      lines.joined(separator: "\n"), showing: Snippets(sources: source(Self.code)),
      isCompiled: isCompiled)
  }

  private func source(_ lines: [String]) -> [String: String] {
    ["A.swift": lines.joined(separator: "\n")]
  }
}
