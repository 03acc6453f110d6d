// The example apps, with figures that were counted by hand.

import Foundation
import Testing

@testable import MigrationModel

@Suite("Example apps")
struct AppTests {
  private func path(_ app: String) -> String {
    let root = URL(fileURLWithPath: #filePath).standardizedFileURL.pathComponents.dropLast(5)
    return "/" + root.dropFirst().joined(separator: "/") + "/Examples/\(app)/App"
  }

  private func report(_ app: String) throws -> Report {
    Report(try Analysis.run(paths: [path(app)]), paths: [app])
  }

  @Test("PromiseKitApp")
  func promiseKitApp() throws {
    let report = try report("PromiseKitApp")
    let total = report.only.total
    #expect(report.libraries.map(\.library) == [.promiseKit])
    #expect(total.files == 13 && total.unknown == 0)
    #expect(total.imports == ["PromiseKitCompat": 13])
    let expected = [
      "then": 14, "map": 18, "done": 9, "get": 4, "tap": 2, "recover": 8, "ensure": 5,
      "ensureThen": 1, "catch": 4, "finally": 6, "cauterize": 2, "compactMap": 5, "asVoid": 4,
      "mapValues": 4, "filterValues": 3, "sortedValues": 3, "compactMapValues": 1,
      "flatMapValues": 1, "thenMap": 1, "thenFlatMap": 1, "firstValue": 2, "lastValue": 1,
      "async": 79, "wait": 1, "decoded": 1,
    ]
    for (name, count) in expected { #expect(total.operators[name] == count, "\(name)") }
    #expect(total.groups == ["when": 10, "race": 3])
    #expect(total.chains == 64)
    #expect(report.callbacks.functions == 11)
    // The app sets `conf.Q` and `conf.catchPolicy`, so the calls that they affect are kept.
    #expect(total.kept["catch-policy"] == 6)
    let ensure = report.only.chains.first { $0.file.hasSuffix("Uploads.swift") && $0.line == 26 }
    #expect(ensure?.isRewritable == true)
  }

  @Test("PromiseKitApp, rewritten twice")
  func promiseKitAppRewritten() throws {
    let once = try Rewriting(
      paths: [path("PromiseKitApp")], from: .promisekit, to: .promises,
      assuming: [.defaultSettings])
    #expect(once.files.allSatisfy { $0.error == nil })
    #expect(once.chains == 64)
    #expect(once.rewrittenChains * 100 >= 85 * once.chains)
    let twice = Rewriting(
      sources: once.files.map { ($0.path, $0.after) }, from: .promisekit, to: .promises,
      assuming: [.defaultSettings])
    #expect(twice.changed.isEmpty)
  }

  @Test("GooglePromisesApp")
  func googlePromisesApp() throws {
    let report = try report("GooglePromisesApp")
    let total = report.only.total
    #expect(report.libraries.map(\.library) == [.google])
    #expect(total.files == 6 && total.unknown == 0)
    for (name, count) in [
      "then": 14, "catch": 3, "always": 1, "recover": 1, "validate": 1, "timeout": 1, "reduce": 1,
      "cancel": 1,
    ] { #expect(total.operators[name] == count, "\(name)") }
    #expect(total.groups == ["all": 2, "any": 1, "race": 1])
    #expect(total.queues == [".global()": 4])
    #expect(total.chains == 11 && total.rewritableChains == 10)
  }

  @Test("BoltsApp")
  func boltsApp() throws {
    let report = try report("BoltsApp")
    let total = report.only.total
    #expect(report.libraries.map(\.library) == [.bolts])
    #expect(total.files == 5 && total.unknown == 0)
    for (name, count) in [
      "continueWith": 4, "continueWithTask": 2, "continueOnSuccessWith": 5,
      "continueOnSuccessWithTask": 5, "continueOnErrorWith": 1, "continueOnErrorWithTask": 1,
      "finished": 24,
    ] { #expect(total.operators[name] == count, "\(name)") }
    #expect(total.groups == ["whenAllResult": 2])
    #expect(total.resolvers == ["TaskCompletionSource": 2])
    #expect(total.queues == [".mainThread": 7, "executor": 1])
    #expect(total.chains == 16 && total.rewritableChains == 9)
  }

  @Test("BoltsApp, if handlers may run later: only chains with cancellation tokens are kept")
  func boltsAppRewritten() throws {
    let rewriting = try Rewriting(
      paths: [path("BoltsApp")], from: .bolts, to: .promises, assuming: [.laterHandlers])
    #expect(rewriting.files.allSatisfy { $0.error == nil })
    #expect(rewriting.chains == 16 && rewriting.rewrittenChains == 14)
    #expect(rewriting.kept.map(\.reason) == Array(repeating: .cancellationToken, count: 3))
  }
}
