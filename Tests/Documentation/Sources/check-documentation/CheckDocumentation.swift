// Is something left out of the documentation? Prints what, and fails:
//
//     check-documentation SYMBOL-GRAPHS ARCHIVE
//
// in the root of the package, with what the compiler says of the modules, and what docc has made.

import Foundation

@main
struct CheckDocumentation {
  static func main() {
    do {
      let graphs = URL(filePath: CommandLine.arguments[1])
      let archive = URL(filePath: CommandLine.arguments[2])
      let problems =
        try SymbolGraph.problems(in: graphs) + Page.problems(in: archive) + Guarantee.problems()
        + Request.problems() + Operator.problems(in: graphs)
      for problem in problems { print("error: \(problem)") }
      exit(problems.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    } catch {
      print("error: \(error)")
      exit(EXIT_FAILURE)
    }
  }
}

/// The files below a folder with one of these endings, by name.
func files(in folder: URL, _ endings: String...) -> [URL] {
  let all = FileManager.default.enumerator(
    at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
  return (all?.compactMap { $0 as? URL } ?? [])
    .filter { endings.contains($0.pathExtension) }
    .sorted { $0.path() < $1.path() }
}
