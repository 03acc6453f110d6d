// A section of the article "When the compiler complains": its wrong and correct code, and the
// compiler's message.

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  struct Complaint: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The compiler's message. Empty if there is none.
    private(set) var message = ""
    private(set) var wrong: [Example] = []
    private(set) var right: [Example] = []

    /// The sections that contain code. Empty if the article can't be read.
    static let all = (try? readArticle()) ?? []

    private static func readArticle() throws -> [Complaint] {
      let file = Compiler.package.appending(
        path: "Sources/AsyncPromises/AsyncPromises.docc/WhenTheCompilerComplains.md")
      let text = try String(contentsOf: file, encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var complaints: [Complaint] = []
      for example in Example.all(in: text, of: file.lastPathComponent) {
        let heading = lines.prefix(example.line).last { $0.hasPrefix("#") } ?? ""
        let title = String(heading.drop { $0 == "#" || $0 == " " })
        if complaints.last?.testDescription != title {
          complaints.append(Complaint(testDescription: title))
        }
        complaints[complaints.count - 1].add(example)
      }
      return complaints
    }

    private mutating func add(_ example: Example) {
      switch example.fence {
      case "": message = onOneLine(example.lines.joined(separator: "\n"))
      case "swift": right.append(example)
      default: wrong.append(example)
      }
    }
  }

  /// The text without line breaks, because the article wraps messages.
  func onOneLine(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }
#endif
