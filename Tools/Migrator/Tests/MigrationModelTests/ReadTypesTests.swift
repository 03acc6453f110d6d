// Types that the source reveals in less common ways. If one of them weren't known, the rewrite
// would stop at it and no longer compile.

import Testing

@testable import MigrationModel

@Suite("Types are read from the source")
struct ReadTypesTests {
  @Test(
    "M2: PromiseKit",
    arguments: [
      // Names that patterns bind.
      (
        "enum E { case a(Promise<Int>), b; var n: Bool { switch self { "
          + "case .a(let p): return p.isPending; case .b: return false } } }",
        "case .a(let p): return p.resultIfSettled == nil"
      ),
      (
        "enum E { case a(Int, of: Promise<Int>) }\n"
          + "func f(_ e: E) { if case let .a(_, p) = e { p.cauterize() } }",
        "if case let .a(_, p) = e { p.ignoreErrors() }"
      ),
      (
        "func f(_ all: [(String, () throws -> Promise<Int>)]) { "
          + "if let (_, step) = all.first { firstly(execute: step).cauterize() } }",
        "firstly(execute: { try PromiseKitCompat.Promise(step()) }).asyncPromise.ignoreErrors()"
      ),
      (
        "func f(_ all: [() -> Promise<Int>]) { var i = all.makeIterator(); "
          + "while let step = i.next() { step().cauterize() } }",
        "step().ignoreErrors()"
      ),
      // Members without a base.
      (
        "func f() -> Promise<Void> { load().done { use($0) }.recover { _ -> Guarantee<Void> in "
          + "use(1); return .value } }",
        "return .fulfilled(()) }"
      ),
      (
        "var all: [String: Promise<Int>] = [:]; func f() { all = [\"a\": .value(1)] }",
        "all = [\"a\": .fulfilled(1)]"
      ),
      (
        "func f(_ p: Promise<Int>?) { firstly { p ?? .value(1) }.cauterize() }",
        "(p ?? .fulfilled(1)).ignoreErrors()"
      ),
      // Variables that share a type, and functions in tuples.
      (
        "class C { var a, b: Promise<Int>?; func f() { a?.cauterize() } }",
        "a?.ignoreErrors()"
      ),
      (
        "func f(_ s: (name: String, run: () -> Promise<Int>)) { s.run().cauterize() }",
        "s.run().ignoreErrors()"
      ),
      // An overload that is passed by name.
      (
        "class C { func get(_ n: Int) -> Promise<Int> { fatalError() }; func get(_ s: String) {}\n"
          + "func f(_ a: [Int]) { when(resolved: a.map(get)).done { use($0.count) } } }",
        "Promise.allSettled(a.map(get))"
      ),
      // A trailing closure that belongs to the last of several parameters.
      (
        "func again(_ n: Int = 1, if test: (Error) -> Bool = { _ in true }, "
          + "_ body: () -> Promise<Int>) -> Promise<Int> { body() }\n"
          + "func f() { again { load().map { $0[0] } }.cauterize() }",
        "again { load().map { $0[0] } }.ignoreErrors()"
      ),
      (
        "class C { func drop(_ k: String, then: @escaping (Int?, Error?) -> Void) {}\n"
          + "func f() -> Promise<Int> { "
          + "Promise { s in drop(\"\") { v, e in s.resolve(v, e) } } } }",
        "Promise.wrap { drop(\"\", then: $0) }"
      ),
      // The program's own method, beside PromiseKit's of the same form.
      (
        "class V { static func fade(_: PMKNamespacer) -> Guarantee<Bool> { .value(true) } }\n"
          + "func f() { V.fade(.promise).done { use($0) } }",
        "V.fade(.promise).done {"
      ),
      ("func f(_ p: Promise<Int>) { use(p.result == nil) }", "use(p.resultIfSettled == nil)"),
      // Subscripts, memberwise initializers, overloads with defaults.
      (
        "struct S { subscript(n: Int) -> Promise<Int> { .value(n) } }\n"
          + "func f(_ s: S) { s[1].cauterize() }",
        "s[1].ignoreErrors()"
      ),
      (
        "struct S { let runs: [(name: String, run: () -> Promise<Int>)] }\n"
          + "let s = S(runs: [(\"a\", { .value(1) })])",
        "S(runs: [(\"a\", { .fulfilled(1) })])"
      ),
      (
        "func g(_ n: Int) -> Promise<Int> { .value(n) }\nfunc g(_ n: Int, by m: Int = 1) {}\n"
          + "func f() { g(1).cauterize() }",
        "g(1).ignoreErrors()"
      ),
      (
        "func f(_ n: Int?) -> Promise<Int>? { n.map { .value($0) } }",
        "n.map { .fulfilled($0) }"
      ),
      (
        "func f(_ all: [Promise<Int>]) { use(all.filter(\\.isPending).count) }",
        "all.filter({ $0.resultIfSettled == nil }).count"
      ),
      // Initializers in extensions: this library's promise isn't a class.
      (
        "extension Promise { convenience init(late n: T) { self.init { $0.fulfill(n) } } }\n"
          + "func f() -> Promise<Int> { Promise(late: 1) }",
        "extension Promise { init(late n: Value) { self.init { $0.fulfill(n) } } }\n"
          + "func f() -> Promise<Int> { Promise(late: 1) }"
      ),
      // What stays, after what moves.
      (
        "func f(_ seals: inout [(Int) -> Void]) -> Guarantee<Int> { .init { seals.append($0) } }",
        "{ PromiseKitCompat.Guarantee { seals.append($0) }.asyncPromise }"
      ),
      ("func f(_ p: Promise<Int>) { use(p.value!) }", "use((try? p.resultIfSettled?.get())!)"),
    ])
  func promiseKit(before: String, after: String) {
    let text = PromiseKitText.written(before)
    #expect(text.contains(after), "\(text)")
  }

