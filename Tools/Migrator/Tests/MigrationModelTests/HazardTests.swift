// Code that stays because its rewrite would mean something else, or wouldn't compile.

import Testing

@testable import MigrationModel

@Suite("Code that can't move as a whole")
struct HazardTests {
  @Test(
    "M2: what can't move as a whole stays",
    arguments: [
      // Objects, which are values in this library.
      "class C { weak var last: Promise<Int>?; func f(_ p: Promise<Int>) { last = p } }",
      "extension Promise: Hashable { public func hash(into h: inout Hasher) {} }",
      "extension Promise { var tag: Int { get { 1 } set {} } }",
      // Extensions of types that differ in more than their names.
      "extension Resolver { func end(_ n: T) { resolve(n, nil) } }",
      "extension Resolver { static func make() -> Resolver { Promise.pending().resolver } }",
      "extension Thenable { func next<U: Thenable>(_ b: @escaping (T) -> U) -> Promise<U.T> "
        + "{ then(b) } }",
      // Overloads that would become equal.
      "func f<T>(_ p: Promise<T>) {}; func f<T>(_ g: Guarantee<T>) {}",
      // Resolvers in optional properties.
      "class C { var s: Resolver<Int>!; func f() -> Promise<Int> { Promise { s = $0 } }; "
        + "func end(_ n: Int?, _ e: Error?) { s.resolve(n, e) } }",
      // Uses of objects.
      "func f(_ p: Promise<Int>) -> ObjectIdentifier { ObjectIdentifier(p) }",
      "func f(_ p: Promise<Int>) { g { [weak p] in p?.done { print($0) }.cauterize() } }",
      "func f(_ p: Promise<Int>, _ o: AnyObject) -> Bool { o === p as AnyObject }",
      "func o<T: AnyObject>(_ o: T) {}; func f(_ p: Promise<Int>) { o(p) }",
      "func f(_ p: Promise<Int>) { objc_setAssociatedObject(p, &key, 1, .assign) }",
      // Members that another module adds to promises.
      "func f(_ p: Promise<Int>) { p.validate().done { print($0) }.cauterize() }",
      "extension Promise { func f() -> Promise<T> { validate().recover { throw $0 } } }",
      "extension Promise { func f() -> Promise<T> { return validate() } }",
      "extension Promise { func f() -> Promise<T> { self.validate() } }",
    ])
  func whole(text: String) {
    let before = "import PromiseKit\n\(text)\n"
    let rewriting = rewrite(.promisekit, [("App/A.swift", before)], isWeighing: false)
    #expect(rewriting.changed.isEmpty)
    #expect(rewriting.kept.contains { $0.reason == .heldBack })
  }

  @Test(
    "M2: a closure that may return a promise without saying so stays with the promise",
    arguments: [
      // Which overload the closure calls depends on types that the source doesn't reveal.
      "func s(_ t: String) -> Int { 1 }; func s(_ n: Int) -> Promise<Int> { Promise(n) }; "
        + "func f() { one().then { n in s(n) }.then { _ in print(1) } }",
      // `self` is a type.
      "enum E { static func f() -> Promise<Int> { one().then { self.g() } }; "
        + "static func g() -> Promise<Int> { Promise(1) } }",
      "class C { func f() { one().then { [weak self] _ in self?.g() }.catch { _ in } }; "
        + "func g() -> Promise<Int> { Promise(1) } }",
      // A group of promises in a value of a generic type.
      "func f<V, C: Sequence>(_ c: C) -> Promise<Void> where C.Element == Promise<V> { "
        + "any(c).then { _ in } }; func g() { f([one()]) }",
      // What comes back from a generic type or function.
      "struct S<V> { let v: V }; func f(_ s: S<Promise<Int>>) { one().then(on: q) { _ in s.v } }; "
        + "func g() { f(S(v: one().then { $0 + 1 })) }",
      "struct S<V> { let m: () -> V }; func f() { let s = S { one() }; "
        + "one().then(on: q) { _ in s.m() }.then { _ in print(1) } }",
      "func same<V>(_ v: V) -> V { v }; func f() { "
        + "one().then(on: q) { _ in same(one()) }.then { _ in print(1) } }",
      "class C { func f() { DispatchQueue.promises = .global() }; "
        + "lazy var r: () -> Void = { [weak self] in self?.g().then { print($0) } }; "
        + "func g() -> Promise<Int> { Promise(1) } }",
    ])
  func results(text: String) {
    let before = "import Promises\n\(text)\nfunc one() -> Promise<Int> { Promise(1) }\n"
    let rewriting = rewrite(.google, [("App/A.swift", before)])
    #expect(rewriting.changed.isEmpty)
  }

