// Excerpts from the sources for the guides to show.

/// The parts of source files between `// snippet: name` and `// end`.
struct Snippets {
  /// The lines of each snippet without their common indentation, by `File.swift#name`.
  private(set) var lines: [String: [String]] = [:]

  /// The problems with the marks, one sentence each.
  private(set) var faults: [String] = []

  /// - Parameter sources: the contents of the files, by path.
  init(sources: [String: String]) {
    for (path, text) in sources.sorted(by: { $0.key < $1.key }) {
      collect(from: text, of: path)
    }
  }

  private mutating func collect(from text: String, of path: String) {
    var open: (key: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = line.drop { $0 == " " }
      if mark.hasPrefix("// snippet: ") {
        if let open { faults.append("\(open.key) has no “// end”.") }
        open = ("\(path)#\(mark.dropFirst("// snippet: ".count))", [])
      } else if mark == "// end" {
        if let open {
          close(open.key, open.lines)
        } else {
          faults.append("\(path) has an “// end” without a snippet.")
        }
        open = nil
      } else {
        open?.lines.append(String(line))
      }
    }
    if let open { faults.append("\(open.key) has no “// end”.") }
  }

  private mutating func close(_ key: String, _ indented: [String]) {
    let indentations = indented.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    let dedented = indented.map { String($0.dropFirst(indentations.min() ?? 0)) }
    if lines.updateValue(dedented, forKey: key) != nil {
      faults.append("\(key) occurs twice.")
    }
  }
}
