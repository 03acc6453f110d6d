// Finds the documentation's examples in pages and comments, and turns them into code.

/// A fenced code block.
///
/// A block that starts with ` ```swift ` must compile. Blocks with other text after the fence, such
/// as ` ```swift manifest `, or without any, aren't compiled here. A block below
/// `<!-- snippet: … -->` is an excerpt from Examples/MigrationTour, whose tests compile and run it.
/// A block below `<!-- theirs: PromiseKit -->` uses that library, and is compiled with a stand-in
/// for it.
struct Example: Sendable {
  let file: String
  /// The text after the opening fence.
  let fence: String
  /// The line number of the first line.
  let line: Int
  let lines: [Substring]
  /// The origin of the code, if the line above the block names it.
  let mark: Mark?

  enum Mark: Equatable, Sendable {
    case snippet
    case theirs(module: Substring)

    init?(_ line: Substring) {
      if line.hasPrefix("<!-- snippet: ") {
        self = .snippet
      } else if line.hasPrefix("<!-- theirs") {
        self = .theirs(module: line.dropFirst("<!-- theirs: ".count).prefix { $0 != " " })
      } else {
        return nil
      }
    }
  }

  /// Finds the code blocks of a page, or those in the documentation comments of a source file.
  static func all(in text: String, of file: String) -> [Example] {
    var examples: [Example] = []
    var open: (fence: Substring, line: Int, indentation: Int, lines: [Substring], mark: Mark?)?
    var above: Mark?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      defer { above = Mark(line) }
      guard let content = file.hasSuffix(".swift") ? comment(line) : line else { continue }
      let mark = content.drop { $0 == " " }
      if let example = open {
        if mark == "```" {
          examples.append(
            Example(
              file: file, fence: String(example.fence), line: example.line, lines: example.lines,
              mark: example.mark))
          open = nil
        } else {
          let isIndented = content.prefix(example.indentation).allSatisfy { $0 == " " }
          open?.lines.append(isIndented ? content.dropFirst(example.indentation) : mark)
        }
      } else if mark.hasPrefix("```") {
        open = (mark.dropFirst(3), index + 2, content.count - mark.count, [], above)
      }
    }
    return examples
  }

  /// The text of a documentation comment, if the line has one.
  private static func comment(_ line: Substring) -> Substring? {
    let line = line.drop { $0 == " " }
    guard line.hasPrefix("///") else { return nil }
    let content = line.dropFirst(3)
    return content.first == " " ? content.dropFirst() : content
  }

  /// The example as code that compiles together with the others. Errors point to the page.
  ///
  /// Statements go into a function on the main actor, as in an app. Tests go into a suite.
  /// Declarations that can't be in either stay at the top level.
  func code(number: Int) -> String {
    if begins("import ", "extension ") { return body }
    if begins("@Test", "@Suite") { return "@MainActor struct Example\(number) {\n\(body)\n}" }
    // Uses the example's constants, to avoid warnings.
    let uses = names.map { "  _ = \($0)\n" }.joined()
    return "@MainActor func example\(number)() async throws {\n\(body)\n\(uses)}"
  }

  /// The lines, with errors that point to the page.
  var body: String {
    """
    #sourceLocation(file: "\(file)", line: \(line))
    \(lines.joined(separator: "\n"))
    #sourceLocation()
    """
  }

  /// Whether an unindented line starts with one of `starts`.
  func begins(_ starts: String...) -> Bool {
    lines.contains { line in starts.contains { line.hasPrefix($0) } }
  }

  /// The constants that the example declares, individually or in tuples.
  private var names: [Substring] {
    lines.filter { $0.hasPrefix("let ") }.flatMap { line in
      line.dropFirst(4).prefix { $0 != "=" && $0 != ":" }
        .split { "(), ".contains($0) }.filter { $0 != "_" }
    }
  }
}
