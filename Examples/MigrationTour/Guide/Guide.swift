// A guide, whose Swift blocks are excerpts from the sources, or marked as code for another library.
//
//     <!-- snippet: Callbacks.swift#login -->     the next block is that excerpt
//     <!-- theirs: PromiseKit -->                 the next block uses that library
//
// `.ci/documentation` compiles unmarked blocks in the articles and the README, and blocks for other
// libraries with their stand-ins. In Migration.md, every block needs a marker.

/// A page with Swift blocks, compared with the code that it claims to show.
struct Guide {
  /// The text, with the blocks corrected.
  var text: String { lines.joined(separator: "\n") }

  /// The problems with the text, one sentence each.
  private(set) var faults: [String] = []

  /// The names of the snippets that the text shows.
  private(set) var shown: [String] = []

  private var lines: [String] = []

  /// - Parameters:
  ///   - text: the guide.
  ///   - snippets: the code.
  ///   - isCompiled: whether the page's unmarked blocks are compiled.
  init(_ text: String, showing snippets: Snippets, isCompiled: Bool) {
    var unread = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var isTheirs = false
    var marker: String?
    while let line = unread.popFirst() {
      lines.append(line)
      if line == "```swift" {
        let block = Array(unread.prefix { $0 != "```" })
        unread = unread.dropFirst(block.count)
        lines += marker.map { compare(block, $0, snippets) } ?? block
        if marker == nil, !isTheirs, !isCompiled {
          faults.append("A block has no marker. It starts with “\(block.first ?? "")”.")
        }
        marker = nil
      } else if let marker {
        faults.append("\(marker) is followed by “\(line)”, not by a Swift block.")
      }
      marker = line.wholeMatch(of: /<!-- snippet: (.*) -->/).map { String($0.1) }
      isTheirs = line.wholeMatch(of: /<!-- theirs: \w+ -->/) != nil
    }
  }

  /// The problems that show only when the guides are compared, one sentence each.
  static func faults(of guides: [Guide], showing snippets: Snippets) -> [String] {
    let shown = Dictionary(guides.flatMap(\.shown).map { ($0, 1) }, uniquingKeysWith: +)
    return snippets.faults
      + snippets.lines.keys.sorted().compactMap { key in
        switch shown[key] {
        case nil: "\(key) isn't shown in any guide."
        case 1: nil
        case _?: "\(key) is shown twice."
        }
      }
  }

  /// - Returns: the corrected block.
  private mutating func compare(_ block: [String], _ key: String, _ snippets: Snippets) -> [String]
  {
    shown.append(key)
    guard let code = snippets.lines[key] else {
      faults.append("\(key) doesn't exist.")
      return block
    }
    let same = zip(block, code).prefix { $0 == $1 }.count
    if block != code {
      let (ours, theirs) = (block.dropFirst(same).first, code.dropFirst(same).first)
      faults.append(
        "\(key) differs on line \(same + 1): the guide has \(quoted(ours)), the code has "
          + "\(quoted(theirs)).")
    }
    return code
  }
}

private func quoted(_ line: String?) -> String {
  line.map { "“\($0)”" } ?? "no such line"
}
