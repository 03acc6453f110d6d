// An example of the documentation: found in a page or a comment, and made into code.

/// A block of code between fences.
///
/// What begins with ` ```swift ` has to compile. A fence that says more than that, such as
/// ` ```swift manifest `, or less, begins a block that is not compiled, or not here. A block below
/// `<!-- snippet: … -->` is a piece of Examples/MigrationTour, whose tests compile and run it; one
/// below `<!-- theirs: PromiseKit -->` is in the words of that library, and compiled against the
/// one that stands for it.
struct Example: Sendable {
  let file: String
  /// What the first fence says.
  let fence: String
  /// The number of the first line.
  let line: Int
  let lines: [Substring]
  /// What the line above the block says, if that is whose code it is.
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

  /// Finds the blocks of a page, or those in the documentation comments of a source.
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

  /// What a documentation comment says in a line of code.
  private static func comment(_ line: Substring) -> Substring? {
    let line = line.drop { $0 == " " }
    guard line.hasPrefix("///") else { return nil }
    let content = line.dropFirst(3)
    return content.first == " " ? content.dropFirst() : content
  }

  /// The example as code that compiles wherever others stand. Errors point to the page.
  ///
  /// Statements stand in a function of their own, as in an app: on the main actor. Tests stand in a
  /// suite of their own, and what can't stand in either is left outside.
  func code(number: Int) -> String {
    if begins("import ", "extension ") { return body }
    if begins("@Test", "@Suite") { return "@MainActor struct Example\(number) {\n\(body)\n}" }
    // Examples name what they make; nobody uses it.
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

  /// Whether a line of no indentation begins with one of these.
  func begins(_ starts: String...) -> Bool {
    lines.contains { line in starts.contains { line.hasPrefix($0) } }
  }

  /// The constants that the example declares for itself, in tuples or one by one.
  private var names: [Substring] {
    lines.filter { $0.hasPrefix("let ") }.flatMap { line in
      line.dropFirst(4).prefix { $0 != "=" && $0 != ":" }
        .split { "(), ".contains($0) }.filter { $0 != "_" }
    }
  }
}
