// A parser for the part of Mermaid that diagrams use. It is stricter than renderers.

import Testing

/// A parsed flowchart.
struct Flowchart: Equatable {
  struct Node: Equatable {
    var label: [String]
    var state: String?
  }

  struct Arrow: Hashable {
    let from, to: Int
    let isAwait: Bool
  }

  /// The line that can't be parsed.
  struct Fault: Error {
    let line: Substring
  }

  private(set) var nodes: [Int: Node] = [:]
  /// The numbers of the nodes, in the order in which they appear.
  private(set) var order: [Int] = []
  private(set) var arrows: [Arrow] = []
  private(set) var note: String?
  private var classes: Set<String> = []

  /// Parses text. Throws if a line is unexpected, if a name is used without a definition, or if
  /// the text is too large for a renderer.
  init(_ text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.removeFirst() == "flowchart LR" else { throw Fault(line: text[...]) }
    for line in lines { try read(line) }
    let names = Set(nodes.values.map(\.state))
    let ends = Set(arrows.flatMap { [$0.from, $0.to] })
    guard names == Set(classes.map(Optional.some)), ends.isSubset(of: nodes.keys),
      arrows.count <= 500,
      text.utf16.count <= 50_000
    else { throw Fault(line: text[...]) }
  }

  private mutating func read(_ line: Substring) throws {
    if let match = line.wholeMatch(
      of: #/  p(\d+)\["([^"]*)"\]/#.matchingSemantics(.unicodeScalar)),
      let number = Int(match.1), nodes[number] == nil
    {
      nodes[number] = Node(label: try Flowchart.label(match.2))
      order.append(number)
    } else if let match = line.wholeMatch(of: #/  p(\d+) (-->\|waits for|-\.->\|awaits)\| p(\d+)/#),
      let from = Int(match.1), let to = Int(match.3)
    {
      arrows.append(Arrow(from: from, to: to, isAwait: match.2.hasPrefix("-.")))
    } else if let match = line.wholeMatch(of: #/  note\["([^"]*)"\]/#), note == nil {
      note = try Flowchart.label(match.1).joined(separator: "\n")
    } else if let match = line.wholeMatch(of: #/  class ([p0-9,]+) ([a-z]+)/#) {
      for name in match.1.split(separator: ",", omittingEmptySubsequences: false) {
        guard name.hasPrefix("p"), let number = Int(name.dropFirst()), nodes[number] != nil,
          nodes[number]?.state == nil
        else { throw Fault(line: line) }
        nodes[number]?.state = String(match.2)
      }
    } else if let match = line.wholeMatch(
      of:
        #/  classDef ([a-z]+) fill:#\w{6},stroke:#\w{6}(,stroke-width:3px)?,color:#111111/#
    ) {
      classes.insert(String(match.1))
    } else {
      throw Fault(line: line)
    }
  }

  /// The lines of a label. Only a few characters besides letters and digits may be unescaped:
  /// renderers differ in how Markdown, HTML, icons and Mermaid itself interpret the others.
  private static func label(_ text: Substring) throws -> [String] {
    try text.unicodeScalars.split(separator: "<br/>".unicodeScalars).map { line in
      var (rest, read) = (Substring(line), "")
      while let scalar = rest.unicodeScalars.first {
        if let match = rest.prefixMatch(of: #/#(\d+);/#.matchingSemantics(.unicodeScalar)),
          let value = UInt32(match.1), let scalar = Unicode.Scalar(value)
        {
          read.unicodeScalars.append(scalar)
          rest = rest[match.range.upperBound...]
        } else if let match = rest.prefixMatch(of: #/:(\d+)$/#) {
          read += match.0
          rest = rest[match.range.upperBound...]
        } else if " .,/“”…".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
          || scalar.properties.numericType == .decimal
        {
          read.unicodeScalars.append(scalar)
          rest.unicodeScalars.removeFirst()
        } else {
          throw Fault(line: text)
        }
      }
      return read
    }
  }

  /// The number of the only node that has these words in its label.
  func number(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let found = nodes.filter { node in node.value.label.contains { $0.contains(words) } }
    return try #require(
      found.count == 1 ? found.first?.key : nil, "\(words)", sourceLocation: sourceLocation)
  }
}
