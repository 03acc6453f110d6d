// Files that don't know each other, in one run.

import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@testable import MigrationModel

@Suite("Unrelated files")
struct UnrelatedFilesTests {
  private struct File {
    let path: String
    let text: String
    let declared: Set<String>
    let mentioned: Set<String>

    init(_ url: URL) throws {
      path = url.lastPathComponent
      text = try String(contentsOf: url, encoding: .utf8)
      let tree = Parser.parse(source: text)
      declared = Set(
        tree.statements.compactMap { statement in
          (statement.item.asProtocol((any NamedDeclSyntax).self))?.name.text
        })
      mentioned = tree.identifiers
    }

    func isRelated(to other: File) -> Bool {
      !declared.isDisjoint(with: other.mentioned) || !mentioned.isDisjoint(with: other.declared)
    }
  }

  /// The number of chains that move in each file.
  private func moved(_ files: [File]) -> [String: Int] {
    Analysis.run(sources: files.map { ($0.path, $0.text) }, isWeighing: true).chains
      .filter { $0.isChain && $0.isRewritable }
      .reduce(into: [:]) { $0[$1.place.file, default: 0] += 1 }
  }

  @Test(
    "M2: what moves in a file doesn't depend on files that it doesn't use",
    arguments: ["PromiseKit", "Google", "Bolts"])
  func groups(program: String) throws {
    let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/\(program)/Before")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { try File(folder.appending(path: $0)) }
    let alone = files.reduce(into: [:]) { $0[$1.path] = moved([$1])[$1.path] }
    // Each group has files that don't know each other.
    var groups: [[File]] = []
    for file in files {
      if let index = groups.firstIndex(where: { $0.allSatisfy { !$0.isRelated(to: file) } }) {
        groups[index].append(file)
      } else {
        groups.append([file])
      }
    }
    for group in groups where group.count > 1 {
      let together = moved(group)
      for file in group {
        #expect(together[file.path] == alone[file.path], "\(file.path)")
      }
    }
  }
}