  @Test(
    "M2: a closure that must return a promise stays if the source doesn't say whose it is",
    arguments: [
      (Vocabulary.promisekit, "import PromiseKit", "then(on: q)"),
      (.bolts, "import BoltsSwift", "continueOnSuccessWithTask(.queue(q))"),
    ])
  func mustReturn(library: Vocabulary, module: String, link: String) {
    let type = library == .bolts ? "Task" : "Promise"
    let text = """
      \(module)
      func f(_ p: \(type)<Int>, _ x: Any) { p.\(link) { n in made(x)(n) } }
      """
    #expect(rewrite(library, [("App/A.swift", text)], isWeighing: false).changed.isEmpty)
  }

  @Test(
    "M2: what implies that an associated type is a promise stays, and what the compiler finds",
    arguments: [
      (
        "struct S: Sequence, IteratorProtocol { func next() -> Promise<Int>? { one() } }",
        "next() -> PromiseKitCompat.Promise<Int>?"
      ),
      (
        "struct S: IteratorProtocol { typealias Element = Promise<Int>; "
          + "func next() -> Promise<Int>? { one() } }",
        "typealias Element = PromiseKitCompat.Promise<Int>"
      ),
      (
        "protocol P { associatedtype O; func f() -> O }; struct S: P { "
          + "func f() -> Promise<Int> { one() } }; extension P where O == Promise<Int> {}",
        "func f() -> PromiseKitCompat.Promise<Int>"
      ),
      (
        "protocol P<O> { associatedtype O; func f(_ o: O) }; struct S: P { "
          + "func f(_ p: Promise<Int>) { p.done { print($0) }.cauterize() } }; "
          + "func g(_ p: some P<Promise<Int>>) { p.f(one()) }",
        "func f(_ p: PromiseKitCompat.Promise<Int>)"
      ),
      (
        "func ~= (n: Int, p: Promise<Int>) -> Bool { p.value == n }; "
          + "func f(_ p: Promise<Int>) -> Bool { switch p { case 1: true; default: false } }",
        "func f(_ p: PromiseKitCompat.Promise<Int>)"
      ),
      (
        "@dynamicCallable struct S { func dynamicallyCall(withArguments: [Int]) -> Promise<Int> "
          + "{ one() } }; func f(_ s: S) { s(1).done { print($0) }.cauterize() }",
        "s(1).done { print($0) }.cauterize()"
      ),
      (
        "func f() { Swift.Result { one() }.show() }",
        "Swift.Result { PromiseKitCompat.Promise(one()) }"
      ),
    ])
  func implied(text: String, part: String) {
    let after = written(
      """
      func one() -> Promise<Int> { two().map { $0 - 1 }.map { $0 } }
      func two() -> Promise<Int> { Promise.value(2).map { $0 }.map { $0 } }
      \(text)
      """, .promisekit)
    #expect(after.contains("func two() -> Promise<Int>"))
    #expect(after.contains(part), "\(after)")
  }

  @Test("M2: an iterator that `next` would make anew stays")
  func iterators() {
    let after = written(
      """
      func two() -> Promise<Int> { Promise.value(2).map { $0 }.map { $0 } }
      func pages() -> AnyIterator<Promise<Int>> {
        var n = 0
        return AnyIterator { n += 1; return n < 3 ? two() : nil }
      }
      func f() -> Promise<[Int]> { when(fulfilled: pages(), concurrently: 2) }
      """, .promisekit)
    #expect(after.contains("when(fulfilled: pages(), concurrently: 2)"), "\(after)")
  }

  @Test("M2: a function that tells promises apart stays with what they come from")
  func toldApart() {
    let after = rewritten(
      """
      import PromiseKit
      func one() -> Promise<Int> { Promise.value(1) }
      class Seen {
        var all: Set<ObjectIdentifier> = []
        func isNew(_ p: Promise<Int>) -> Bool { all.insert(ObjectIdentifier(p)).inserted }
      }
      func f(_ seen: Seen) -> Bool { seen.isNew(one()) }
      func two() -> Promise<Int> { Promise.value(2).map { $0 }.map { $0 } }
      """, from: .promisekit, assuming: [.swift5])
    #expect(after.contains("func one() -> PromiseKitCompat.Promise<Int>"), "\(after)")
    #expect(after.contains("{ seen.isNew(one()) }"))
  }
}
