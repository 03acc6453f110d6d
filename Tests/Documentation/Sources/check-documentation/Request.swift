// Checks that the article "What users ask for" refers only to existing files.

import Foundation

/// A row of the article on what users ask for, and the files that show the answer.
struct Request {
  let name: String
  let proofs: [String]

  private static let article = URL(
    filePath: "Sources/AsyncPromises/AsyncPromises.docc/WhatUsersAskFor.md")

  static func problems() throws -> [String] {
    let requests = all(in: try String(contentsOf: article, encoding: .utf8))
    let names = Set(
      ["Tests", "Examples"].flatMap { files(in: URL(filePath: $0), "swift") }
        .map { $0.deletingPathExtension().lastPathComponent })
    print("\(requests.count) requests of users")
    guard !requests.isEmpty else { return ["the article on what users ask for has no rows"] }
    return requests.flatMap { request in
      request.proofs
        .filter { !names.contains($0) && !FileManager.default.fileExists(atPath: $0) }
        .map { "“\(request.name)” is shown by \($0), which does not exist" }
    }
  }

  private static func all(in article: String) -> [Request] {
    article.split(separator: "\n").compactMap { row in
      let columns = #/^\| ([^|]+) \| [^|]+ \|([^|]*`[^|]*)\|$/#
      guard let match = row.firstMatch(of: columns) else { return nil }
      let proofs = match.2.matches(of: #/`([^`]+)`/#)
      return Request(name: String(match.1), proofs: proofs.map { String($0.1) })
    }
  }
}
