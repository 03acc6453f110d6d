// Checks that every closure that the public interface takes is in the matrix of contexts.

import Foundation

/// A closure that a public call takes. ContextTests.swift tests where it runs and is released.
struct TakenClosure: Hashable {
  /// The call, without its labels.
  let call: String
  /// The name of the parameter.
  let parameter: String

  static func problems(in graphs: URL) throws -> [String] {
    // The matrix iterates over the operators.
    let operators = Set(try Operator.table().filter { $0.role == "chain" }.map(\.symbol))
    let taken = try SymbolGraph.library(in: graphs).filter { !operators.contains($0.path) }
      .flatMap { symbol in
        symbol.closures.map {
          TakenClosure(call: String(symbol.path.prefix { $0 != "(" }), parameter: $0)
        }
      }
    let rows = try rows()
    print("\(taken.count) closures of public calls other than operators")
    let (forms, tested) = (counts(taken), counts(rows))
    return
      (forms.filter { exceptions[$0.key] == nil && tested[$0.key, default: 0] != $0.value }
      .map {
        "\(path)… has \(tested[$0.key, default: 0]) rows for the \($0.value) closures "
          + "“\($0.key.parameter)” of \($0.key.call)"
      }
      + Set(rows).filter { forms[$0] == nil }.map {
        "\(path)… has a row for “\($0.parameter)” of \($0.call), which is no public closure"
      }).sorted()
  }

  private static let path = "Tests/AsyncPromisesTests/Support/ContextCalls"

  private static func counts(_ closures: [TakenClosure]) -> [TakenClosure: Int] {
    Dictionary(closures.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private static func rows() throws -> [TakenClosure] {
    try ["", "OfGroups"].flatMap { part in
      try String(contentsOf: URL(filePath: "\(path)\(part).swift"), encoding: .utf8)
        .matches(of: #/ContextCall\(\s*"([^"]+)", "([^"]+)"/#)
        .map { TakenClosure(call: String($0.1), parameter: String($0.2)) }
    }
  }

  /// Closures that the matrix leaves out, and why.
  private static let exceptions = [
    TakenClosure(call: "Promise.init", parameter: "body"): "runs within the call that takes it",
    TakenClosure(call: "Promise.wrap", parameter: "call"): "runs within the call that takes it",
    TakenClosure(call: "PromiseCache.init", parameter: "isUsable"): "runs within the calls",
    TakenClosure(call: "PromiseLimiter.withPlace", parameter: "body"): "doesn't escape",
    TakenClosure(call: "PromiseLimiter.withPlace", parameter: "orThrow"): "doesn't escape",
    TakenClosure(call: "PromiseLimiter.withAllPlaces", parameter: "body"): "doesn't escape",
    TakenClosure(call: "Promise.retryInPlace", parameter: "operation"): "doesn't escape",
    TakenClosure(call: "Promise.retryInPlace", parameter: "when"): "doesn't escape",
    TakenClosure(call: "Promise.retryInPlace", parameter: "onFailure"): "doesn't escape",
    TakenClosure(call: "PromiseDiagnostics.install", parameter: "hook"):
      "is never released; ReportContextTests tests where it runs",
  ]
}
