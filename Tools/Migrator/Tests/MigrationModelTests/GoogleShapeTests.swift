// Shapes of code with google/promises that programs of real size have brought up. Each was held
// back as a whole, or was written in a way that doesn't compile.

import Testing

@testable import MigrationModel

@Suite("Shapes found in programs with google/promises")
struct GoogleShapeTests {
  static let one = "func one() -> Promise<Int> { Promise(1) }\n"

  @Test("M2: google/promises: a closure that says it gives a generic value gives no promise")
  func genericResults() {
    let after = written(
      """
      \(Self.one)class Store { func value() -> Promise<Int> { one().then { $0 } } }
      extension Promise {
        func unwrap<T>() -> Promise<T> where Value == T? {
          then { (value: T?) -> T in
            guard let value = value else { throw E.none }
            return value
          }
        }
      }
      """)
    #expect(after.contains("func unwrap<T: Sendable>() -> Promise<T>"))
    #expect(after.contains("func value() -> Promise<Int> {"))
  }

  @Test("M2: google/promises: a typed parameter stays one where its closure's `-> Void` goes")
  func typedParameters() {
    let after = written(
      """
      \(Self.one)func f() -> Promise<Int> {
        one().then { (n: Int) -> Void in print(n) }.then { $0 }
      }
      """)
    #expect(after.contains("{ @MainActor [] (n: Int) in print(n); return n }"))
  }

  @Test("M2: google/promises: a promise that stays takes either branch of a ternary")
  func ternaries() {
    let after = written(
      """
      \(Self.one)class Link {
        var online: Promise<Void>
        init(_ isOnline: Bool) { online = isOnline ? Promise(()) : one().then { _ in () } }
        func goOnline() { online.fulfill(()) }
        func f() -> Promise<Int> { one().then { $0 + 1 } }
      }
      """)
    #expect(after.contains("var online: GooglePromisesCompat.Promise<Void>"))
    #expect(after.contains("isOnline ? GooglePromisesCompat.Promise("))
    #expect(after.contains(": GooglePromisesCompat.Promise(one()"))
  }

