// Prints links that would be broken on a code host, and fails if there are any:
//
//     check-links
//
// Run it in the root of the package. It reads every tracked page. To test it on bad links:
//
//     check-links --self-test

import Foundation

@main
struct CheckLinks {
  static func main() {
    do {
      let isTest = CommandLine.arguments.contains("--self-test")
      let problems = isTest ? SelfTest.problems() : try problems()
      for problem in problems { print("error: \(problem)") }
      exit(problems.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    } catch {
      print("error: \(error)")
      exit(EXIT_FAILURE)
    }
  }

  private static func problems() throws -> [String] {
    let tracked = try output(of: "git", "ls-files", "-z").split(separator: "\0").map(String.init)
    let repository = Repository(files: Set(tracked)) {
      try? String(contentsOfFile: $0, encoding: .utf8)
    }
    let pages = tracked.filter { $0.hasSuffix(".md") }
    var links = 0
    var problems: [String] = []
    for path in pages {
      let page = Page(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
      links += page.targets.count
      problems += page.problems(in: repository)
    }
    print("\(links) links in \(pages.count) pages")
    return problems
  }
}
