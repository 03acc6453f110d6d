// The verdict on each call to PromiseKit: its replacement, or the reason why it is kept.

import Testing

@testable import MigrationModel

@Suite("PromiseKit: verdicts on links and heads")
struct PromiseKitTests {
  private func onMain(_ text: String, before: String = "") -> [String] {
    promiseKit("\(before)\n@MainActor final class Screen { func f() {\n\(text)\n} }").verdicts
  }

  @Test(
    "Links on the main actor",
    arguments: [
      ("load().then { next($0) }", "then: then { … }"),
      ("load().map { $0.count }", "map: map { … }"),
      ("load().done { use($0) }", "done: done { … }"),
      ("load().done(on: .main) { use($0) }", "done: done { … }"),
      ("load().done(on: DispatchQueue.main) { use($0) }", "done: done { … }"),
      ("load().done(on: .global()) { use($0) }", "done: background-queue"),
      (
        "load().done(on: DispatchQueue.global(qos: .utility)) { use($0) }", "done: background-queue"
      ),
      ("load().done(on: queue) { use($0) }", "done: named-queue"),
      ("load().done(on: nil) { use($0) }", "done: inline-queue"),
      ("load().done(on: .main, flags: .barrier) { use($0) }", "done: queue-flags"),
      ("load().done(use)", "done: done { … }"),
      ("load().done(other)", "done: function-reference"),
      ("load().map(\\.count)", "map: map { … }"),
      ("load().asVoid()", "asVoid: map { _ in }"),
      ("load().get { use($0) }", "get: map { …; return $0 }"),
      ("load().get { if $0.isEmpty { return }; use($0) }", "get: map { …; return $0 }"),
      ("load().tap { if case .fulfilled = $0 { use(1) } }", "tap: tap { … }"),
      ("load().tap { result in use(result) }", "tap: result-type"),
      ("load().ensure { use(1) }", "ensure: finally { … }"),
      (
        "load().ensureThen { sure().done { _ in } }",
        "ensureThen: map { .success($0) }.recover { .failure($0) }.then { … }"
          + ".map { try outcome.get() }"
      ),
      ("load().catch { use($0) }", "catch: catch(except: CancellationError.self) { … }"),
      ("load().catch(policy: .allErrors) { use($0) }", "catch: catch { … }"),
      ("load().catch(policy: policy) { use($0) }", "catch: catch-policy"),
      ("load().cauterize()", "cauterize: ignoreErrors()"),
      (
        "load().compactMap { $0.first }",
        "compactMap: map { guard let value = … "
          + "else { throw PMKError.compactMap($0, Int.self) }; … }"
      ),
      (
        "load().firstValue",
        "firstValue: map { values -> Int in guard let value = values.first "
          + "else { throw PMKError.emptySequence }; … }"
      ),
      ("load().mapValues { $0 + 1 }", "mapValues: map { $0.map { … } }"),
      ("load().filterValues { $0 > 1 }", "filterValues: map { $0.filter { … } }"),
      ("load().sortedValues()", "sortedValues: map { $0.sorted() }"),
      ("load().thenMap { next([$0]) }", "thenMap: then { Promise.all($0.map { … }) }"),
      ("load().pipe { use($0) }", "pipe: inline-pipe"),
      ("load().wait()", "wait: blocking-wait"),
      ("load().isPending", "isPending: resultIfSettled == nil"),
      ("load().decoded()", "decoded: unknown-call"),
      (
        "load().recover { _ in load() }",
        "recover: recover(.promise) { if $0 is CancellationError { throw $0 }; … }"
      ),
      ("load().recover(policy: .allErrors) { _ in load() }", "recover: recover(.promise) { … }"),
      ("use(nothing().recover { _ in })", "recover: recover-overload"),
      ("load().recover { _ in .value([]) }", "recover: recover { … }"),
    ])
  func links(text: String, expected: String) {
    #expect(onMain(text).contains { $0.components.contains(expected) })
  }

