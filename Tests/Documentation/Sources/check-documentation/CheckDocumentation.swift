// Prints gaps in the documentation, and fails if there are any:
//
//     check-documentation SYMBOL-GRAPHS ARCHIVE
//
// Run it in the root of the package, with the compiler's symbol graphs and docc's archive.

import Foundation

@main
struct CheckDocumentation {
  static func main() {
    do {
      let graphs = URL(filePath: CommandLine.arguments[1])
      let archive = URL(filePath: CommandLine.arguments[2])
      let problems =
        try SymbolGraph.problems(in: graphs) + Page.problems(in: archive) + Guarantee.problems()
        + Request.problems() + Operator.problems(in: graphs) + TakenClosure.problems(in: graphs)
      for problem in problems { print("error: \(problem)") }
      exit(problems.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    } catch {
      print("error: \(error)")
      exit(EXIT_FAILURE)
    }
  }
}

/// The files in a folder and its subfolders that have one of these extensions, sorted by path.
func files(in folder: URL, _ endings: String...) -> [URL] {
  let all = FileManager.default.enumerator(
    at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
  return (all?.compactMap { $0 as? URL } ?? [])
    .filter { endings.contains($0.pathExtension) }
    .sorted { $0.path() < $1.path() }
}
