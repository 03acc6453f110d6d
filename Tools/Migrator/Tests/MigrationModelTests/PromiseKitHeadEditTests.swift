// The code that replaces the heads of PromiseKit chains.

import Testing

@testable import MigrationModel

@Suite("PromiseKit: rewritten heads")
struct PromiseKitHeadEditTests {
  @Test(
    "On the main actor",
    arguments: [
      ("firstly { load() }.done { use($0) }", "load().done { use($0) }"),
      (
        "firstly { try check() }.done { use($0) }",
        "Promise { resolver in resolver.follow(try check()) }.done { use($0) }"
      ),
      (
        "when(fulfilled: load(), sure()).done { use($0); use($1) }",
        "Promise.all(load(), sure()).done { use($0); use($1) }"
      ),
      ("when(fulfilled: [load()]).done { use($0) }", "Promise.all([load()]).done { use($0) }"),
      (
        "when(fulfilled: nothing(), nothing()).done { use(1) }",
        "Promise.all(nothing(), nothing()).map { _ in }.done { use(1) }"
      ),
      ("when(sure(), sure()).done { use($0) }", "Promise.all([sure(), sure()]).done { use($0) }"),
      (
        "when(resolved: [load()]).done { use($0.filter { $0.isFulfilled }.count) }",
        "Promise.allSettled([load()]).done { use($0.filter { ((try? $0.get()) != nil) }.count) }"
      ),
      (
        "firstly { when(resolved: [load()]) }.done { for o in $0 { if case .rejected = o {} } }",
        "Promise.allSettled([load()]).done { for o in $0 { if case .failure = o {} } }"
      ),
      (
        "when(resolved: [load()]).done { for case let .fulfilled(v) in $0 { use(v) } }",
        "Promise.allSettled([load()]).done { for case let .success(v) in $0 { use(v) } }"
      ),
      (
        "when(resolved: [load()]).done { for case .rejected in $0.filter({ _ in true }) {} }",
        "Promise.allSettled([load()]).done { for case .failure in $0.filter({ _ in true }) {} }"
      ),
      (
        "when(resolved: load(), load()).map { _ in 1 }",
        "Promise.allSettled([load(), load()]).map { _ in 1 }"
      ),
      ("when(resolved: others).asVoid()", "Promise.allSettled(others).map { _ in }"),
      (
        "firstly { when(fulfilled: others[0], others[1]) }.done { a, b in use(a) }",
        "Promise.all(others[0], others[1]).done { a, b in use(a) }"
      ),
      ("when(fulfilled: others).done { }", "Promise.all(others).map { _ in }.done { }"),
      ("when(fulfilled: others).done { _ in }", "Promise.all(others).done { _ in }"),
      (
        "when(resolved: [load()]).done { use($0) }",
        "when(resolved: [load()].map { PromiseKitCompat.Promise($0) }).done { use($0) }"
      ),
      ("race(load(), load()).done { use($0) }", "Promise.race(load(), load()).done { use($0) }"),
      ("race(all).done { use($0) }", "race(all).done { use($0) }"),
      ("after(seconds: 1).done { use(1) }", "Promise.delay(for: .seconds(1)).done { use(1) }"),
      (
        "after(.milliseconds(5)).done { use(1) }",
        "Promise.delay(for: .milliseconds(5)).done { use(1) }"
      ),
      ("use(Promise.value(1))", "use(Promise.fulfilled(1))"),
      ("use(Promise<Int>(error: e))", "use(Promise<Int>.rejected(e))"),
      (
        "use(Guarantee<Int> { seal in ask { _ in seal(1) } })",
        "use(Promise<Int> { seal in ask { _ in seal.fulfill(1) } })"
      ),
      (
        "use(Promise<Int>(resolver: { seal in seal.fulfill(1) }))",
        "use(Promise<Int> { seal in seal.fulfill(1) })"
      ),
      (
        "use(Guarantee<Int>(resolver: { seal in ask { _ in seal(1) } }))",
        "use(Promise<Int> { seal in ask { _ in seal.fulfill(1) } })"
      ),
      (
        #"use(Promise<Int>(resolver: { seal in get("a", completion: seal.resolve) }))"#,
        #"use(Promise<Int>.wrap { get("a", completion: $0) })"#
      ),
      (
        #"use(Promise<Int> { seal in get("a", completion: seal.resolve) })"#,
        #"use(Promise<Int>.wrap { get("a", completion: $0) })"#
      ),
      (
        #"use(Promise<Int> { seal in get("a") { seal.resolve($0, $1) } })"#,
        """
        use(Promise<Int> { seal in get("a") {
            if let error = $1 {
              seal.reject(error)
            } else if let value = $0 {
              seal.fulfill(value)
            } else {
              seal.reject(PMKError.invalidCallingConvention)
            }
          } })
        """
      ),
      ("Promise<Void> { reset($0.resolve) }", "Promise<Void>.wrap { reset($0) }"),
      ("use(Promise<Int> { $0.resolve(.fulfilled(1)) })", "use(Promise<Int> { $0.fulfill(1) })"),
      (
        "let (g, resolve) = Guarantee<Int>.pending(); resolve(1)",
        "let (g, resolve) = Promise<Int>.pending(); resolve.fulfill(1)"
      ),
      (
        "load().done(on: queue) { use($0) }",
        "PromiseKitCompat.Promise(load()).done(on: queue) { use($0) }"
      ),
      (
        "load().map(on: queue) { $0.count }.done { use($0) }",
        "PromiseKitCompat.Promise(load()).map(on: queue) { $0.count }.asyncPromise.done { use($0) }"
      ),
      ("load().pipe { use($0) }", "PromiseKitCompat.Promise(load()).pipe { use($0) }"),
    ])
  func written(before: String, after: String) {
    #expect(PromiseKitText.onMain(before) == after)
  }
}
