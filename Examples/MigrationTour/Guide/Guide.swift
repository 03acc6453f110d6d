// The guide: every block of Swift in it is a piece of a source, or declared as somebody else's.
//
//     <!-- snippet: Callbacks.swift#login -->     the block that follows is that piece
//     <!-- theirs -->                             the block that follows is compiled by nobody

/// A text with blocks of Swift, compared with the code that it claims to show.
struct Guide {
  /// The text with the blocks as they have to be.
  var text: String { lines.joined(separator: "\n") }

  /// What is wrong with the text, a sentence each.
  private(set) var faults: [String]

  private var lines: [String] = []
  private var shown: Set<String> = []

  /// - Parameters:
  ///   - text: the guide.
  ///   - snippets: the code.
  init(_ text: String, showing snippets: Snippets) {
    faults = snippets.faults
    var unread = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var isTheirs = false
    var marker: String?
    while let line = unread.popFirst() {
      lines.append(line)
      if line == "```swift" {
        let block = Array(unread.prefix { $0 != "```" })
        unread = unread.dropFirst(block.count)
        lines += marker.map { compare(block, $0, snippets) } ?? block
        if marker == nil, !isTheirs {
          faults.append("A block has no marker. It begins with “\(block.first ?? "")”.")
        }
        marker = nil
      } else if let marker {
        faults.append("\(marker) has no block of Swift below it, but “\(line)”.")
      }
      marker = line.wholeMatch(of: /<!-- snippet: (.*) -->/).map { String($0.1) }
      isTheirs = line == "<!-- theirs -->"
    }
    for key in snippets.lines.keys.sorted() where !shown.contains(key) {
      faults.append("\(key) is not in the guide.")
    }
  }

  /// - Returns: the block as it has to be.
  private mutating func compare(_ block: [String], _ key: String, _ snippets: Snippets) -> [String]
  {
    shown.insert(key)
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
