// Code that stays because nothing would be gained, or because it can't move as a whole.

import Testing

@testable import MigrationModel

@Suite("Code that stays as a whole")
struct HoldingTests {
  @Test(
    "M2: if no chain moves, no file changes",
    arguments: [
      "func f() -> Promise<Int> { Promise { $0.fulfill(1) } }",
      "func f() -> Promise<Int> { .value(1) }; func g(_ p: Promise<Int>) { print(p) }",
      "func f() -> Promise<Int> { .value(1) }; func g() { f().pipe { _ in } }",
      "class C { var seal: Resolver<Int>?; func f() -> Promise<Int> { Promise { seal = $0 } } }",
    ])
  func nothing(text: String) {
    let rewriting = rewrite(.promisekit, [("App/A.swift", "import PromiseKit\n\(text)\n")])
    #expect(rewriting.changed.isEmpty)
    #expect(rewriting.kept.contains { $0.reason == .nothingMoves })
  }

  @Test("M2: code moves with the chains that it takes part in, and other code in the file stays")
  func parts() throws {
    let text = """
      import PromiseKit
      func one() -> Promise<Int> { .value(1) }
      func two() -> Promise<Int> { one().map { $0 + 1 }.map { $0 + 1 } }
      func other() -> Promise<Int> { Promise { $0.fulfill(3) } }
      """
    let rewriting = rewrite(.promisekit, [("App/A.swift", text)])
    #expect(
      rewriting.files[0].after.hasSuffix(
        """
        func one() -> Promise<Int> { .fulfilled(1) }
        func two() -> Promise<Int> { one().map { $0 + 1 }.map { $0 + 1 } }
        func other() -> PromiseKitCompat.Promise<Int> { PromiseKitCompat.Promise { \
        $0.fulfill(3) } }
        """))
    let again = rewrite(.promisekit, [("App/A.swift", rewriting.files[0].after)])
    #expect(again.changed.isEmpty)
  }

  @Test("M2: code that stays at the top level converts what it gets from functions that move")
  func topLevel() {
    let text = """
      import PromiseKit
      func load() -> Promise<Int> { .value(1) }
      func twice() -> Promise<Int> { load().map { $0 + 1 }.map { $0 + 1 } }

      // Shows what is loaded.
      load().pipe { print($0) }
      """
    let after = rewrite(.promisekit, [("App/main.swift", text)]).files[0].after
    #expect(
      after.hasSuffix(
        """

        // Shows what is loaded.
        PromiseKitCompat.Promise(load()).pipe { print($0) }
        """))
  }

  @Test("M1 M2: code that stays converts in a file in which nothing moves, if that is wanted")
  func convertibleFiles() throws {
    let app = """
      import PromiseKit
      func one() -> Promise<Int> { .value(1) }
      func two() -> Promise<Int> { one().map { $0 + 1 }.map { $0 + 1 } }
      """
    let main = """
      import PromiseKit
      func shown() -> Promise<Int> { Promise { $0.fulfill(3) } }
      weak var last: Promise<Int>? = shown()
      two().pipe { print($0, last as Any) }
      """
    let sources = [("App/A.swift", app), ("App/main.swift", main)]
    let alone = rewrite(.promisekit, sources)
    #expect(alone.changed.isEmpty)
    #expect(alone.options == ["--convert App/main.swift": 1])
    let wanted: Set<Assumption> = [
      .swift5, try #require(Assumption(rawValue: "convert:App/main.swift")),
    ]
    let after = rewrite(.promisekit, sources, assuming: wanted)
    #expect(after.files[0].after.contains("one().map { $0 + 1 }"))
    #expect(
      after.files[1].after == """
        import AsyncPromises
        import PromiseKitCompat
        import class PromiseKitCompat.Promise
        func shown() -> Promise<Int> { Promise { $0.fulfill(3) } }
        weak var last: Promise<Int>? = shown()
        Promise(two()).pipe { print($0, last as Any) }
        """)
    let again = after.files.map { ($0.path, $0.after) }
    #expect(rewrite(.promisekit, again, assuming: wanted).changed.isEmpty)
    #expect(wanted.mayConvert(in: "/src/App/main.swift"))
    #expect(!wanted.mayConvert(in: "/src/MyApp/main.swift"))
  }

  @Test(
    "M2: what a property takes stays with it, in a trailing closure as well",
    arguments: [
      "Step(run: { return BODY })", "Step(name: \"\") { return BODY }", "Step(name: \"\") { BODY }",
    ])
  func memberwise(call: String) {
    let made = call.replacing("BODY", with: "one().map { $0 + 1 }.then { _ in one() }")
    let text = """
      import PromiseKit
      struct Step { var name = ""; let run: () -> Promise<Int> }
      func stays(_ s: Step) { weak var p: Promise<Int>? = s.run() }
      func one() -> Promise<Int> { .value(1) }
      let step = \(made)
      """
    let rewriting = rewrite(.promisekit, [("App/A.swift", text)], isWeighing: false)
    #expect(
      rewriting.files[0].after.hasSuffix(
        "step = \(made.replacing("one()", with: "PromiseKitCompat.Promise(one())"))"))
  }

  @Test(
    "M2: a reduction of any sequence to a promise moves",
    arguments: [
      "extension Sequence { func f() -> Promise<Int> { reduce(START) { p, i in BODY } } }",
      "func f(_ s: some Sequence) -> Promise<Int> { s.reduce(START) { p, i in BODY } }",
      "func f() -> Promise<Int> { (1...3).reduce(START) { p, i in BODY }.map { $0 } }",
    ])
  func reduction(text: String) {
    let text = text.replacing("START", with: "Promise<Int>.value(0)")
      .replacing("BODY", with: "p.then { n in next(n).map { $0 + 1 } }.map { $0 + 1 }")
    let next = "func next(_ n: Int) -> Promise<Int> { .value(n) }"
    let rewriting = rewrite(
      .promisekit, [("App/A.swift", "import PromiseKit\n\(next)\n\(text)")])
    #expect(rewriting.kept.isEmpty)
    #expect(rewriting.files[0].after.contains(".fulfilled(0)"))
  }

  @Test("The summary names what keeps most other declarations from moving")
  func blockers() {
    let text = """
      import PromiseKit
      weak var last: Promise<Int>?
      func one() -> Promise<Int> { .value(1) }
      func two() -> Promise<Int> { last = one().map { $0 + 1 }; return one().map { $0 } }
      """
    let summary = rewrite(.promisekit, [("App/A.swift", text)]).summary
    #expect(summary.contains("rewrite these first:\n  1  last (App/A.swift:2)\n"))
  }

  @Test("M2: an implicit member in the closure of a link that stays is the other library's")
  func implicitMembers() {
    let text = """
      import PromiseKit
      func one() -> Promise<Int> { .value(1) }
      func two() -> Promise<Int> {
        one().map { $0 }.map { $0 }.map { $0 }.recover(on: queue) { _ in .value(2) }.map { $0 }
      }
      """
    let rewriting = rewrite(.promisekit, [("App/A.swift", text)], isWeighing: false)
    let after = rewriting.files[0].after
    #expect(after.contains(".recover(on: queue) { _ in .value(2) }.asyncPromise"))
  }

  @Test("M2: an array of a dictionary's promises is one of promises")
  func arrays() {
    let text = """
      import PromiseKit
      var all: [Int: Promise<Int>] = [:]
      func loaded() -> Promise<[Int]> { when(fulfilled: Array(all.values)).map { $0 }.map { $0 } }
      """
    let rewriting = rewrite(.promisekit, [("App/A.swift", text)])
    #expect(rewriting.kept.isEmpty)
    #expect(rewriting.files[0].after.contains("Promise.all(Array(all.values))"))
  }

  @Test("M2: the elements of the program's own sequence are what its iterator gives")
  func ownSequence() {
    let text = """
      import PromiseKit
      struct Page { func load() -> Promise<Int> { Promise.value(1).map { $0 } } }
      struct Pages: Sequence, IteratorProtocol { func next() -> Page? { Page() } }
      func f() { for page in Pages() { page.load().done { print($0) }.cauterize() } }
      """
    let rewriting = rewrite(.promisekit, [("App/A.swift", text)])
    #expect(rewriting.kept.isEmpty)
    #expect(rewriting.rewrittenChains == 2)
  }

  @Test(
    "M2: the entries of a dictionary have its promises",
    arguments: [
      "for (key, one) in all { one.done { print(key, $0) }.cauterize() }",
      "for one in all { one.value.done { print($0) }.cauterize() }",
      "all.forEach { key, one in one.done { print(key, $0) }.cauterize() }",
      "if let one = all.first { one.value.done { print($0) }.cauterize() }",
      "for one in all.sorted(by: { $0.key < $1.key }) { one.value.done { print($0) }.cauterize() }",
      "for (i, one) in all.values.enumerated() { one.done { print(i, $0) }.cauterize() }",
    ])
  func entries(body: String) {
    let text = """
      import PromiseKit
      func one() -> Promise<Int> { Promise.value(1).map { $0 } }
      func f() {
        let all = ["a": one()]
        \(body)
      }
      """
    let rewriting = rewrite(.promisekit, [("App/A.swift", text)])
    #expect(rewriting.kept.isEmpty)
    #expect(rewriting.rewrittenChains == 2)
  }

  @Test("M2: a requirement and its witnesses move with the chains of those that call either")
  func witnesses() {
    let text = """
      import PromiseKit
      protocol Loader { func load() -> Promise<Int> }
      struct One: Loader { func load() -> Promise<Int> { .value(1) } }
      class Two: Loader { func load() -> Promise<Int> { .value(2) } }
      func f(_ l: Loader) { l.load().map { $0 + 1 }.map { $0 + 1 }.cauterize() }
      """
    let after = rewrite(.promisekit, [("App/A.swift", text)]).files[0].after
    #expect(!after.contains("PromiseKit"))
    let alone = text.split(separator: "\n").dropLast().joined(separator: "\n")
    #expect(rewrite(.promisekit, [("App/A.swift", alone)]).changed.isEmpty)
  }

  @Test("M2: code that moves converts the promise of a function that stays")
  func conversions() {
    let text = """
      import PromiseKit
      func kept() -> Promise<Int> { moved().map { $0 } }
      func moved() -> Promise<Int> { .value(1) }
      func shown() {
        kept().map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.done { print($0) }.cauterize()
      }
      func taken(_ p: Any) { let c = cells(); c.kept().done { print($0) } }
      """
    let after = rewrite(.promisekit, [("App/A.swift", text)]).files[0].after
    #expect(after.contains("func kept() -> Promise<Int> { moved().map { $0 } }"))
    #expect(after.contains("func moved() -> Promise<Int> { .value(1) }"))
    #expect(after.contains("kept().asyncPromise.map { $0 + 1 }.map { $0 + 1 }"))
    #expect(after.contains("c.kept().done { print($0) }"))
  }

  @Test(
    "M2: code stays with a function that stays, if overloads leave open whether it converts",
    arguments: [
      "func g() { one().then { n -> Promise<Int> in print(n); return save(n) }.cauterize() }",
      "func g() -> Promise<Int> { one().then { _ in one() }.done { print($0) }; return save(1) }",
      "func g() { let p = save(1); one().then { _ in p }.done { print($0) }.cauterize() }",
    ])
  func overloads(use: String) {
    let text = """
      import PromiseKit
      func save(_ text: String) -> Int { text.count }
      func save(_ number: Int) -> Promise<Int> { Promise { $0.fulfill(number) } }
      func one() -> Promise<Int> { .value(1) }
      func held(_ x: Any) { let c = cells(x); c.save(1).done { print($0) } }
      """
    let rewriting = rewrite(
      .promisekit, [("App/A.swift", text + "\n" + use)], isWeighing: false)
    let after = rewriting.files[0].after
    #expect(after.contains("PromiseKitCompat.Promise(one()).then"))
    #expect(!after.contains("asyncPromise"))
  }

  @Test("M2: in an extension that stays, the promise's name has its arguments")
  func extensions() {
    let text = """
      import PromiseKit
      extension Promise { func same() -> Promise { validate() } }
      func moved() -> Promise<Int> { Promise.value(1).map { $0 + 1 } }
      """
    let after = rewrite(.promisekit, [("App/A.swift", text)], isWeighing: false).files[0].after
    #expect(
      after.contains(
        "extension PromiseKitCompat.Promise { func same() -> PromiseKitCompat.Promise<T>"))
  }

  @Test("M2: PMKFoundation's check of a response stays a link of the facade")
  func validate() {
    let text = """
      import PromiseKit
      import PMKFoundation
      func f() -> Promise<Int> { data().validate().map { $0.data.count } }
      func data() -> Promise<(data: Data, response: URLResponse)> { made() }
      func g() -> Promise<Int> { f().map { $0 + 1 } }
      """
    func written(_ text: String) -> String {
      rewrite(.promisekit, [("App/A.swift", text)], isWeighing: false).files[0].after
    }
    let crossing = "{ PromiseKitCompat.Promise(data()).validate().asyncPromise.map {"
    #expect(written(text).contains(crossing))
    let other = written(text.replacing("PMKFoundation", with: "Other"))
    let staying =
      "PromiseKitCompat.Promise<Int> { PromiseKitCompat.Promise(data()).validate().map {"
    #expect(other.contains(staying))
  }

  @Test("M2: a file without the import moves with what it uses, or holds it back")
  func withoutImport() {
    let load = ("App/Load.swift", "import PromiseKit\nfunc load() -> Promise<Int> { .value(1) }\n")
    let moved = rewrite(
      .promisekit, [load, ("App/Show.swift", "func show() { load().done { print($0) } }\n")])
    #expect(moved.changed.count == 2)
    #expect(moved.files[1].after.hasPrefix("import AsyncPromises\n"))
    #expect(moved.files[1].after.contains("load().done { @MainActor in print($0) }"))
    let kept = rewrite(
      .promisekit, [load, ("App/Show.swift", "func show() throws { try load().wait() }\n")])
    #expect(kept.changed.isEmpty)
    #expect(kept.kept.contains { $0.name == "wait" && $0.place.file == "App/Show.swift" })
  }

  @Test("M1: the report counts the same chains as the rewrite, and names the options for the rest")
  func figures() throws {
    let sources = [
      ("App/Load.swift", "import BoltsSwift\nfunc load() -> Task<Int> { Task(1) }\n"),
      (
        "App/Show.swift",
        "func show() { load().continueOnSuccessWith(.mainThread) { print($0) } }\n"
          + "func other() { load().continueOnSuccessWith { print($0) } }\n"
          + "func third() { load().continueOnErrorWith { print($0) } }\n"
      ),
    ]
    let rewriting = rewrite(.bolts, sources)
    let report = Report(Analysis.run(sources: sources, isWeighing: true), paths: [])
    let figures = try #require(report.libraries.first).total
    #expect(figures.chains == rewriting.chains && figures.chains == 3)
    #expect(figures.rewritableChains == rewriting.rewrittenChains)
    #expect(figures.options == ["--assume later-handlers": 2])
    #expect(rewriting.summary.contains("2  --assume later-handlers"))
  }

  @Test("M1: a module that seems to have the library's names is suggested as an alias")
  func aliases() throws {
    let sources = [
      ("App/Load.swift", "import Promises\nfunc load() -> Promise<Int> { Promise(1) }\n"),
      (
        "Other/Show.swift",
        "import Foundation\nimport Futures\nfunc f(_ p: Promise<Int>) { p.then { print($0) } }\n"
          + "func g(_ p: Promise<Int>) { p.always { print(1) } }\n"
      ),
    ]
    let option = "--module-alias Futures=google"
    #expect(rewrite(.google, sources).options == [option: 2])
    let report = Report(Analysis.run(sources: sources, isWeighing: true), paths: [])
    #expect(report.libraries.first?.total.options == [option: 2])
    let aliased = try #require(Assumption(rawValue: "module-alias:Futures=google"))
    #expect(rewrite(.google, sources, assuming: [.swift5, aliased]).options.isEmpty)
  }

  @Test("M2: a pattern of `main-actor:` means the classes that hold chains up")
  func pattern() throws {
    let text = """
      import PromiseKit
      func load() -> Promise<Int> { .value(1) }
      class AView { var n = 0; func f() { load().done { self.n = $0 }.cauterize() } }
      class BView { var n = 0; func f() { load().done { print($0) }.cauterize() } }
      class CView { var n = 0 }
      """
    let names = try #require(Assumption(rawValue: "main-actor:*View"))
    let after = rewrite(.promisekit, [("App/A.swift", text)], assuming: [names]).files[0].after
    #expect(after.contains("@MainActor\nclass AView"))
    #expect(
      !after.contains("@MainActor\nclass BView") && !after.contains("@MainActor\nclass CView"))
  }
}
