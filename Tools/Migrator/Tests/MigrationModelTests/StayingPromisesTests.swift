// Promises of google/promises that are settled in ways without equivalent, and the code around
// them. The fixtures `Doors.swift` and `Doorkeeper.swift` show that such code compiles and runs.

import Testing

@testable import MigrationModel

@Suite("google/promises: promises that others settle stay")
struct StayingPromisesTests {
  private func written(_ text: String) -> String {
    let text = "import Promises\n\(text)\nfunc one() -> Promise<Int> { Promise(1) }\n"
    let rewriting = Rewriting(sources: [("A.swift", text)], from: .google, to: .promises)
    #expect(rewriting.files[0].error == nil)
    return rewriting.files[0].after.replacing("GooglePromisesCompat.Promise", with: "G")
  }

  @Test(
    "M2: the declaration stays, and code that moves converts",
    arguments: [
      (
        "func end(_ p: Promise<Int>) { p.fulfill(1) }\n"
          + "func start() -> Promise<Int> { let p = Promise<Int>.pending(); end(p); return p }",
        "func end(_ p: G<Int>) { p.fulfill(1) }\n"
          + "func start() -> Promise<Int> { let p = G<Int>.pending(); end(p); "
          + "return p.asyncPromise }"
      ),
      (
        "class A { func end(_ p: Promise<Int>) {} }\n"
          + "class B: A { override func end(_ p: Promise<Int>) { p.fulfill(1) } }",
        "class A { func end(_ p: G<Int>) {} }\n"
          + "class B: A { override func end(_ p: G<Int>) { p.fulfill(1) } }"
      ),
      (
        "public struct S { public let p: Promise<Int> = .pending()\n"
          + "  func end() { p.fulfill(1) }\n  func next() -> Promise<Int> { p.then { $0 + 1 } } }",
        "public struct S: Sendable { public let p: G<Int> = .pending()\n"
          + "  func end() { p.fulfill(1) }\n"
          + "  func next() -> Promise<Int> { p.asyncPromise.map { $0 + 1 } } }"
      ),
      (
        "struct S { weak var last: Promise<Int>?; func end() { last?.fulfill(1) }\n"
          + "  func look() { last?.then { print($0) } } }",
        "struct S { weak var last: G<Int>?; func end() { last?.fulfill(1) }\n"
          + "  func look() { last?.then { print($0) } } }"
      ),
      (
        "let ends: (Promise<Int>) -> Void = { p in p.fulfill(1) }",
        "let ends: (G<Int>) -> Void = { p in p.fulfill(1) }"
      ),
      (
        "func take(_ p: Promise<Int>) -> [Promise<Int>] { p.fulfill(1); return [p, one()] }",
        "func take(_ p: G<Int>) -> [Promise<Int>] { p.fulfill(1); return [p.asyncPromise, one()] }"
      ),
      (
        "func sum(_ list: [Promise<Int>]) -> Promise<[Int]> { list[0].fulfill(1); "
          + "return all(list) }",
        "func sum(_ list: [G<Int>]) -> Promise<[Int]> { list[0].fulfill(1); "
          + "return Promise.all(list.map(\\.asyncPromise)) }"
      ),
      (
        "func early() { let p = one().then { $0 + 1 }; p.fulfill(1) }",
        "func early() { let p = G(one().map { $0 + 1 }); p.fulfill(1) }"
      ),
      (
        "func early() { let p = Promise<Int>.pending().always {}; p.fulfill(1) }",
        "func early() { let p = G(G<Int>.pending().asyncPromise.finally {}); p.fulfill(1) }"
      ),
      (
        "func early() { two().fulfill(1) }\n"
          + "func two() -> Promise<Int> { one().then { $0 + 1 } }",
        "func early() { two().fulfill(1) }\n"
          + "func two() -> G<Int> { G(one().map { $0 + 1 }) }"
      ),
      (
        "func isThere(_ p: Promise<Int?>) -> Bool { p.value != nil }",
        "func isThere(_ p: G<Int?>) -> Bool { p.value != nil }"
      ),
      (
        "extension Promise { func put(_ x: Value) -> Promise { fulfill(x); return self } }\n"
          + "func put() { let p = Promise<Int>.pending(); p.put(1); one().then { print($0) } }",
        "extension G { func put(_ x: Value) -> G<Value> { fulfill(x); return self } }\n"
      ),
      (
        "extension Promise { func put(_ x: Value) { fulfill(x) } }\n"
          + "func put() -> Promise<Int> { let p = Promise<Int>.pending(); p.put(1); return p }",
        "extension G { func put(_ x: Value) { fulfill(x) } }\n"
          + "func put() -> Promise<Int> { let p = G<Int>.pending(); p.put(1); "
          + "return p.asyncPromise }"
      ),
    ])
  func stays(before: String, after: String) {
    let text = written(before)
    #expect(text.contains(after), "\(text)")
  }

  @Test("A file in which all promises stay isn't touched")
  func untouched() {
    let text = """
      import Promises
      extension Promise {
        static func made(_ work: (Promise<Value>) -> Void) -> Promise<Value> {
          let promise = Promise<Value>.pending()
          work(promise)
          return promise
        }
        func put(_ value: Value) { fulfill(value) }
      }
      """
    #expect(rewrite(.google, [("A.swift", text)]).changed.isEmpty)
  }

  @Test("A type alias of a promise stays, even if others seem to name it in turn")
  func aliases() {
    let text = written(
      """
      enum A { typealias Value = Promise<Key> }
      enum B { typealias Key = Promise<Value> }
      struct Key: Sendable {}
      struct Value: Sendable {}
      func end(_ p: A.Value) { p.fulfill(Key()) }
      func stop(_ p: B.Key) { p.fulfill(Value()) }
      """)
    #expect(text.contains("typealias Value = G<Key>"))
    #expect(text.contains("typealias Key = G<Value>"))
  }

  @Test("Promises in lists that are found by name become pairs")
  func lists() {
    let text = written(
      """
      final class C {
        private var table: [String: [Promise<Int>]] = [:]
        func wait(_ name: String) -> Promise<Int> {
          let p = Promise<Int>.pending()
          table[name, default: []].append(p)
          return p
        }
        func end(_ name: String) { table[name]?.forEach { $0.fulfill(1) } }
      }
      """)
    #expect(text.contains("[String: [(promise: Promise<Int>, resolver: Resolver<Int>)]]"))
    #expect(text.contains("table[name, default: []].append(p)\n    return p.promise"))
    #expect(text.contains("{ $0.resolver.fulfill(1) }"))
  }
}
