// Code whose rewrite the compiler once refused, or that was changed although it should have stayed.

import Testing

@testable import MigrationModel

@Suite("Rewritten code compiles")
struct WrittenCodeTests {
  @Test(
    "PromiseKit",
    arguments: [
      // Names in parentheses destructure a tuple only in a closure without an attribute.
      (
        "func f(_ p: Promise<(Int, Int)>) { p.done { (x, y) in use(x + y) }.cauterize() }",
        "func f(_ p: Promise<(Int, Int)>) { p.done { @MainActor x, y in use(x + y) }"
          + ".ignoreErrors() }"
      ),
      // If another call follows, `.value(n)` needs an explicit type.
      (
        "func f(_ n: [Int]) -> Promise<[String]> { "
          + "firstly { .value(n) }.mapValues { \"\\($0)\" } }",
        "func f(_ n: [Int]) -> Promise<[String]> { Promise.fulfilled(n)"
          + ".map { $0.map { \"\\($0)\" } } }"
      ),
      (
        "struct S { var load: (Int) -> Promise<Int> = { .value($0) } }",
        "struct S { var load: (Int) -> Promise<Int> = { .fulfilled($0) } }"
      ),
      // A guarantee and its function are stored separately.
      (
        "func f(_ g: inout Guarantee<Int>, _ s: inout (Int) -> Void) "
          + "{ (g, s) = Guarantee<Int>.pending() }",
        "func f(_ g: inout Promise<Int>, _ s: inout (Int) -> Void) "
          + "{ (g, s) = { pending in (guarantee: pending.promise, resolve: { @Sendable in "
          + "_ = pending.resolver.fulfill($0) }) }(Promise<Int>.pending()) }"
      ),
      // The requirement is on `T.A`, and the compiler infers it.
      (
        "protocol R { associatedtype A }; func f<T: R>(_ r: T, _ p: Promise<T.A>) {}",
        "protocol R { associatedtype A }; func f<T: R>(_ r: T, _ p: Promise<T.A>) {}"
      ),
      // Two extensions of one type can't have the same member.
      (
        "extension Promise { func n() {} }; extension Guarantee { func n() {} }",
        "extension Promise { func n() {} }; extension Guarantee { func n() {} }"
      ),
    ])
  func promiseKit(before: String, after: String) {
    #expect(PromiseKitText.written(before) == after)
  }