  @Test("A group that stays takes this library's promises from an iterator, and keeps its outcomes")
  func iterator() {
    let text = PromiseKitText.written(
      """
      func f(_ a: [() -> Promise<Int>]) {
        var rest = a.makeIterator()
        let all = AnyIterator { () -> Promise<Int>? in rest.next()?() }
        when(resolved: all, concurrently: 2).done { for case .fulfilled(let n) in $0 { use(n) } }
      }
      """)
    #expect(
      text.contains(
        "when(resolved: AnyIterator { all.next().map { PromiseKitCompat.Promise($0) } }"))
    #expect(text.contains("for case .fulfilled(let n) in $0"))
  }

  private func written(_ text: String, _ module: String, _ vocabulary: Vocabulary) -> String {
    let rewriting = Rewriting(
      sources: [("A.swift", "import \(module)\n\(text)")], from: vocabulary, to: .promises)
    #expect(rewriting.files[0].error == nil)
    return rewriting.files[0].after
  }

  @Test("M2: a link that stays encloses the head that moves before it")
  func order() {
    let text = written(
      """
      func f(_ q: DispatchQueue) -> Promise<Int> {
        Promise<Int> { fulfill, _ in fulfill(1) }.then(on: q) { print($0) }
      }
      """, "Promises", .google)
    #expect(
      text.contains(
        "GooglePromisesCompat.Promise(Promise.fulfilled.then { @MainActor in Promise<Int> {"),
      "\(text)")
  }

  @Test("M2: a link that stays takes a function that is passed by name, with its argument")
  func passedByName() {
    let text = written(
      """
      func next(_ n: Int) -> Promise<Int> { Promise(n) }
      func f(_ q: DispatchQueue) { next(1).then(on: q, next) }
      """, "Promises", .google)
    #expect(text.contains("{ GooglePromisesCompat.Promise(next($0)) }"), "\(text)")
  }

  @Test("M2: a closure that an initializer takes")
  func initializers() {
    #expect(
      written(
        """
        struct I { let next: Promise<Int> }
        struct S { init(_ body: @escaping (I) -> Promise<Int>) {} }
        let s = S { item in item.next.then { $0 + 1 } }
        """, "Promises", .google
      ).contains("item.next.map {"))
  }

  @Test("M2: `super`, in google/promises and Bolts")
  func inherited() {
    #expect(
      written(
        """
        class A { func f() -> Promise<Int> { Promise(1) } }
        class B: A { override func f() -> Promise<Int> { super.f().then { $0 + 1 } } }
        """, "Promises", .google
      ).contains("super.f().map { $0 + 1 }"))
    #expect(
      written(
        """
        class A { func f() -> Task<Int> { Task(1) } }
        class B: A { override func f() -> Task<Int> {
          super.f().continueOnSuccessWith(.mainThread) { $0 + 1 } } }
        """, "BoltsSwift", .bolts
      ).contains("super.f().map { $0 + 1 }"))
  }

  @Test(
    "M2: Bolts",
    arguments: [
      (
        "typealias Source<T> = TaskCompletionSource<T>; let s = Source<[Int]>()",
        "let s = Promise<[Int]>.pending()"
      ),
      (
        "typealias Source = TaskCompletionSource<Int>; let s = Source()",
        "let s = Promise<Int>.pending()"
      ),
      (
        "extension Task { func f() -> Task<TResult> { continueWithTask(.immediate) { "
          + "t -> Task<TResult> in if t.cancelled { print(t.error!) }; return t } } }",
        "{ t -> BoltsCompat.Task<Value> in if t.cancelled { print(t.error!) }; return t }"
      ),
      (
        "func f(_ p: Task<Int>) { p.continueWithTask(.immediate) { (t: Task<Int>) -> Task<Int> in "
          + "print(t.result ?? 1); return t } }",
        "print(t.result ?? 1); return t }"
      ),
      (
        "func f(_ all: [String: Task<Int>]) -> [String: Int] { "
          + "all.compactMapValues { $0.result } }",
        "all.compactMapValues { $0.resultIfSettled?.result }"
      ),
      (
        "func f(_ s: @escaping () -> Task<Int>) -> Task<Bool> { Task.executeWithTask(.mainThread, "
          + "closure: s).continueWith(.mainThread) { $0.faulted } }",
        "Promise.allSettled([Task.executeWithTask(.mainThread, closure: { "
          + "BoltsCompat.Task(s()) }).asyncPromise]).map {"
      ),
    ])
  func bolts(before: String, after: String) {
    let text = written(before, "BoltsSwift", .bolts)
    #expect(text.contains(after), "\(text)")
  }
}
