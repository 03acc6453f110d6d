// Golden files, which show reviewers what a change does.

import Foundation
import Testing

@testable import MigrationModel

let goldenFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Golden")

/// Compares `text` with a file in `Golden`. `UPDATE_GOLDEN=1` rewrites the file.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let url = goldenFolder.appending(path: name)
  if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
    try text.write(to: url, atomically: true, encoding: .utf8)
  }
  let recorded = try String(contentsOf: url, encoding: .utf8)
  guard text != recorded else { return }
  let change = Rewriting.File(
    path: "Golden/\(name)", before: recorded, after: text, error: nil, chains: 0,
    rewrittenChains: 0)
  Issue.record(
    "UPDATE_GOLDEN=1 makes this change:\n\(change.diff)", sourceLocation: sourceLocation)
}
