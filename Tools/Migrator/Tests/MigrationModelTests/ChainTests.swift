// What is counted as a chain, and what isn't.

import Testing

@testable import MigrationModel

@Suite("Chains: expressions that are known to be promises")
struct ChainTests {
  @Test("A chain starts with a function that the sources declare; an array's map isn't a chain")
  func functions() {
    let report = promiseKit(
      """
      func run() {
        load().map { numbers in numbers.map { $0 + 1 }.first.map { $0 } }.done { use($0) }
        [1, 2].map { $0 }.filter { $0 > 1 }
      }
      """)
    #expect(report.only.chains.count == 1)
    #expect(report.only.total.operators == ["map": 1, "done": 1])
    #expect(report.only.total.unknown == 0)
  }

  @Test(
    "Heads of all kinds",
    arguments: [
      "func f(_ p: Promise<Int>) { p.done { _ in } }",
      "func f() { let p: Promise<Int> = x(); p.done { _ in } }",
      "func f() { let p = load(); p.done { _ in } }",
      "func f() { let (p, seal) = Promise<Int>.pending(); p.done { _ in } }",
      "func f() { if let p = cache[1] { p.done { _ in } } }; let cache: [Int: Promise<Int>] = [:]",
      "func f(_ p: Promise<Int>?) { guard let p else { return }; p.done { _ in } }",
      "func f(_ p: Promise<Int>?) { p?.done { _ in } }",
      "func f(_ ps: [Promise<Int>]) { for p in ps { p.done { _ in } } }",
      "func f(_ ps: [Promise<Int>]) { ps.forEach { $0.done { _ in } } }",
      "func f(_ ps: [Promise<Int>]) { ps.first!.done { _ in } }",
      "func f(_ ps: [Promise<Int>]) { ps.map { $0 }[0].done { _ in } }",
      "func f(_ ps: [Promise<Int>]) { let qs = ps.map { p in p }; qs.last?.done { _ in } }",
      "func f(_ ps: [Int]) { ps.reduce(Promise()) { p, i in p }.done { _ in } }",
      "func f(_ make: () -> Promise<Int>) { make().done { _ in } }",
      "func f() { func g() -> Promise<Int> { x() }; g().done { _ in } }",
      "class A { let p = Promise.value(1); func f() { p.done { _ in } } }",
      "class A { let b = B(); func f() { b.p.done { _ in } } }; class B { var p: Promise<Int> }",
      "class A: B { func f() { g().done { _ in } } }; class B { func g() -> Promise<Int> { x() } }",
      "protocol S { func g() -> Promise<Int> }; func f(_ s: any S) { s.g().done { _ in } }",
      "protocol S { func g() -> Promise<Int> }; func f<T: S>(_ s: T) { s.g().done { _ in } }",
      "func f<T: Thenable>(_ p: T) { p.done { _ in } }",
      "typealias Numbers = Promise<[Int]>; func f(_ p: Numbers) { p.done { _ in } }",
      "typealias P<T> = Promise<T>; func f(_ p: P<Int>) { p.done { _ in } }",
      "func f(_ p: PromiseKit.Promise<Int>) { p.done { _ in } }",
      "func f() { PromiseKit.after(seconds: 1).done { _ in } }",
      "extension Promise { func f() { done { _ in } } }",
      "extension Promise { func f() { self.done { _ in } } }",
      "func f() { (x() as Promise<Int>).done { _ in } }",
      "func f() throws { try! g().done { _ in } }; func g() throws -> Promise<Int> { x() }",
      "enum A { static func g() -> Promise<Int> { x() } }; func f() { A.g().done { _ in } }",
      "struct A { struct B { let p: Promise<Int> } }; func f(_ b: A.B) { b.p.done { _ in } }",
      "func f(_ x: (p: Promise<Int>, Int)) { x.p.done { _ in } }",
      "let f = { (p: Promise<Int>) in p.done { _ in } }",
      "var f: Promise<Void> { load().done { _ in } }",
    ])
  func heads(text: String) {
    let report = promiseKit(text)
    #expect(report.only.total.operators["done"] == 1)
    #expect(report.only.total.chains == 1)
    #expect(report.only.total.unknown == 0)
  }

  @Test(
    "Calls on values of unknown type are reported with their place",
    arguments: [
      "func f() { other().done { _ in } }",
      "func f() { thing.promise.done { _ in } }",
      "func f(_ p: Other) { p.promise().done { _ in } }",
    ])
  func unknown(text: String) {
    let report = promiseKit(text)
    #expect(report.only.total.chains == 0)
    #expect(report.only.unknown.map(\.name) == ["done"])
    #expect(report.only.unknown.first?.line == 2)
    #expect(report.only.unknown.first?.reason == nil)
  }

