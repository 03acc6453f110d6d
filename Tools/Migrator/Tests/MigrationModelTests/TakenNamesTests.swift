// Names of the program's own that a rewrite needs for something else.

import Testing

@testable import MigrationModel

@Suite("Names that are taken")
struct TakenNamesTests {
  @Test(
    "M2: nothing moves where the program has a type with a name that the rewrite writes",
    arguments: [
      (Vocabulary.google, "Resolver"), (.google, "PromiseError"), (.google, "CancellationError"),
      (.bolts, "Promise"), (.bolts, "Resolver"), (.promisekit, "CancellationError"),
      (.promisekit, "Promise"), (.google, "Promise"),
    ])
  func types(vocabulary: Vocabulary, name: String) {
    let module = vocabulary.library?.original ?? ""
    let type = vocabulary == .bolts ? "Task" : "\(module).Promise"
    let link = vocabulary == .bolts ? "continueOnSuccessWith(.mainThread)" : "then"
    let text = """
      import \(module)
      struct \(name) {}
      func f(_ p: \(type)<Int>) -> \(type)<Int> { p.\(link) { $0 + 1 }.\(link) { $0 + 1 } }
      """
    let rewriting = rewrite(vocabulary, [("App/A.swift", text)])
    #expect(rewriting.changed.isEmpty)
    #expect(rewriting.kept.contains { $0.reason == .takenName })
    let nested = text.replacing("struct \(name) {}", with: "extension \(name) {}")
    #expect(
      rewrite(vocabulary, [("App/A.swift", nested)]).kept.allSatisfy { $0.reason != .takenName })
  }

  @Test(
    "M2: an extension's operator doesn't become a call of itself",
    arguments: [
      (
        Vocabulary.google,
        "extension Promise { func finally(_ f: @escaping () -> Void) -> Promise { "
          + "always { f() } } }"
      ),
      (
        .google,
        "extension Promise { static func rejected(_ e: Error) -> Promise<Value> { Promise(e) } }"
      ),
      (
        .bolts,
        "extension Task { static func pending() -> TaskCompletionSource<TResult> { "
          + "TaskCompletionSource<TResult>() } }"
      ),
      (.bolts, "extension Task { func cancel() { print(1) } }"),
    ])
  func operators(vocabulary: Vocabulary, text: String) {
    let type = vocabulary == .google ? "Promise" : "Task"
    let facade = vocabulary.library?.facade ?? ""
    let after = written(text, vocabulary)
    #expect(after.contains("extension \(facade).\(type)") || after.contains(text), "\(after)")
  }

  @Test("M2: an extension's operator moves if it calls others")
  func otherOperators() {
    let after = written(
      """
      extension Promise {
        static func fulfilled(_ value: Value) -> Promise<Value> {
          let promise = Promise<Value>.pending()
          promise.fulfill(value)
          return promise
        }
      }
      func f() -> Promise<Int> { Promise<Int>.fulfilled(1).then { $0 + 1 } }
      """)
    #expect(after.contains("resolver.fulfill(value)"), "\(after)")
    #expect(after.contains("Promise<Int>.fulfilled(1).map {"), "\(after)")
  }
}
