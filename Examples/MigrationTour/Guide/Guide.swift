// A guide: its blocks of Swift are pieces of the sources, or declared as another library's.
//
//     <!-- snippet: Callbacks.swift#login -->     the block that follows is that piece
//     <!-- theirs: PromiseKit -->                 the block that follows is in that one's words
//
// `.ci/documentation` compiles the blocks of articles and of the README that have no marker, and
// those of others against what stands for their libraries. In Migration.md each block has a marker.

/// A text with blocks of Swift, compared with the code that it claims to show.
struct Guide {
  /// The text with the blocks as they have to be.
  var text: String { lines.joined(separator: "\n") }

  /// What is wrong with the text, a sentence each.
  private(set) var faults: [String] = []

  /// The snippets that the text shows, by their names.
  private(set) var shown: [String] = []

  private var lines: [String] = []

  /// - Parameters:
  ///   - text: the guide.
  ///   - snippets: the code.
  ///   - isCompiled: whether blocks without a marker are compiled where they stand.
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
          faults.append("A block has no marker. It begins with “\(block.first ?? "")”.")
        }
        marker = nil
      } else if let marker {
        faults.append("\(marker) has no block of Swift below it, but “\(line)”.")
      }
      marker = line.wholeMatch(of: /<!-- snippet: (.*) -->/).map { String($0.1) }
      isTheirs = line.wholeMatch(of: /<!-- theirs: \w+ -->/) != nil
    }
  }

  /// What is wrong with several guides that each have no fault, a sentence each.
  static func faults(of guides: [Guide], showing snippets: Snippets) -> [String] {
    let shown = Dictionary(guides.flatMap(\.shown).map { ($0, 1) }, uniquingKeysWith: +)
    return snippets.faults
      + snippets.lines.keys.sorted().compactMap { key in
        switch shown[key] {
        case nil: "\(key) is in no guide."
        case 1: nil
        case _?: "\(key) is shown twice."
        }
      }
  }

  /// - Returns: the block as it has to be.
  private mutating func compare(_ block: [String], _ key: String, _ snippets: Snippets) -> [String]
  {
    shown.append(key)
    guard let code = snippets.lines[key] else {
      faults.append("\(key) names nothing.")
      return block
    }
    let same = zip(block, code).prefix { $0 == $1 }.count
    if block != code {
      let (ours, theirs) = (block.dropFirst(same).first, code.dropFirst(same).first)
      faults.append(
        "\(key) differs in line \(same + 1): the guide has \(quoted(ours)), the code has "
          + "\(quoted(theirs)).")
    }
    return code
  }
}

private func quoted(_ line: String?) -> String {
  line.map { "“\($0)”" } ?? "no such line"
}
