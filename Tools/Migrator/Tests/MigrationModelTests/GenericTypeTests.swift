// Types and functions of the program that are generic: what they give is known where the source
// says what they are given.

import Testing

@testable import MigrationModel

@Suite("The program's generic types")
struct GenericTypeTests {
  private static let locked = """
    class Locked<Value> {
      var value: Value
      init(_ value: Value) { self.value = value }
      func read<R>(_ body: (Value) throws -> R) rethrows -> R { try body(value) }
    }
    struct Work { func run() -> Promise<Int> { .value(1) } }
    """

  @Test(
    "M2: members of a generic type have the types that the source names for it",
    arguments: [
      "let box = Locked<[Work]>([]); "
        + "func f() -> Promise<[Int]> { when(fulfilled: box.value.map { $0.run() }).map { $0 } }",
      "class C { private let box: Locked<[Work]>; init() { box = .init([]) }; "
        + "func f() -> Promise<Int> { box.read { $0[0].run() }.map { $0 } } }",
      "func f(_ box: Locked<Work>?) -> Promise<Int> { box!.value.run().map { $0 } }",
      "func f() -> Promise<Int> { let box = Locked<Work>(Work()); "
        + "return box.value.run().map { $0 } }",
      "func make() -> Locked<Work> { Locked(Work()) }; "
        + "func f() -> Promise<Int> { make().value.run().map { $0 } }",
      "struct S { let box: Locked<[String: Work]> }; "
        + "func f(_ s: S) -> Promise<Int>? { s.box.value[\"a\"]?.run().map { $0 } }",
    ])
  func members(text: String) {
    let after = written("\(Self.locked)\n\(text)", .promisekit)
    #expect(after.contains("import AsyncPromises") && !after.contains("PromiseKit"), "\(after)")
  }

  @Test(
    "M2: an extension's constraint tells the value",
    arguments: [
      (
        "extension Promise where Value: Sequence { func each<T>(_ f: @escaping (Value.Element) -> "
          + "T) -> Promise<[T]> { then { $0.map(f) } } }", "map { @MainActor in $0.map(f) }"
      ),
      (
        "extension Promise where Value == String { func size() -> Promise<Int> "
          + "{ then { $0.count } } }", "map { $0.count }"
      ),
    ])
  func constraints(text: String, expected: String) {
    let after = written("\(text)\nfunc f() -> Promise<Int> { Promise(1).then { $0 + 1 } }")
    #expect(after.contains(expected), "\(after)")
  }

  @Test("M2: a closure beside an operator of the program has the type that the operator takes")
  func operators() {
    let after = written(
      """
      infix operator >=>
      func >=> <A, B, C>(
        f: @escaping (A) -> Promise<B>, g: @escaping (B) -> Promise<C>
      ) -> (A) -> Promise<C> { { f($0).then(g) } }
      func one(_ n: Int) -> Promise<Int> { Promise.value(n).map { $0 + 1 } }
      let both = one >=> { _ in .value(2) }
      """, .promisekit)
    #expect(after.contains("one >=> { _ in .fulfilled(2) }"), "\(after)")
  }

  @Test("M2: a closure of several statements names its type where an optional is assigned to")
  func assigned() {
    let after = written(
      """
      class C {
        var token: String?
        func text() -> Promise<Data> { Promise.value(Data()).map { $0 } }
        func f() -> Promise<String> {
          text().compactMap { String(data: $0, encoding: .utf8) }.get { self.token = $0 }
        }
      }
      """, .promisekit)
    #expect(
      after.contains(
        """
            text().map { given -> String in
              guard let value = String(data: given, encoding: .utf8) else {
                throw PMKError.compactMap(given, String.self)
              }
              return value
            }
        """), "\(after)")
  }

  @Test("M2: a promise of another module's keeps the code that gives it promises")
  func foreign() {
    let text = """
      import PromiseKit
      func one() -> Promise<Int> { Promise.value(1).map { $0 }.map { $0 } }
      func f() -> Promise<Int> {
        Other.shared.event().then { _ -> Promise<Int> in one() }.map { $0 + 1 }
      }
      """
    let after = rewritten(text, from: .promisekit, assuming: [.swift5])
    #expect(after.contains("_ -> PromiseKitCompat.Promise<Int> in"), "\(after)")
    let known = text.replacing("Other.shared.event()", with: "Center.observe(once: name)")
    #expect(
      rewritten(known, from: .promisekit, assuming: [.swift5])
        .contains("Center.observe(once: name).asyncPromise.then { @MainActor _ -> Promise<Int> in"))
  }

  @Test(
    "M2: what a generic type was made from may come back from it",
    arguments: [
      "let box = Box(one()); func f() -> Promise<Int> { box.value.then { $0 + 1 } }",
      "func f() { Box(4).map(one).value.then { print($0) } }",
      "func f() { Box(4).map { _ in one() }.value.then { print($0) } }",
    ])
  func inferred(text: String) {
    let after = written(
      """
      struct Box<T> {
        let value: T
        init(_ value: T) { self.value = value }
        func map<U>(_ f: (T) -> U) -> Box<U> { Box<U>(f(value)) }
      }
      func one(_ n: Int = 1) -> Promise<Int> { Promise(n) }
      func two() -> Promise<Int> { Promise(2).then { $0 + 1 }.then { $0 + 1 } }
      \(text)
      """)
    #expect(
      after.contains("func one(_ n: Int = 1) -> GooglePromisesCompat.Promise<Int>"), "\(after)")
  }

  @Test("M2: an operator that is also the program's own may give a promise")
  func ownOperators() {
    let after = written(
      """
      func == (l: Promise<Int>, r: Promise<Int>) -> Promise<Bool> { all(l, r).then { $0 == $1 } }
      func one() -> Promise<Int> { Promise(1) }
      func f() { (one() == one()).then { print($0) } }
      func two() -> Promise<Int> { Promise(2).then { $0 + 1 }.then { $0 + 1 } }
      """)
    #expect(after.contains("-> GooglePromisesCompat.Promise<Bool>"), "\(after)")
  }
}