  @Test("M2: google/promises: a closure that captures a promise to settle it captures its resolver")
  func captures() {
    let after = written(
      """
      class Screen {
        private let result = Promise<Int>.pending()
        func start(_ other: Other) -> Promise<Int> {
          other.done = { [result] in result.fulfill($0) }
          other.failed = { [result] in result.reject($0); print(result) }
          return result.then { $0 + 1 }
        }
      }
      """)
    #expect(after.contains("{ [resultResolver] in resultResolver.fulfill($0) }"))
    #expect(
      after.contains("{ [result, resultResolver] in resultResolver.reject($0); print(result) }"))
  }

  @Test("M2: google/promises: what is given to a function that settles it stays")
  func given() {
    let after = written(
      """
      class Fixes {
        private var waiting: [Promise<Int>] = []
        func fix() -> Promise<Int> {
          let promise = Promise<Int>.pending()
          waiting.append(promise)
          return promise
        }
        func finish(_ settle: (Promise<Int>) -> Void) {
          let all = waiting
          all.forEach(settle)
        }
        func found(_ n: Int) { finish { $0.fulfill(n) } }
        func f() -> Promise<Int> { fix().then { $0 + 1 }.then { $0 + 1 } }
      }
      """)
    #expect(after.contains("var waiting: [GooglePromisesCompat.Promise<Int>] = []"))
    #expect(after.contains("waiting.append(promise)"))
  }

  @Test("M2: google/promises: errors that stay in one file keep the operators of the others")
  func keptErrors() {
    let errors = """
      import Promises
      extension Promise { func put(_ n: Value) { fulfill(n) } }
      func isLate(_ e: Error) -> Bool {
        let p = Promise<Int>.pending()
        p.put(1)
        guard let e = e as? PromiseError, case .timedOut = e else { return false }
        return true
      }
      func one() -> Promise<Int> { Promise(1).then { $0 + 1 }.then { $0 + 1 } }
      """
    let limits = """
      import Promises
      func plain() -> Promise<Int> { Promise(1) }
      func limit() -> Promise<Int> { plain().timeout(1) }
      """
    func texts(_ errors: String, _ limits: String) -> [String] {
      Rewriting(
        sources: [("App/A.swift", errors), ("App/B.swift", limits)], from: .google, to: .promises,
        assuming: [.swift5], isWeighing: true
      ).files.map(\.after)
    }
    let once = texts(errors, limits)
    #expect(once[0].contains("AsyncPromises.Promise<Int> { AsyncPromises.Promise.fulfilled(1)"))
    #expect(once[1] == limits)
    #expect(texts(once[0], once[1]) == once)
  }

  @Test("M2: google/promises: what is settled in a collection's tuples stays there")
  func tuples() {
    let after = written(
      """
      class Loader {
        private var jobs = [Int: (promise: Promise<Int>, name: String)]()
        func load() -> Promise<Int> {
          let promise = Promise<Int>.pending()
          jobs[1] = (promise, "one")
          return promise
        }
        func failed(_ e: Error) { jobs.removeValue(forKey: 1)?.promise.reject(e) }
        func f() -> Promise<Int> { load().then { $0 + 1 }.then { $0 + 1 } }
      }
      """)
    #expect(after.contains("[Int: (promise: GooglePromisesCompat.Promise<Int>, name: String)]()"))
  }

  @Test(
    "M2: google/promises: the result of a closure is that of its `if` or `switch`",
    arguments: [
      "if $0 > 3 { \"big\" } else { \"small\" }", "switch $0 { case 0: \"0\"; default: \"1\" }",
    ])
  func branches(body: String) {
    let after = written("\(Self.one)func f() -> Promise<String> { one().then { \(body) } }")
    #expect(after.contains("one().map { \(body) }"), "\(after)")
  }

  @Test(
    "M2: google/promises: several promises form an array if their closure uses one",
    arguments: [
      ("{ (l: [Int]) -> Void in print(l) }", true), ("{ l in use(l[0]) }", true),
      ("{ $0.reduce(0, +) }", true), ("{ pair in use(pair.0) }", false),
      ("{ a, b in use(a) }", false), ("{ a in data.use(a) }", false),
      ("{ use($0.0, list.map { $0.name }) }", false),
    ])
  func arrays(closure: String, isArray: Bool) {
    let after = written("\(Self.one)func f() { all(one(), one()).then \(closure) }")
    #expect(after.contains("Promise.all([one(), one()])") == isArray, "\(after)")
  }

  @Test(
    "M2: google/promises: a closure that prints passes its value on",
    arguments: [
      ("Promise<Int>", "one().then { print($0) }", "map { @MainActor in print($0); return $0 }"),
      (
        "Promise<[Int]>", "all(one(), one()).then { print($0.count) }",
        "map { @MainActor in print($0.count); return $0 }"
      ),
      ("Promise<[Int]>", "all(one(), one()).then { other($0[0]) }", "then { other($0[0]) }"),
      ("Promise<Void>", "one().then { print($0) }.then { _ in () }", "return $0 }.map { _ in () }"),
    ])
  func printing(type: String, chain: String, expected: String) {
    let after = written("\(Self.one)func f() -> \(type) { \(chain) }")
    #expect(after.contains(expected), "\(after)")
  }

  @Test(
    "M2: google/promises: a closure of a memberwise initializer returns what its property does",
    arguments: ["Item(title: \"a\")", ".init(title: \"a\")"])
  func memberwise(call: String) {
    let after = written(
      """
      \(Self.one)struct Item { let title: String; let action: (String) -> Promise<Void> }
      let items: [Item] = [\(call) { _ in one().then { _ in () } }]
      """)
    #expect(after.contains("{ _ in one().map { _ in () } }"), "\(after)")
  }

  @Test("M2: google/promises: a stored promise that is unwrapped by itself gives its promise")
  func implicitlyUnwrapped() {
    let after = written(
      """
      final class Finder {
        private var promise: Promise<Int>!
        func find() -> Promise<Int> {
          promise = Promise<Int>.pending()
          return promise
        }
        func last() -> Promise<Int>? { promise }
        func end() { promise.fulfill(3) }
        func f() -> Promise<Int> { find().then { $0 + 1 } }
      }
      """)
    #expect(after.contains("return promise.promise"), "\(after)")
    #expect(after.contains("{ promise?.promise }"), "\(after)")
  }

  @Test(
    "M2: google/promises: what returns or takes `.pending()` stays",
    arguments: [
      "func f(_ n: Int) -> Promise<Int> { n == 1 ? .pending() : one() }",
      "func f(_ p: Promise<Int> = .pending()) -> Promise<Int> { p.then { $0 + 1 } }",
    ])
  func implicitPending(text: String) {
    let after = written("\(Self.one)\(text)\nfunc g() { f().then { use($0) } }")
    #expect(after.contains("func f("), "\(after)")
    #expect(after.contains("-> GooglePromisesCompat.Promise<Int>"), "\(after)")
  }

  @Test("M2: google/promises: imports of single declarations don't name two promises")
  func singleImports() {
    func after(_ text: String) -> String { rewritten(text, from: .google, assuming: [.swift5]) }
    let moved = after("import func Promises.all\nimport class Promises.Promise\n\(Self.one)")
    #expect(moved.hasPrefix("import AsyncPromises\nfunc one()"), "\(moved)")
    let both = after(
      """
      import class Promises.Promise
      \(Self.one)func f() -> Promise<Int> { one().then { $0 } }
      func g(_ p: Promise<Int>) -> ObjectIdentifier { ObjectIdentifier(p) }

      """)
    #expect(both.hasPrefix("import AsyncPromises\nimport GooglePromisesCompat\n"), "\(both)")
    #expect(!both.contains("import class"), "\(both)")
  }

  @Test("M2: google/promises: what a closure captures when it is made, it captures then")
  func capturesOfResolvers() {
    let after = written(
      """
      class Loader {
        let name = "n"
        func load() -> Promise<String> {
          Promise<String> { [weak self] fulfill, reject in fulfill(self?.name ?? "") }
        }
      }
      func f() -> Promise<Int> {
        var n = 1
        let p = Promise<Int> { [n] fulfill, _ in fulfill(n) }
        n = 2
        return p
      }
      """)
    #expect(after.contains("then { @MainActor [weak self] in Promise<String> { resolver in"))
    #expect(after.contains("then { @MainActor [n] in Promise<Int> { resolver in"), "\(after)")
  }

  @Test(
    "M2: google/promises: what makes a promise of a function that is passed by name stays",
    arguments: [
      "func f(_ c: @escaping () throws -> Int) -> Promise<Int> { Promise(on: .main, c) }",
      "func six() throws -> Int { 6 }; func f() -> Promise<Int> { Promise<Int>(six) }",
    ])
  func makersByName(text: String) {
    let start = "func one() -> Promise<Int> { Promise(1).then { $0 + 1 } }\n"
    let after = written(start + text)
    #expect(after.contains("GooglePromisesCompat.Promise"), "\(after)")
    #expect(!after.contains("fulfilled(c)") && !after.contains("fulfilled(six)"), "\(after)")
  }

  @Test("M2: google/promises: a closure's value isn't used in a closure of the rewrite's")
  func dollars() {
    let after = written(
      """
      func parse(_ text: String) throws -> Int { 1 }
      func f(_ p: Promise<String>) -> Promise<Int> { p.then { Promise(try parse($0)) } }
      """)
    #expect(after.contains("GooglePromisesCompat.Promise(try parse($0))"), "\(after)")
  }

  @Test(
    "M2: google/promises: a closure that returns an error rejects, so it stays",
    arguments: [
      "one().then { Fault(n: $0) }", "one().then { $0 == 1 ? Fault(n: 3) : nil }",
      "Promise<Fault> { Fault(n: 4) }",
      "failed().recover { _ -> Fault in Fault(n: 7) }",
    ])
  func errors(chain: String) {
    let after = written(
      """
      \(Self.one)struct Fault: Error { let n: Int }
      func failed() -> Promise<Fault> { Promise<Fault>(NSError(domain: "x", code: 7)) }
      func f() { \(chain).always { print(1) } }
      """)
    let kept = chain.replacing("one()", with: "GooglePromisesCompat.Promise(one())")
      .replacing("failed()", with: "GooglePromisesCompat.Promise(failed())")
      .replacing("Promise<Fault> {", with: "GooglePromisesCompat.Promise<Fault> {")
    #expect(after.contains(kept) || after.contains(chain), "\(after)")
  }
}