  @Test("In code off the main actor, closures are marked as running on it")
  func elsewhere() {
    #expect(
      promiseKit("func f() { load().done { use($0) }.catch { use($0) } }").verdicts == [
        "load | done: done { @MainActor … } | "
          + "catch: catch(except: CancellationError.self) { @MainActor … }"
      ])
    #expect(
      promiseKit("@MainActor class A { nonisolated func f() { load().done { use($0) } } }").verdicts
        == ["load | done: done { @MainActor … }"])
    #expect(
      promiseKit("@MainActor class A {}\nextension A { func f() { load().done { use($0) } } }")
        .verdicts == ["load | done: done { … }"])
    #expect(
      promiseKit("@MainActor func f() { other { load().done { use($0) } } }").verdicts
        == ["load | done: done { @MainActor … }"])
  }

  @Test(
    "Settings that tests change don't affect the program",
    arguments: [
      ("AppTests/A.swift", ""), ("Tests/AppTests/A.swift", ""), ("App/A.swift", "import XCTest\n"),
      ("App/A.swift", "import Testing\n"),
    ])
  func settingsOfTests(path: String, imports: String) {
    let rewriting = Rewriting(
      sources: [
        (path, "\(imports)import PromiseKit\nfunc set() { conf.Q.map = .global() }"),
        ("App/B.swift", "import PromiseKit\nfunc f(_ p: Promise<Int>) { p.map { $0 }.asVoid() }"),
      ], from: .promisekit, to: .promises)
    #expect(rewriting.rewrittenChains == 1)
  }

  @Test("Settings that the sources change")
  func settings() {
    func verdicts(_ setting: String) -> [String] {
      onMain("load().map { $0 }.done { use($0) }", before: "func set() { \(setting) }")
    }
    #expect(
      verdicts("conf.Q = (map: .global(), return: .main)")
        == ["load | map: configured-queue | done: done { … }"])
    #expect(
      verdicts("conf.Q.return = background")
        == ["load | map: map { … } | done: configured-queue"])
    #expect(
      verdicts("PromiseKit.conf.Q.map = .main") == ["load | map: map { … } | done: done { … }"])
    #expect(
      onMain("load().catch { use($0) }", before: "func s() { conf.catchPolicy = .allErrors }")
        == ["load | catch: catch-policy"])
    #expect(
      onMain("load().cauterize()", before: "func s() { conf.logHandler = { _ in } }")
        == [
          "load | cauterize: catch(except: CancellationError.self) { "
            + "conf.logHandler(.cauterized($0)) }"
        ])
    #expect(
      onMain("load().catch { use($0) }", before: "enum E: CancellableError { case a }")
        == ["load | catch: catch { guard !$0.isCancelled …; … }"])
  }

  @Test(
    "Heads",
    arguments: [
      ("firstly { load() }.done { use($0) }", "firstly: its body"),
      (
        "firstly { try load() }.done { use($0) }",
        "firstly: Promise { resolver in resolver.follow(…) }"
      ),
      (
        "firstly { use(1); return load() }.done { use($0) }",
        "firstly: Promise { resolver in resolver.follow(…) }"
      ),
      ("when(fulfilled: load(), next([])).done { use($0) }", "when: Promise.all(…)"),
      ("when(fulfilled: [load()]).done { use($0) }", "when: Promise.all(…)"),
      ("when(fulfilled: nothing(), nothing()).done { }", "when: Promise.all(…).map { _ in }"),
      ("when(fulfilled: others).done { use($0) }", "when: group-of-void"),
      ("when(fulfilled: others).get { _ in }", "when: group-of-void"),
      ("when(fulfilled: unknown).done { }", "when: unknown-promise"),
      ("when(fulfilled: unknown.map { _ in load() }).done { use($0) }", "when: Promise.all(…)"),
      ("when(resolved: unknown).map { _ in 1 }", "when: unknown-promise"),
      (
        "func g() -> Promise<Void> { when(fulfilled: others) }", "when: Promise.all(…).map { _ in }"
      ),
      ("func g() -> Promise<[Int]> { when(fulfilled: others) }", "when: Promise.all(…)"),
      ("when(resolved: [load()]).done { use($0) }", "when: group-of-outcomes"),
      ("when(fulfilled: it, concurrently: 2).done { use($0) }", "when: iterator-group"),
      ("race(load(), load()).done { use($0) }", "race: Promise.race(…)"),
      ("race([load()]).done { use($0) }", "race: Promise.race(…)"),
      ("race(all).done { use($0) }", "race: error-of-operator"),
      ("race(fulfilled: all).done { use($0) }", "race: Promise.any(…).recover { … }"),
      ("after(seconds: 1).done { }", "after: Promise.delay(for: .seconds(…))"),
      ("after(.milliseconds(5)).done { }", "after: Promise.delay(for: .milliseconds(…))"),
      ("after(pause).done { }", "after: Promise.delay(for: .interval(…))"),
      ("Promise.value(1).done { use($0) }", "value: .fulfilled(…)"),
      ("Promise<Int>(error: e).done { use($0) }", "Promise: .rejected(…)"),
      ("Promise<Int> { seal in seal.fulfill(1) }.done { use($0) }", "Promise: Promise { … }"),
      ("Promise<Int> { $0.resolve(.fulfilled(1)) }.done { use($0) }", "Promise: Promise { … }"),
      ("Promise<Int> { seal in keep(seal) }.done { use($0) }", "Promise: resolver-shape"),
      ("Promise().done { }", "Promise: .fulfilled(())"),
      ("Promise(sure()).done { use($0) }", "Promise: the promise itself"),
      (
        "queue.async(.promise) { 1 }.done { use($0) }",
        "async: Promise { resolver in queue.async { resolver.resolve(with: Result { … }) } }"
      ),
    ])
  func heads(text: String, expected: String) {
    #expect(onMain(text).contains { $0.components.contains(expected) })
  }

  @Test("A resolver that is passed on becomes `Promise.wrap` if the callback has a common shape")
  func passedOn() {
    let declarations = """
      func get(_ done: @escaping (Int?, Error?) -> Void) {}
      func reversed(_ done: @escaping (Error?, Int?) -> Void) {}
      """
    func verdict(_ body: String) -> [String] {
      promiseKit(declarations + "\nfunc f() -> Promise<Int> { Promise { \(body) } }").verdicts
    }
    #expect(verdict("seal in get(seal.resolve)") == ["Promise: Promise.wrap { … }"])
    #expect(verdict("get($0.resolve)") == ["Promise: Promise.wrap { … }"])
    #expect(
      verdict("seal in get { a, b in seal.resolve(a, b) }") == ["Promise: Promise.wrap { … }"])
    #expect(
      verdict("seal in reversed { a, b in seal.resolve(a, b) }") == ["Promise: Promise { … }"])
    #expect(
      verdict("seal in unknown { a, b in seal.resolve(a, b) }") == ["Promise: resolver-shape"])
  }

  @Test("The context decides which `recover` takes a closure that returns Void or .value")
  func recover() {
    func verdicts(_ text: String) -> [String] { promiseKit(text).verdicts }
    #expect(
      verdicts("@MainActor func f() -> Guarantee<Void> { nothing().recover { _ in } }")
        == ["nothing | recover: recover { … }"])
    #expect(
      verdicts("@MainActor func f() -> Promise<Void> { nothing().recover { _ in } }")
        == ["nothing | recover: recover { if $0 is CancellationError { throw $0 }; … }"])
    #expect(
      verdicts("@MainActor func f() -> Guarantee<[Int]> { load().recover { _ in .value([]) } }")
        == ["load | recover: recover { … }"])
  }

  @Test("Calls to an app's own methods on Promise stay as they are")
  func ownExtension() {
    let text =
      """
      extension Promise { func twice() -> Promise<Int> { fatalError() } }
      func f() { load().twice().done { use($0) } }
      """
    #expect(
      promiseKit(text).verdicts == ["load | twice: as it is | done: done { @MainActor … }"])
  }
}

extension String {
  var components: [String] {
    var parts: [String] = []
    var rest = Substring(self)
    while let range = rest.firstRange(of: " | ") {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
