// Makes a file of all examples that stand in pages and documentation comments:
//
//     collect-examples OUTPUT MODULE,… INPUT…

import Foundation

@main
struct CollectExamples {
  private static let imports = """
    import Foundation
    import Testing
    import XCTest

    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif
    """

  static func main() {
    do {
      let arguments = CommandLine.arguments
      try collect(
        from: arguments.dropFirst(3), for: arguments[2].split(separator: ","), into: arguments[1])
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  /// - Throws: what is wrong with an example, or with the disk.
  private static func collect(
    from inputs: ArraySlice<String>, for modules: [Substring], into output: String
  ) throws {
    let examples = try inputs.flatMap { path in
      Example.all(in: try String(contentsOfFile: path, encoding: .utf8), of: path)
    }.filter { $0.fence == "swift" }
    if let long = examples.first(where: { $0.file.hasSuffix(".swift") && $0.lines.count > 8 }) {
      throw Problem(example: long, description: "a comment's example has eight lines at most")
    }
    let code = examples.enumerated().map { $1.code(number: $0 + 1) }
    let parts = modules.map { "import \($0)" } + [imports] + code
    try (parts + ["// \(examples.count) examples"]).joined(separator: "\n\n")
      .write(toFile: output, atomically: true, encoding: .utf8)
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String

  init(example: Example, description: String) {
    self.description = "\(example.file):\(example.line): error: \(description)"
  }
}
