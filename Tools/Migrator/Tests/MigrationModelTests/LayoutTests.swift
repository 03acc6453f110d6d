// What a reviewer of a rewrite would object to.

import Testing

@testable import MigrationModel

@Suite("Layout")
struct LayoutTests {
  private func written(
    _ vocabulary: Vocabulary, _ sources: [(path: String, text: String)],
    assuming assumptions: Set<Assumption> = [.swift5, .laterHandlers]
  ) -> [String] {
    let once = Rewriting(
      sources: sources, from: vocabulary, to: .promises, assuming: assumptions
    ).files.map { ($0.path, $0.after) }
    let twice = Rewriting(
      sources: once, from: vocabulary, to: .promises, assuming: assumptions)
    #expect(twice.changed.isEmpty)
    return once.map(\.1)
  }

  private func promiseKit(_ text: String) -> String {
    written(
      .promisekit,
      [("App/A.swift", "import PromiseKit\nfunc load() -> Promise<Int> { .value(1) }\n\(text)")]
    )[0].split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("func load") }.dropFirst().joined(separator: "\n")
  }

  @Test(
    "M2: the body of a `firstly` that goes takes its indentation",
    arguments: [
      (
        """
        func f() -> Promise<Int> {
          return firstly {
            load().map { n in
              // inside
              n + 1
            }
          }.map { $0 + 1 }
        }
        """,
        """
        func f() -> Promise<Int> {
          return load().map { n in
            // inside
            n + 1
          }.map { $0 + 1 }
        }
        """
      ),
      (
        """
        func f() -> Promise<String> {
            firstly {
                firstly {
                    load()
                        .map { $0 + 1 }
                }
                .map { $0 + 1 }
            }
            .map { _ in \"\"\"
              text
              \"\"\"
            }
        }
        """,
        """
        func f() -> Promise<String> {
            load()
                .map { $0 + 1 }
            .map { $0 + 1 }
            .map { _ in \"\"\"
              text
              \"\"\"
            }
        }
        """
      ),
    ])
  func firstly(before: String, after: String) {
    #expect(promiseKit(before) == after)
  }

  @Test(
    "M2: nothing is converted or ignored twice",
    arguments: [
      (
        "func f(_ p: Promise<Void>) -> Promise<Void> { when(fulfilled: p, p).asVoid() }",
        "func f(_ p: Promise<Void>) -> Promise<Void> { Promise.all(p, p).map { _ in } }"
      ),
      (
        "func f(_ p: Promise<Void>) -> Promise<Int> { when(fulfilled: p, p).then { _ in load() } }",
        "func f(_ p: Promise<Void>) -> Promise<Int> { Promise.all(p, p).then { @MainActor _ in "
          + "load() } }"
      ),
      (
        "func f() -> Promise<Void> { load().map { _ in }.asVoid() }",
        "func f() -> Promise<Void> { load().map { _ in } }"
      ),
    ])
  func twice(before: String, after: String) {
    #expect(promiseKit(before) == after)
  }

  @Test(
    "M2: names, capture lists and short calls are kept",
    arguments: [
      (
        "func f() { load().done { _ in }.cauterize() }",
        "func f() { load().done { _ in }.ignoreErrors() }"
      ),
      (
        "func f() { load().done { _ in }.catch { _ in print(1) } }",
        "func f() { load().done { _ in }.catch(except: CancellationError.self) { @MainActor _ in "
          + "print(1) } }"
      ),
      (
        "class C { func f() { load().done { [weak self] (n: Int) in self?.g(n) }.cauterize() }\n"
          + "func g(_ n: Int) {} }",
        "class C { func f() { load().done { @MainActor [weak self] (n: Int) in self?.g(n) }"
          + ".ignoreErrors() }\nfunc g(_ n: Int) {} }"
      ),
    ])
  func names(before: String, after: String) {
    #expect(promiseKit(before) == after)
  }

  @Test(
    "M2: only names that the file uses are imported",
    arguments: [
      ("func f() { load().map(on: queue) { $0 }.cauterize() }", ["Promise"]),
      (
        "func f(_ r: Resolver<Int>) { load().map(on: queue) { $0 }.cauterize() }",
        ["Promise", "Resolver"]
      ),
    ])
  func imports(text: String, names: [String]) {
    let file = written(
      .promisekit,
      [("App/A.swift", "import PromiseKit\nfunc load() -> Promise<Int> { .value(1) }\n\(text)\n")])[
        0]
    let found = file.split(separator: "\n").filter { $0.hasPrefix("import struct") }
    #expect(found == names.map { "import struct AsyncPromises.\($0)" })
  }

  @Test("M2: what several files of a module need is declared once")
  func helpers() {
    let text =
      "import BoltsSwift\nfunc NAME(_ t: [Task<Int>]) -> Task<[Int]> { "
      + "Task.whenAllResult(t).continueOnSuccessWith { $0 } }\n"
    let sources = [("App/A.swift", "a"), ("App/B.swift", "b"), ("Core/C.swift", "c")]
    let files = written(.bolts, sources.map { ($0, text.replacing("NAME", with: $1)) })
    #expect(files[0].contains("\n  static func whenAllResult"))
    #expect(!files[1].contains("func whenAllResult"))
    #expect(files[2].contains("\n  fileprivate static func whenAllResult"))
    // A file that moves later.
    let later = written(.bolts, [("App/A.swift", files[0]), ("App/D.swift", text)])
    #expect(later[1].contains("Promise.whenAllResult(t)"))
    #expect(!later[1].contains("func whenAllResult"))
  }
}
