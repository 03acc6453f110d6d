// Checks that files that list operators by hand omit none of the operators in the table.

import Foundation

/// Files that list operators by hand, instead of using the table.
struct Place {
  /// The beginning of the files' paths.
  let path: String
  /// The sections of the table whose operators they name.
  let roles: Set<String>
  /// The operators that they leave out, and why.
  var exceptions: [String: String] = [:]
  /// Whether they name only members of promises.
  var isOfPromise = false
  /// How they name an operator.
  var spelling: @Sendable (_ name: Substring) -> String = { ".\($0)" }

  static let all = [
    Place(
      path: "Tests/AsyncPromisesTests/Support/Foreign",
      roles: ["making", "joining"]),
    Place(
      path: "Tests/AsyncPromisesTests/Support/PendingOperator",
      roles: ["making", "joining"]),
    Place(
      path: "Tests/AsyncPromisesTests/Support/RejectionSource",
      roles: ["making", "joining"],
      exceptions: [
        "allSettled": "never rejected", "mapSettled": "never rejected",
        "shielded": "a rejected promise is returned as it is",
      ]),
    Place(
      path: "Tests/AsyncPromisesTests/Support/FailureObservation",
      roles: ["joining", "looking"]),
    Place(
      path: "Tests/AllocationTests/Growth/Usage",
      roles: ["making", "joining", "looking", "leaving"]),
    Place(path: "Tests/Clients/Clients/Chains", roles: ["chain"]),
    Place(
      path: "Tools/Migrator/Sources/MigrationModel/Async/OwnVocabulary",
      roles: ["chain", "making", "joining", "looking", "leaving"],
      isOfPromise: true, spelling: { "\"\($0)\"" }),
    Place(
      path: "Sources/AsyncPromises/AsyncPromises.docc/ChoosingAnOperator",
      roles: ["chain", "making", "joining", "looking"], spelling: { "\($0)" }),
    Place(
      path: "CHANGELOG.md", roles: ["chain", "making", "joining"], spelling: { "\($0)" }),
  ]

  func problems(_ rows: [Operator]) throws -> [String] {
    let (folder, start) = (URL(filePath: path).deletingLastPathComponent(), URL(filePath: path))
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasPrefix(start.lastPathComponent) }.sorted()
    guard !sources.isEmpty else { return ["no file begins with \(path)"] }
    let text = try sources.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    .joined()
    return Set(rows.filter { isFor($0) && !isNamed($0, in: text) }.map(\.path)).sorted()
      .map { "\(path)… doesn't name \($0), which the table of operators has" }
  }

  private func isFor(_ call: Operator) -> Bool {
    roles.contains(call.role) && (call.isOfPromise || !isOfPromise)
  }

  private func isNamed(_ call: Operator, in text: String) -> Bool {
    // In closures and in other vocabularies, initializers of promises have too many spellings.
    if call.name == "init" || exceptions[String(call.name)] != nil { return true }
    guard text.containsWord(spelling(call.name)) else { return false }
    return call.subject.map { text.lowercased().contains($0) } ?? true
  }
}

extension String {
  /// Whether the string contains `word` as a whole word.
  fileprivate func containsWord(_ word: String) -> Bool {
    ranges(of: word).contains { range in
      let isBegun =
        range.lowerBound > startIndex && word.first?.isLetter == true
        && self[index(before: range.lowerBound)].isLetter
      return !isBegun && (range.upperBound == endIndex || !self[range.upperBound].isLetter)
    }
  }
}
