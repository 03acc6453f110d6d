// Collects the examples from pages and documentation comments in a file:
//
//     collect-examples OUTPUT MODULE,… INPUT…
//
// or those for the original libraries in one file each: the code of apps, or of bridges, which have
// their own imports:
//
//     collect-examples theirs apps|bridges FOLDER MODULE,… INPUT…

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
      if arguments[1] == "theirs" {
        try collectTheirs(
          from: arguments.dropFirst(5), of: arguments[4].split(separator: ","),
          areBridges: arguments[2] == "bridges", into: arguments[3])
      } else {
        try collect(
          from: arguments.dropFirst(3), for: arguments[2].split(separator: ","),
          into: arguments[1])
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  /// - Throws: an error about an example, or a file system error.
  private static func collect(
    from inputs: ArraySlice<String>, for modules: [Substring], into output: String
  ) throws {
    let examples = try all(in: inputs).filter { $0.mark == nil }
    if let long = examples.first(where: { $0.file.hasSuffix(".swift") && $0.lines.count > 8 }) {
      throw Problem(example: long, description: "a comment's example may have at most eight lines")
    }
    let code = examples.enumerated().map { $1.code(number: $0 + 1) }
    let parts = modules.map { "import \($0)" } + [imports] + code
    try (parts + ["// \(examples.count) examples"]).joined(separator: "\n\n")
      .write(toFile: output, atomically: true, encoding: .utf8)
  }

  /// Writes `PromiseKit.swift` and so on. The functions of an app go into its class,
  /// `PromiseKitApp`.
  ///
  /// - Throws: an error about an example, or a file system error.
  private static func collectTheirs(
    from inputs: ArraySlice<String>, of modules: [Substring], areBridges: Bool,
    into folder: String
  ) throws {
    var code: [Substring: [String]] = [:]
    for example in try all(in: inputs) {
      guard case .theirs(let module) = example.mark else { continue }
      guard modules.contains(module) else {
        throw Problem(example: example, description: "there is no stand-in for “\(module)”")
      }
      guard example.begins("import ") == areBridges else { continue }
      let isOfApp = !areBridges && example.begins("func ")
      code[module, default: []]
        .append(isOfApp ? "extension \(module)App {\n\(example.body)\n}" : example.body)
    }
    for module in modules {
      let blocks = code[module] ?? []
      let parts = blocks.isEmpty || areBridges ? blocks : ["import \(module)"] + blocks
      try (parts + ["// \(blocks.count) examples"]).joined(separator: "\n\n")
        .write(toFile: "\(folder)/\(module).swift", atomically: true, encoding: .utf8)
    }
  }

  private static func all(in inputs: ArraySlice<String>) throws -> [Example] {
    try inputs.flatMap { path in
      Example.all(in: try String(contentsOfFile: path, encoding: .utf8), of: path)
    }.filter { $0.fence == "swift" }
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String

  init(example: Example, description: String) {
    self.description = "\(example.file):\(example.line): error: \(description)"
  }
}