  @Test("M2: `convenience` goes only where an extension of a promise, now a struct, has it")
  func convenience() {
    #expect(
      PromiseKitText.written(
        "final class C { init(_ n: Int) {}; convenience init() { self.init(1) }; "
          + "func f() { load().done { use($0) }.cauterize() } }; "
          + "extension C { convenience init(_ s: String) { self.init(1) } }; "
          + "extension Promise { convenience init(_ e: E) { self.init(error: e) } }")
        == "final class C: Sendable { init(_ n: Int) {}; convenience init() { self.init(1) }; "
        + "func f() { load().done { @MainActor in use($0) }.ignoreErrors() } }; "
        + "extension C { convenience init(_ s: String) { self.init(1) } }; "
        + "extension Promise { init(_ e: E) { self.init(error: e) } }")
  }

  @Test("If the program loads URLs, a `catch` still ignores their cancellations")
  func urlErrors() {
    let before = "let s = URLSession.shared; func show(_ e: Error) {}; "
    #expect(
      PromiseKitText.written(before + "func f() { load().catch { use($0) } }").hasSuffix(
        "catch { @MainActor in\n  guard !$0.isCancelled else { return }\n  use($0)\n} }"))
    #expect(
      PromiseKitText.written(before + "func f() { load().catch(show) }").hasSuffix(
        "catch { @MainActor in if !$0.isCancelled { show($0) } } }"))
  }

  @Test("A resolver follows a promise that is piped to it")
  func piped() {
    #expect(
      PromiseKitText.written(
        "func f() -> Promise<[Int]> { Promise { load().pipe(to: $0.resolve) } }")
        == "func f() -> Promise<[Int]> { Promise { $0.follow(load()) } }")
  }

  @Test(
    "Code with values that aren't `Sendable` stays unchanged",
    arguments: [
      "func f() -> Promise<[String: Any]> { Promise { seal in seal.fulfill([:]) } }",
      "protocol P {}; func f() -> Promise<P> { Promise { $0.reject(PMKError.badInput) } }",
      "struct S { let make: () -> Int }; func f() -> Promise<S> { .value(S { 1 }) }",
      "enum E { case a(C) }; class C {}; func f() -> Promise<E> { .value(.a(C())) }",
      "public struct S { let a: Any }; func f() -> Promise<S> { .value(S(a: 1)) }",
      "struct S<T> { let t: T }; func f() -> Promise<S<Int>> { .value(S(t: 1)) }",
    ])
  func notSendable(text: String) {
    #expect(PromiseKitText.written(text) == text)
  }

  @Test(
    "Types that store only constants of `Sendable` types are declared `Sendable`",
    arguments: [
      (
        "public struct S { let n: Int }; func f() -> Promise<S> { .value(S(n: 1)) }",
        "public struct S: Sendable { let n: Int }; func f() -> Promise<S> { .fulfilled(S(n: 1)) }"
      ),
      (
        "final class C { let n = 1; func f() { load().done { _ in use(self.n) }.cauterize() } }",
        "final class C: Sendable { let n = 1; func f() { load().done { @MainActor _ in "
          + "use(self.n) }.ignoreErrors() } }"
      ),
      (
        "final class C: Codable { let d: D; func f() { load().done { _ in g() }.cauterize() }; "
          + "func g() {} }; struct D: Codable { var names: [String: URL]? }",
        "final class C: Codable, Sendable { let d: D; func f() { load().done { @MainActor _ in "
          + "g() }.ignoreErrors() }; func g() {} }; struct D: Codable { var names: [String: URL]? }"
      ),
    ])
  func verified(before: String, after: String) {
    #expect(PromiseKitText.written(before) == after)
  }

  @Test(
    "Types that may be mutable or store something unknown aren't declared `Sendable`",
    arguments: [
      "final class C { var n = 1; func f() { load().done { _ in use(self.n) } } }",
      "class C { let n = 1; func f() { load().done { _ in use(self.n) } } }",
      "final class C: NSObject { let n = 1; func f() { load().done { _ in use(self.n) } } }",
      "final class C { let n: Unknown; func f() { load().done { _ in use(self.n) } } }",
      "final class C { weak var n: C?; func f() { load().done { _ in use(self.n) } } }",
      "final class C { @Stored let n: Int; func f() { load().done { _ in use(self.n) } } }",
      "final class C<T> { let n: T; func f() { load().done { _ in use(self.n) } } }",
    ])
  func unverified(text: String) {
    #expect(!PromiseKitText.written(text).contains("Sendable"))
  }

  @Test(
    "Promises with `Sendable` values move",
    arguments: [
      "public enum E: Error { case a }; func f(_ p: Promise<E>) -> Promise<E> { p }",
      "@frozen public struct S {}; func f(_ p: Promise<S>) -> Promise<S> { p }",
      "class C: @unchecked Sendable {}; class D: C {}; func f(_ p: Promise<D>) -> Promise<D> { p }",
      "struct S { var c: Int { didSet {} }; static let d: Any = 1 }; func f(_ p: Promise<S>) {}",
      "protocol P {}; func f<T: P & Sendable>(_ p: Promise<T>) -> Promise<T> { p }",
      "@MainActor class B {}; class D: B {}; func f(_ p: Promise<D>) -> Promise<D> { p }",
      "class D: UIViewController {}; func f(_ p: Promise<D>) -> Promise<D> { p }",
    ])
  func sendable(text: String) {
    #expect(PromiseKitText.written(text) == text)
    #expect(
      Rewriting(
        sources: [("A.swift", "import PromiseKit\n" + text)], from: .promisekit, to: .promises
      ).files[0].after.hasPrefix("import AsyncPromises"))
  }

  @Test(
    "google/promises",
    arguments: [
      (
        "struct S { var all = [Promise<Int>](); func f() { Promises.all(all).always {} } }",
        "struct S { var all = [Promise<Int>](); func f() { Promise.all(all)"
          + ".finally {} } }"
      ),
      // In an extension of `Promise`, the name alone means the extended type.
      (
        "extension Promise { static func f(_ a: Promise<Value>) -> Promise<[Value]> { all([a]) } }",
        "extension Promise { static func f(_ a: Promise<Value>) -> Promise<[Value]> { "
          + "AsyncPromises.Promise.all([a]) } }"
      ),
      (
        "extension Promise { func f() -> Promise<Int> { Promise<Int> { ok, _ in ok(1) } } }",
        "extension Promise { func f() -> Promise<Int> { Promise<Void>.fulfilled.then { "
          + "@MainActor in Promise<Int> { resolver in resolver.fulfill(1) } } } }"
      ),
      // Two promises form a tuple, unless an array is expected.
      (
        "func f(_ a: Promise<Int>) -> Promise<[Int]> { all(a, a) }",
        "func f(_ a: Promise<Int>) -> Promise<[Int]> { Promise.all([a, a]) }"
      ),
      (
        "func f(_ a: Promise<Int>) -> Promise<(Int, Int)> { all(a, a) }",
        "func f(_ a: Promise<Int>) -> Promise<(Int, Int)> { Promise.all(a, a) }"
      ),
      // Whether a closure without a result keeps the promise's value depends on the expected type.
      (
        "func f() -> Promise<Void> { load().then { n -> Void in use(n) } }",
        "func f() -> Promise<Void> { load().map { @MainActor n -> Void in use(n) } }"
      ),
      (
        "func f() -> Promise<Int> { load().then { n -> Void in use(n) } }",
        "func f() -> Promise<Int> { load().map { @MainActor n in use(n); return n } }"
      ),
      (
        "func f() -> Promise<Void> { load().then { _ in load().then { n in use(n) } } }",
        "func f() -> Promise<Void> { load().then { @MainActor _ in load().map { @MainActor n in "
          + "use(n) } } }"
      ),
      (
        "func f() -> Promise<Void> { load().then { _ in }.recover { _ in } }",
        "func f() -> Promise<Void> { load().map { _ in }.recover { _ in } }"
      ),
      (
        "class C { var n = 0; func f() -> Promise<Int> { load().then { self.n = $0; return 1 } } }",
        "class C { var n = 0; func f() -> Promise<Int> { "
          + "GooglePromisesCompat.Promise(load()).then { self.n = $0; return 1 }.asyncPromise } }"
      ),
    ])
  func google(before: String, after: String) {
    let start =
      "import Promises\nfunc load() -> Promise<Int> { fatalError() }\n"
      + "func use<T>(_ value: T) {}\n"
    let text = Rewriting(
      sources: [("A.swift", start + before)], from: .google, to: .promises
    ).files[0].after
    #expect(text.split(separator: "\n").last.map(String.init) == after)
  }

  @Test(
    "Bolts",
    arguments: [
      (
        "func g<T: AnyObject>(_ o: T) {}; func f() { let s = TaskCompletionSource<Int>(); g(s) }",
        "func g<T: AnyObject>(_ o: T) {}; func f() { let s = TaskCompletionSource<Int>(); g(s) }"
      ),
      (
        "class C {}; func f() -> Task<C> { Task(C()) }",
        "class C {}; func f() -> Task<C> { Task(C()) }"
      ),
    ])
  func bolts(before: String, after: String) {
    let text = Rewriting(
      sources: [("A.swift", "import BoltsSwift\n" + before)], from: .bolts, to: .promises
    ).files[0].after
    #expect(text.split(separator: "\n").last.map(String.init) == after)
  }
}
