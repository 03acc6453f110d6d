// Checks that every public call is in the table of operators, and has a test file.

import Foundation

/// A row of the table in `Tests/Support`: a call, and how many overloads it has.
struct Operator {
  let symbol: String
  let forms: Int
  /// `chain` for rows of ChainOperator.swift; the section's name for rows of Call.swift.
  let role: String

  /// The qualified name, such as `Promise.mapError`.
  var path: String { String(symbol.prefix { $0 != "(" }) }
  var type: Substring { path.prefix { $0 != "." } }
  var name: Substring { path.dropFirst(type.count + 1) }
  var isOfPromise: Bool { type == "Promise" || type == "PromiseProtocol" }
  /// A word that must occur as well, because several types have a call with this name.
  var subject: String? {
    ["SingleFlight": "flight", "PromiseLimiter": "limiter", "PromiseCache": "cache"][type]
  }

  static func problems(in graphs: URL) throws -> [String] {
    let rows = try table()
    let calls = try SymbolGraph.calls(in: graphs)
    print("\(calls.count) public calls, \(rows.count) rows of the table of operators")
    return missing(calls, rows) + untested(calls, rows)
      + (try Place.all.flatMap { try $0.problems(rows) })
  }

  static func table() throws -> [Operator] {
    try ["ChainOperator", "Call"].flatMap { file in
      let path = "Tests/Support/TestSupport/\(file).swift"
      var role = Substring("chain")
      return try String(contentsOf: URL(filePath: path), encoding: .utf8)
        .matches(of: #/MARK: (\w+):|(?:Row|Call)\(\s*"([^"]+)"(?:, forms: (\d+))?/#)
        .compactMap { match in
          role = match.1 ?? role
          return match.2.map {
            Operator(
              symbol: String($0), forms: match.3.flatMap { Int($0) } ?? 1, role: String(role))
          }
        }
    }
  }

  /// Checks that the table has as many forms of each call as there are symbols with its name.
  private static func missing(
    _ calls: [SymbolGraph.Symbol], _ rows: [Operator]
  ) -> [String] {
    let symbols = Dictionary(grouping: calls, by: \.path).mapValues(\.count)
    let forms = Dictionary(rows.map { ($0.symbol, $0.forms) }, uniquingKeysWith: +)
    let strangers = symbols.compactMap { symbol, count in
      let known = forms[symbol, default: 0] + (exceptions[symbol] == nil ? 0 : 1)
      return count > known
        ? "the table of operators has \(known) of the \(count) public forms of \(symbol)" : nil
    }
    let gone = forms.compactMap { symbol, count in
      let there = symbols[symbol, default: 0]
      return count > there
        ? "of the \(count) forms of \(symbol) in the table of operators, \(there) are public" : nil
    }
    return (strangers + gone).sorted()
  }

  /// Checks that each file with calls has a test file with the same stem.
  private static func untested(
    _ calls: [SymbolGraph.Symbol], _ rows: [Operator]
  ) -> [String] {
    let tests = Set(
      files(in: URL(filePath: "Tests"), "swift").map {
        $0.deletingPathExtension().lastPathComponent
      })
    let symbols = Set(rows.map(\.symbol))
    return Set(calls.filter { symbols.contains($0.path) }.compactMap(\.stem))
      .filter { !tests.contains("\($0)Tests") }.sorted()
      .map { "\($0).swift has no \($0)Tests.swift" }
  }

  /// Public calls that need no row, or a row with one form fewer than they have, and why.
  private static let exceptions = [
    "Promise.whenSettled(fileID:line:completion:)": "one form is only for promises of Void",
    "PromiseProtocol.promise": "the promise itself",
    "Promise.hash(into:)": "of Hashable",
    "Promise.description": "of CustomStringConvertible",
    "Promise.dumpPending(as:)": "a report",
    "PromiseBag.init()": "used by calls that store promises",
    "PromiseCache.init(maxCount:maxAge:clock:staleValues:stopsUnwantedWork:isUsable:)":
      "used by its calls",
    "PromiseCache.store(_:for:)": "makes no promise",
    "PromiseCache.keptValue(for:)": "makes no promise",
    "PromiseCache.count": "a number",
    "Promise.retryInPlace(maxAttempts:backoff:tolerance:clock:when:onFailure:_:)":
      "makes no promise",
    "PromiseLimiter.init(limit:maxWaiting:)": "used by its calls",
    "PromiseLimiter.withPlace(fileID:line:_:)": "makes no promise",
    "PromiseLimiter.withPlace(fileID:line:orThrow:_:)": "makes no promise",
    "PromiseLimiter.withAllPlaces(fileID:line:_:)": "makes no promise",
    "PromiseLimiter.cancelWaiting()": "makes no promise",
    "PromiseLimiter.limit": "a number",
    "PromiseLimiter.runningCount": "a number",
    "PromiseLimiter.waitingCount": "a number",
    "SingleFlight.init()": "used by its calls",
  ]

  /// Types without calls that make, link or consume a promise.
  static let otherTypes: Set = [
    "AsyncForm", "Backoff", "CompletionOrder", "LimiterIsFull", "PossibleCancellation",
    "PromiseDiagnostics",
    "PromiseError", "PromiseForm",
  ]
}
