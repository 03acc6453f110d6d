// What a reviewer of a rewrite would object to.

import SwiftParser
import SwiftSyntax
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
    "M2: no rewritten closure has two spaces where it had one or none",
    arguments: [
      "{}", "{ }", "{ _ in }", "{ _ in}", "{ x in }", "{ print($0) }", "{ _ in print(1) }",
    ])
  func blanks(closure: String) {
    let promiseKit = ["done", "get", "map", "tap", "ensure", "recover", "catch", "then", "finally"]
      .map { "func \($0)F(_ p: Promise<Void>) { p.\($0) \(closure).cauterize() }" }
    let google = ["then", "catch", "always", "recover", "validate", "reduce", "timeout", "delay"]
      .map { "func \($0)F(_ p: Promise<Void>) { p.\($0) \(closure).then { 1 } }" }
    let bolts = ["continueWith", "continueOnSuccessWith", "continueOnErrorWith"]
      .map { "func \($0)F(_ p: Task<Void>) { p.\($0)(.mainThread) \(closure) }" }
    for (vocabulary, module, functions) in [
      (Vocabulary.promisekit, "PromiseKit", promiseKit), (.google, "Promises", google),
      (.bolts, "BoltsSwift", bolts),
    ] {
      for goal in Goal.allCases {
        let text = "import \(module)\n" + functions.joined(separator: "\n")
        let after = Rewriting(
          sources: [("A.swift", text)], from: vocabulary, to: goal, assuming: [.swift5]
        ).files[0].after
        #expect(after != text)
        for line in after.split(separator: "\n") {
          #expect(!line.drop { $0 == " " }.contains("  "), "\(line)")
        }
      }
    }
  }

  @Test("M2: new lines have the file's indentation", arguments: ["  ", "    ", "\t"])
  func units(unit: String) {
    let text = """
      class C {
      _var list: [Int] = []
      _func f() -> Promise<Int> {
      __load().get { self.list = [$0] }.map { $0 + 1 }
      _}
      _func g() -> Promise<Int> {
      __load().map { [$0] }.firstValue.tap { print($0) }
      _}
      _func i() -> Promise<Int> {
      __Promise { seal in
      ___get { value, error in seal.resolve(value, error) }
      __}
      _}
      _func j() -> Promise<Int> { race(fulfilled: [load()]) }
      _func k() -> Promise<Int> { Promise { get(completion: $0.resolve) } }
      _func get(completion: @escaping (Int?, Error?) -> Void) {}
      _func h() -> Promise<[Int]> { load().map { [$0] }.mapValues { $0 + 1 }.sortedValues() }
      }
      """
    let after = promiseKit(text.replacing("_", with: unit))
    #expect(after.contains("\n\(unit)\(unit)\(unit)"))
    for line in after.split(separator: "\n") {
      let blanks = line.prefix { $0 == " " || $0 == "\t" }
      #expect(blanks.count % unit.count == 0 && Set(blanks).isSubset(of: Set(unit)), "\(line)")
    }
  }

  @Test("M2: a promise of nothing leaves no blank line")
  func nothing() {
    let text = """
      import PromiseKit
      func f(_ isDone: Bool) -> Promise<Void> {
        if isDone {
          return Promise.value(())
        }
        guard !isDone else { return .value(()) }
        return load().asVoid()
      }
      func load() -> Promise<Int> { .value(1) }
      func g() -> Promise<Void> {
        .value(())
      }
      """
    let after = Rewriting(sources: [("A.swift", text)], from: .promisekit, to: .async)
      .files[0].after
    #expect(
      after == """
        import AsyncPromises
        func f(_ isDone: Bool) async throws {
          if isDone {
            return
          }
          guard !isDone else { return }
          _ = try await load()
        }
        func load() async throws -> Int { 1 }
        func g() async throws {}
        """)
  }

  @Test(
    "M2: a promise is never converted and converted back",
    arguments: [
      // What the two sides of a conversion can be: an argument, a result of a closure, a head, a
      // link before and after, what is stored.
      "func f() -> Promise<Int> { load().map(on: q) { $0 }.map(on: q) { $0 } }",
      "func f() -> Promise<Int> { load().map(on: q) { $0 }.then(on: q) { _ in load() } }",
      "func f() -> Promise<Int> { load().then(on: q) { _ in load().map(on: q) { $0 } } }",
      "func f() -> Promise<Int> { load().then(on: q) { _ in load().map { $0 } } }",
      "func f() -> Promise<Int> { load().map { $0 }.then(on: q) { n -> Promise<Int> in load() } }",
      "func f() -> Promise<Int> { firstly { load().map(on: q) { $0 } }.map(on: q) { $0 } }",
      "func f() -> Promise<Int> { firstly { firstly { load() }.map(on: q) { $0 } }.map { $0 } }",
      "func f() -> Promise<[Int]> { when(fulfilled: [load().map(on: q) { $0 }]) }",
      "func f() -> Promise<Void> { when(fulfilled: load().map(on: q) { $0 }, load()).asVoid() }",
      "func f() -> Promise<Void> { race(load(), load().map(on: q) { $0 }).done(on: q) { _ in } }",
      "func f() -> Promise<Int> { load().recover(on: q) { _ in load().map(on: q) { $0 } } }",
      "func f() -> Promise<Int> { let p = load().map(on: q) { $0 }; return p.map(on: q) { $0 } }",
      "class C { var p = load(); func f() -> Promise<Int> { p.map(on: q) { $0 } } }",
    ])
  func conversions(text: String) {
    let after = written(
      .promisekit,
      [
        (
          "App/A.swift",
          "import PromiseKit\nfunc load() -> Promise<Int> { .value(1) }\n\(text)\n"
            + "func g() { load().map { $0 }.map { $0 }.map { $0 }.map { $0 }.cauterize() }"
        )
      ])[0]
    #expect(after.contains("PromiseKitCompat.Promise("))
    #expect(DoubleConversionFinder.count(in: after) == 0, "\(after)")
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
    let sources = [
      ("Sources/App/A.swift", "a"), ("Sources/App/B.swift", "b"), ("Sources/Core/C.swift", "c"),
    ]
    let files = written(.bolts, sources.map { ($0, text.replacing("NAME", with: $1)) })
    #expect(files[0].contains("\n  static func whenAllResult"))
    #expect(!files[1].contains("func whenAllResult"))
    #expect(files[2].contains("\n  fileprivate static func whenAllResult"))
    // Folders that may be modules, or parts of one.
    let folders = written(
      .bolts,
      ["A/A.swift", "A/B.swift", "B/C.swift"].map { ($0, text.replacing("NAME", with: "f")) })
    #expect(folders.allSatisfy { $0.contains("\n  fileprivate static func whenAllResult") })
    // Folders of one module: one uses the other's types without an import.
    let types = "struct One {}\nstruct Two {}\n"
    let uses = "let all: (One, Two)? = nil\n"
    let groups = written(
      .bolts,
      [("A/A.swift", text.replacing("NAME", with: "f") + types), ("B/C.swift", text + uses)])
    #expect(groups[0].contains("\n  static func whenAllResult"))
    #expect(!groups[1].contains("func whenAllResult"))
    // A file that moves later.
    let later = written(
      .bolts, [("Sources/App/A.swift", files[0]), ("Sources/App/D.swift", text)])
    #expect(later[1].contains("Promise.whenAllResult(t)"))
    #expect(!later[1].contains("func whenAllResult"))
  }
}

/// Finds conversions of what was just converted the other way.
private final class DoubleConversionFinder: SyntaxVisitor {
  private var count = 0

  static func count(in text: String) -> Int {
    let finder = DoubleConversionFinder(viewMode: .sourceAccurate)
    finder.walk(Parser.parse(source: text))
    return finder.count
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.calledExpression.trimmedDescription == "PromiseKitCompat.Promise" else {
      return .visitChildren
    }
    let argument = node.arguments.first?.expression.as(MemberAccessExprSyntax.self)
    let outside = node.parent?.as(MemberAccessExprSyntax.self)
    for access in [argument, outside] where access?.declName.baseName.text == "asyncPromise" {
      count += 1
    }
    return .visitChildren
  }
}
