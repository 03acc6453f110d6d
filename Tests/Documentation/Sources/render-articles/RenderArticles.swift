// Writes the articles of all catalogs as plain Markdown, for readers on a code host:
//
//     render-articles OUTPUT
//
// Run it in the root of the package. Links between articles become links between files, symbols
// become code, and directives for docc are removed.

import Foundation

@main
struct RenderArticles {
  static func main() {
    do {
      let output = URL(filePath: CommandLine.arguments[1])
      let articles = try Article.all()
      try? FileManager.default.removeItem(at: output)
      for article in articles where article.hasPage {
        try write(
          Rendering(article: article, articles: articles).page(), to: article.path, in: output)
      }
      try write(Index(articles: articles).page(), to: Index.path, in: output)
      print("\(articles.filter(\.hasPage).count) articles rendered")
    } catch {
      print("error: \(error)")
      exit(EXIT_FAILURE)
    }
  }

  private static func write(_ page: String, to path: String, in output: URL) throws {
    let file = output.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try page.write(to: file, atomically: true, encoding: .utf8)
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String
}