  @Test("Overloads that differ are ambiguous, unless labels or closures tell them apart")
  func overloads() {
    let report = promiseKit(
      """
      struct Server {
        func get(_ path: String) -> Promise<Int> { x() }
        func get(_ path: String, completion: @escaping (Int) -> Void) -> Request { x() }
        func both(_ a: Int) -> Promise<Int> { x() }
        func both(_ a: String) -> Request { x() }
      }
      func f(_ server: Server) {
        server.get("a").done { _ in }
        server.get("a") { _ in }.done { _ in }
        server.both(x).done { _ in }
      }
      """)
    #expect(report.only.total.chains == 1)
    #expect(report.only.unknown.map(\.line) == [11])
  }

  @Test("Both promises of a ternary are rewritten; an overloaded operator is unknown")
  func choices() {
    #expect(
      promiseKit("func f(_ b: Bool) { (b ? load() : load()).done { _ in } }").verdicts
        == ["?: | done: done { … }"])
    let overloaded = promiseKit("func f() { (load() <> load()).done { _ in } }")
    #expect(overloaded.only.unknown.map(\.reason) == [.overloadedOperator])
  }

  @Test("Imports decide which library a name belongs to")
  func imports() {
    let text = "func f(_ p: Promise<Int>) { p.then { 1 }.catch { _ in } }"
    let both = report([
      "A/a.swift": "import Promises\n" + text, "B/b.swift": "import PromiseKit\n" + text,
    ])
    #expect(both.libraries.map(\.library) == [.promiseKit, .google])
    #expect(both.libraries.map(\.total.chains) == [1, 1])
    let ours = report([
      "A/a.swift": "import PromiseKit\nimport struct AsyncPromises.Promise\n" + text
    ])
    #expect(ours.only.total.chains == 0)
    let ambiguous = report(["A/a.swift": "import PromiseKit\nimport Promises\n" + text])
    #expect(ambiguous.libraries.allSatisfy { $0.total.chains == 0 })
    let own = report(["A/a.swift": "import PromiseKit\nclass Promise<T> {}\n" + text])
    #expect(own.only.total.chains == 0)
    let without = report(["A/a.swift": text])
    #expect(without.libraries.isEmpty)
    let exported = report(["A/a.swift": text, "A/b.swift": "@_exported import PromiseKit"])
    #expect(exported.only.total.chains == 1)
    let task = report([
      "A/a.swift": "import PromiseKit\nfunc f() { Task { 1 }.continueWith { _ in } }"
    ])
    #expect(task.only.total.chains == 0)
  }

  @Test("Private declarations of a file don't affect other files")
  func privateNames() {
    let text = "import PromiseKit\nfunc f(_ p: Promise<Int>) { p.done { _ in } }"
    let other = "private typealias Promise = Other\nprivate class Other {}\n"
    #expect(report(["A/a.swift": text, "A/b.swift": other]).only.total.chains == 1)
    #expect(report(["A/a.swift": text + "\n" + other]).only.total.chains == 0)
  }

  @Test("Calls without an operator are counted separately")
  func calls() {
    let report = promiseKit(
      """
      func f() async throws -> Promise<Int> {
        _ = try await load().async()
        let (promise, seal) = Promise<Int>.pending()
        seal.fulfill(1)
        return .value(promise.value ?? 0)
      }
      """)
    #expect(report.only.total.chains == 0)
    #expect(report.only.total.resolvers == ["pending": 1])
    #expect(
      report.verdicts == [
        "load | async: get()", "pending: pending()", "value: .fulfilled(…)",
        "promise | value: try? resultIfSettled?.get()",
      ])
  }

  @Test("Handlers that use self: explicitly, weakly and implicitly")
  func selfUse() {
    let report = promiseKit(
      """
      class A {
        var text = ""
        func show() {}
        func f() {
          load().done { _ in self.text = "" }
          load().done { [weak self] _ in self?.text = "" }
          load().done { _ in show() }
          load().done { text in use(text) }
        }
      }
      """)
    #expect(
      report.only.chains.map { $0.links[0].selfUse } == [.strong, .weak, .strong, SelfUse.none])
    #expect(report.only.total.handlers == 4)
    #expect(report.only.total.handlersThatTouchSelf == 3)
    #expect(report.only.total.handlersThatHoldSelfWeakly == 1)
  }

  @Test("Functions and properties that return promises")
  func declarations() {
    let report = report([
      "App/a.swift": """
      import PromiseKit
      class A {
        func f(_ a: Int, b: Int) -> Promise<Int>? { nil }
        let all: [Promise<Int>] = []
        let made = Guarantee.value(1)
        func g() -> Int { 1 }
        func pair() -> (Promise<Int>, () -> Void) { x() }
      }
      """
    ])
    #expect(report.only.declarations.map(\.name) == ["A.f(_:b:)", "A.all", "A.made", "A.pair()"])
  }
}
