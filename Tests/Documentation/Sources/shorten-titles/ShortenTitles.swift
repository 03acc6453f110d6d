// Removes parameters that callers don't pass, such as the call site, from the titles of calls:
//
//     shorten-titles SYMBOL-GRAPHS
//
// Rewrites the symbol graphs in a folder. `map(fileID:line:_:)` becomes `map(_:)` in titles and
// lists. Declarations, links and addresses don't change.

import Foundation

@main
struct ShortenTitles {
  typealias Object = [String: Any]

  private static let unpassed = ["fileID", "line", "rank", "isolation"]

  static func main() throws {
    let folder = URL(filePath: CommandLine.arguments[1])
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "json" {
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      guard var graph = json as? Object, let symbols = graph["symbols"] as? [Object] else {
        continue
      }
      graph["symbols"] = symbols.map(shortened)
      try JSONSerialization.data(withJSONObject: graph).write(to: file)
    }
  }

  private static func shortened(_ symbol: Object) -> Object {
    guard var names = symbol["names"] as? Object else { return symbol }
    names["title"] = (names["title"] as? String).map { title in
      unpassed.reduce(title) { $0.replacing("\($1):", with: "") }
    }
    for list in ["subHeading", "navigator"] {
      names[list] = (names[list] as? [[String: String]]).map(shortened)
    }
    return symbol.merging(["names": names]) { $1 }
  }

  /// The fragments of a declaration without the name, colon, type and comma of each such parameter.
  private static func shortened(_ fragments: [[String: String]]) -> [[String: String]] {
    var result: [[String: String]] = []
    var rest = fragments[...]
    while let fragment = rest.popFirst() {
      guard fragment["kind"] == "externalParam",
        unpassed.contains(fragment["spelling"] ?? "")
      else {
        result.append(fragment)
        continue
      }
      rest = rest.drop { $0["kind"] == "typeIdentifier" || $0["spelling"] == ": " }
      guard var next = rest.popFirst(), let text = next["spelling"] else { continue }
      // Removes the comma after the parameter or, for the last parameter, before it.
      if text.hasPrefix(", ") {
        next["spelling"] = String(text.dropFirst(2))
      } else if let last = result.last?["spelling"], last.hasSuffix(", ") {
        result[result.count - 1]["spelling"] = String(last.dropLast(2))
      }
      if next["spelling"] != "" { rest.insert(next, at: rest.startIndex) }
    }
    return result
  }
}
