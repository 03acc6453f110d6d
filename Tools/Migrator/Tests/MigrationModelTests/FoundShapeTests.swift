// Shapes of code that programs of real size have brought up. Each was held back as a whole, or was
// written in a way that doesn't compile.

import Foundation
import Testing

@testable import MigrationModel

@Suite("Shapes found in programs")
struct FoundShapeTests {
  @Test(
    "M2: google/promises and Bolts: an initializer that calls the library's stays",
    arguments: [
      (
        Vocabulary.google,
        "extension Promise { convenience init(made body: @escaping (@escaping (Value) -> Void) -> "
          + "Void) { self.init { fulfill, reject in body(fulfill) } } }"
      ),
      (
        .bolts,
        "extension Task { convenience init(made n: TResult) { self.init(.mainThread) { n } } }"
      ),
    ])
  func delegatingInitializers(vocabulary: Vocabulary, text: String) {
    #expect(!written(text, vocabulary).contains("AsyncPromises"))
  }

  @Test("M2: Apple's shared objects have the methods that a program adds to their types")
  func sharedObjects() {
    let after = written(
      """
      extension NotificationCenter { func once() -> Promise<Int> { Promise(1).then { $0 } } }
      func f() -> Promise<Int> { NotificationCenter.default.once().then { $0 + 1 } }
      func g() -> Promise<Int> { center.once().then { $0 + 1 } }
      """)
    #expect(after.contains("func once() -> GooglePromisesCompat.Promise<Int>"))
    let known = written(
      """
      extension NotificationCenter { func once() -> Promise<Int> { Promise(1).then { $0 } } }
      func f() -> Promise<Int> { NotificationCenter.default.once().then { $0 + 1 } }
      """)
    #expect(known.contains("NotificationCenter.default.once().map { $0 + 1 }"))
  }

  @Test("M2: a chain of unknown type stays with the code around it, and with where it comes from")
  func unknownChains() {
    let after = written(
      """
      \(GoogleShapeTests.one)class Center { func once() -> Promise<Int> { one() } }
      func f() { center.once().then { _ in one() }.then { print($0) } }
      func g() -> Promise<Int> { one().then { $0 + 1 } }
      """)
    #expect(after.contains("func once() -> GooglePromisesCompat.Promise<Int>"))
    #expect(
      after.contains("center.once().then { _ in GooglePromisesCompat.Promise(one()) }.then"))
  }

  @Test(
    "M2: what an extension of a collection maps itself to is an array of promises",
    arguments: [
      (
        Vocabulary.google, "all(map(f))",
        "extension Array { func every<T>(_ f: (Element) -> Promise<T>) -> Promise<[T]> { BODY } }"
      ),
      (
        .promisekit, "when(fulfilled: map(f))",
        "extension Sequence { func all<T>(_ f: (Element) -> Promise<T>) -> Promise<[T]> { BODY } }"
      ),
    ])
  func maps(vocabulary: Vocabulary, group: String, text: String) {
    let after = written(text.replacing("BODY", with: group), vocabulary)
    #expect(after.contains("{ Promise.all(map(f)) }"))
  }

  @Test("M2: Bolts: an array has only the members of extensions whose elements it has")
  func constrainedMembers() {
    let after = written(
      """
      extension Array where Element == Task<Void> {
        func joined() -> Task<Void> { Task.whenAll(self) }
      }
      class Cache {
        var sources: [Int: [TaskCompletionSource<Int>]] = [:]
        func fail(_ e: Error) { sources.values.joined().forEach { $0.set(error: e) } }
        func make() -> Task<Int> {
          let source = TaskCompletionSource<Int>()
          sources[1]?.append(source)
          return source.task.continueOnSuccessWith { $0 + 1 }
        }
      }
      """, .bolts, [.swift5, .laterHandlers])
    #expect(after.contains("$0.resolver.reject(e)"))
  }

  @Test("M2: Bolts: an extension of tasks renames its value in a source, and in closures that stay")
  func valueNames() {
    let after = written(
      """
      extension Task {
        func pipe(to source: TaskCompletionSource<TResult>) {
          continueWith { (task: Task<TResult>) -> Void in
            if let error = task.error { source.trySet(error: error) }
          }
        }
        func same() -> Task<TResult> {
          let source = TaskCompletionSource<TResult>()
          pipe(to: source)
          return source.task
        }
      }
      """, .bolts)
    #expect(after.contains("source: (promise: Promise<Value>, resolver: Resolver<Value>)"))
    #expect(after.contains("{ (task: Task<Value>) -> Void in"))
    #expect(after.contains("if let error = task.error { source.resolver.reject(error) }"))
  }

  static let two = """
    func two() -> Promise<Int> { Promise.value(2).map { $0 + 1 } }

    """

  private static let ownCode: [(String, String)] = [
    ("func f() { two().map { Op($0).run() }.done { _ in } }", ".map { @MainActor in Op("),
    (
      "func f(_ work: @escaping () -> Int) { two().map { $0 + work() }.done { _ in } }",
      ".map { @MainActor in $0 + work() }"
    ),
    (
      "func f() { var n = 0; two().map { n += $0 }.done { _ in }; print(n) }",
      ".map { @MainActor in n += $0 }"
    ),
    ("func f() { let n = 1; two().map { n + $0 }.done { _ in } }", ".map { n + $0 }"),
    ("func f() { item().map(\\.label).done { _ in } }", ".map { @MainActor in $0.label }"),
    ("func f() { item().map { $0.label }.done { _ in } }", ".map { @MainActor in $0.label }"),
    ("func f() { item().map(\\.number).done { _ in } }", ".map(\\.number)"),
    ("func f() { items().map { $0.max() }.done { _ in } }", ".map { @MainActor in $0.max() }"),
    (
      "class Base { func c() -> Int { 1 } }; class Sub: Base { override func c() -> Int { 2 }; "
        + "func f() { two().map { _ in super.c() }.done { _ in } } }",
      ".map { @MainActor _ in super.c() }"
    ),
  ]

  @Test(
    "M2: PromiseKit: a handler that may run the program's code elsewhere is marked",
    arguments: ownCode)
  func codeOfTheProgram(text: String, expected: String) {
    let after = written(
      """
      \(Self.two)class Op { init(_ n: Int) { print(n) }; func run() -> Int { 1 } }
      struct Item: Comparable {
        var number = 1
        var label: String { "x" }
        static func < (a: Item, b: Item) -> Bool { a.number < b.number }
      }
      func item() -> Promise<Item> { two().map { Item(number: $0) } }
      func items() -> Promise<[Item]> { two().map { [Item(number: $0)] } }
      \(text)
      """, .promisekit)
    #expect(after.contains(expected), "\(after)")
  }

  @Test(
    "M2: closures without a space after the brace",
    arguments: [
      (Vocabulary.promisekit, "two().then{f($0)}", ".then{ @MainActor in f($0)}"),
      (.google, "one().then{(n:Int)->Void in use(n)}.always{use(1)}", "{ @MainActor in use(1)}"),
    ])
  func tightClosures(vocabulary: Vocabulary, chain: String, expected: String) {
    let start = vocabulary == .google ? GoogleShapeTests.one : Self.two
    let after = written(
      "\(start)func f(_ n: Int) -> Promise<Int> { fatalError() }; func g() { \(chain) }", vocabulary
    )
    #expect(after.contains(expected), "\(after)")
  }

  @Test(
    "M2: a protocol's requirement moves with its default implementation",
    arguments: ["func get(_ n: Int)", "func get(_ n: Int = 4)"])
  func defaultImplementations(declaration: String) {
    let after = written(
      """
      protocol Client { func get(_ n: Int) -> Promise<Int> }
      extension Client { \(declaration) -> Promise<Int> { Promise.value(n).map { $0 + 1 } } }
      struct Mock: Client {}
      """, .promisekit)
    #expect(!after.contains("PromiseKitCompat"), "\(after)")
    #expect(after.contains("Promise.fulfilled(n)"), "\(after)")
  }

  @Test("M2: an initializer's promise moves where another initializer delegates to it")
  func delegation() {
    let after = written(
      """
      class Base {
        let ready: Promise<Int>
        init(_ p: Promise<Int>) { ready = p.then { $0 + 1 } }
        convenience init(n: Int) { self.init(Promise(n)) }
      }
      """)
    #expect(after.contains("self.init(Promise.fulfilled(n))"), "\(after)")
  }

  private static let unseen: [(Vocabulary, String)] = [
    (
      Vocabulary.google,
      "class M { var current: Promise<Int> = one() { didSet { use(oldValue.isPending) } } }"
    ),
    (.google, "func f(_ ps: [Promise<Int>]) -> Int { ps.filter(\\.isPending).count }"),
    (
      .google,
      "func f(_ c: @escaping Promise<Int>.Then<Int>) -> Promise<Int> { one().then { try c($0) } }"
    ),
    (
      .google,
      "func f() -> Promise<Int> { struct L { let p: Promise<Int> }; return L(p: one()).p }"
    ),
    (
      .google,
      "class Box<T> { var content: T; init(_ c: T) { content = c } }; "
        + "let box = Box<Promise<Int>>(one())"
    ),
    (.promisekit, "func f() -> Int { Guarantee.value(3).map { $0 * 2 }.wait() }"),
    (
      .promisekit,
      "struct D { subscript(_ i: Int, d: Promise<Int>) -> Promise<Int> { d.map { $0 } } }"
    ),
    (
      .promisekit,
      "prefix operator ^; prefix func ^ (v: Int) -> Promise<Int> { Promise.value(v).map { $0 } }"
    ),
    (
      .google,
      "prefix operator ^; prefix func ^ (p: Promise<Int>) -> Promise<Int> { "
        + "_ = ObjectIdentifier(p); return p.then { $0 } }; func f() -> Promise<Int> { (^one())"
        + ".then { $0 } }"
    ),
    (
      .promisekit,
      "@propertyWrapper struct Memo { let wrappedValue: Promise<Int> }; "
        + "struct H { @Memo var text: Promise<Int> = two() }"
    ),
    (
      .promisekit,
      "func f(_ p: Promise<Int>) -> Bool { if case .fulfilled? = p.result { true } else { false } }"
    ),
  ]

  @Test(
    "M2: what uses a promise in a way that the source doesn't show stays as a whole",
    arguments: unseen)
  func unseenUses(vocabulary: Vocabulary, text: String) {
    let start =
      vocabulary == .google ? GoogleShapeTests.one : "func two() -> Promise<Int> { .value(2) }\n"
    let after = written(start + text, vocabulary)
    let facade = vocabulary.library?.facade ?? ""
    let stayed = after.replacing("\(facade).", with: "")
    let made = vocabulary == .google ? "one()" : "two()"
    let converted = text.replacing(made, with: "Promise(\(made))")
    #expect(stayed.contains(text) || stayed.contains(converted), "\(after)")
  }

  @Test("M1: PromiseKit: an error that stands for a cancellation keeps `isCancelled`")
  func cancelledByTheUser() {
    let after = written(
      """
      \(Self.two)func f() { two().catch(policy: .allErrors) { use($0.isCancelled) } }
      func g() -> Promise<Int> { Promise(error: CocoaError(.userCancelled)) }
      """, .promisekit)
    #expect(after.contains("$0.isCancelled"), "\(after)")
  }

  @Test("M2: two promises that stay are compared there, not by what they are converted to")
  func identity() {
    let after = written(
      """
      final class Gate {
        private var pending: (promise: Promise<Int>, resolver: Resolver<Int>)?
        func wait() -> Promise<Int> {
          let p = pending ?? Promise<Int>.pending()
          pending = p
          print(ObjectIdentifier(p.promise))
          return p.promise
        }
      }
      \(Self.two)func f(_ g: Gate) {
        let a = g.wait(), b = g.wait()
        print(a === b)
      }
      func h() { let a = two(), b = a; print(a === b) }
      func once() -> Promise<Int> { two().map { $0 } }
      func twice() { let a = once(); print(a === once()) }
      func again(_ g: Gate) -> Promise<Int> { g.wait() }
      func thrice(_ g: Gate) { print(again(g) !== again(g)) }
      """, .promisekit)
    #expect(after.contains("print(a === b)"), "\(after)")
    #expect(after.contains("print(a == b)"), "\(after)")
    #expect(after.contains("print(a == once())"), "\(after)")
    #expect(after.contains("print(again(g) !== again(g))"), "\(after)")
    #expect(after.contains("func again(_ g: Gate) -> PromiseKitCompat.Promise<Int>"), "\(after)")
  }

  @Test(
    "M2: a promise that becomes any value stays what the program asks for",
    arguments: [
      "func isIn(_ v: Any) -> Bool { v is Promise<Int> }",
      "func find(_ v: Any) -> Promise<Int>? { v as? Promise<Int> }",
      "func find(_ v: Any) { if let p = v as? P { print(p) } }; typealias P = Promise<Int>",
      "func isIn(_ v: Any) -> Bool { switch v { case is Promise<Int>: true; default: false } }",
    ])
  func casts(question: String) {
    let store = "var all: [String: Any] = [:]; func store() { all[\"a\"] = VALUE }\n"
    let text = Self.two + store.replacing("VALUE", with: "two()")
    let after = written(text + question, .promisekit)
    #expect(after.contains("= PromiseKitCompat.Promise(two()) }"), "\(after)")
    #expect(after.contains("Promise.fulfilled(2)"), "\(after)")
    let asked = question.replacing("Promise<", with: "PromiseKitCompat.Promise<")
    #expect(after.contains(asked), "\(after)")
    #expect(written(text, .promisekit).contains("= two() }"))
  }

  @Test("M2: of two overloads, the one that gives a promise is meant before a link")
  func overloadsBeforeLinks() {
    let after = written(
      """
      class S {
        func load(_ n: Int = 1) -> Promise<Int> { Promise.value(n).map { $0 + 1 } }
        func load() -> Int { 3 }
        func f() -> Promise<Int> { load().then { self.load($0) } }
        func g() -> Int { load() }
      }
      """, .promisekit)
    #expect(after.contains("{ load().then { @MainActor in self.load($0) } }"), "\(after)")
  }

  @Test("M2: a promise that stays is no optional where its dictionary has a default")
  func defaults() {
    let after = written(
      """
      func made() -> Promise<Int> { Promise(1).then { $0 + 1 } }
      class Store {
        var all: [Int: Promise<Int>] = [:]
        func put(_ n: Int) { all[n] = made() }
        func get(_ n: Int) -> Promise<Int> { all[n, default: made()].then { $0 + 1 } }
      }
      let store = Store()
      store.all[1] = Promise<Int>.pending()
      func end() { store.all[1]!.fulfill(1) }
      """)
    #expect(after.contains("default: made()].asyncPromise.map { $0 + 1 }"), "\(after)")
  }

  @Test("M2: Bolts: a function that stays gets the outcome of a closure as its own task")
  func outcomes() {
    let after = written(
      """
      func load() -> Task<Int> { Task(1).continueOnSuccessWith(.mainThread) { $0 + 1 } }
      func show(_ t: Task<Int>) { print(ObjectIdentifier(Task(1)), t.result as Any) }
      func f() -> Task<Int> {
        load().continueWithTask(.mainThread) { t -> Task<Int> in
          show(t)
          return load()
        }
      }
      """, .bolts)
    #expect(after.contains("show(BoltsCompat.Task(Promise(t)))"), "\(after)")
  }

  @Test("M2: google/promises: a handler gives nothing if the function's promise has no value")
  func voidHandlers() {
    let after = written(
      """
      \(GoogleShapeTests.one)func f() -> Promise<Void> {
        one().then { n -> Void in print(n); print(n) }.catch { print($0) }
      }
      """)
    #expect(after.contains("one().map { @MainActor n -> Void in print(n); print(n) }"), "\(after)")
  }

  @Test("M2: a promise that is derived where it is stored can be compared")
  func derivedPromises() {
    let after = written(
      """
      class Gate {
        var current: Promise<Int>?
        func load() -> Promise<Int> { .value(1) }
        func wait() -> Promise<Int> {
          if let current = current { return current }
          let promise = load().map(on: queue) { $0 + 1 }.map { $0 * 2 }
          current = promise
          promise.ensure { if self.current === promise { self.current = nil } }.cauterize()
          return promise
        }
      }
      let gate = Gate()
      func same() -> Bool { gate.wait() === gate.wait() }
      """, .promisekit)
    #expect(after.contains("if self.current == promise { self.current = nil }"), "\(after)")
    #expect(after.contains("gate.wait() == gate.wait()"))
  }

  @Test(
    "M2: a look at an optional promise is nil without one",
    arguments: [
      (Vocabulary.promisekit, "isPending", "one.map { $0.resultIfSettled == nil } ?? true"),
      (.promisekit, "isResolved", "one.map { $0.resultIfSettled != nil } ?? true"),
      (
        .promisekit, "isFulfilled", "one.map { (try? $0.resultIfSettled?.get()) != nil } ?? true"
      ),
      (.google, "isPending", "one.map { $0.resultIfSettled == nil } ?? true"),
      (.bolts, "completed", "one.map { $0.resultIfSettled != nil } ?? true"),
      (.bolts, "faulted", "one?.faulted ?? true"),
    ])
  func optionalLooks(vocabulary: Vocabulary, name: String, expected: String) {
    let type = vocabulary == .bolts ? "Task" : "Promise"
    let links: [Vocabulary: String] = [
      .promisekit: "map", .google: "then", .bolts: "continueOnSuccessWith(.mainThread)",
    ]
    let link = links[vocabulary] ?? ""
    let made = vocabulary == .promisekit ? "Promise.value(1)" : "\(type)(1)"
    let after = written(
      """
      class Loader {
        var one: \(type)<Int>?
        func load() -> \(type)<Int> {
          let made = \(made).\(link) { $0 + 1 }.\(link) { $0 * 2 }
          one = made
          return made
        }
        var look: Bool { one?.\(name) ?? true }
      }
      """, vocabulary)
    #expect(after.contains("var look: Bool { \(expected) }"), "\(after)")
  }

  @Test("M2: Bolts: a closure that returns what settles a source gives nothing")
  func settlingResults() {
    let after = written(
      """
      func one() -> Task<Int> { Task(1).continueOnSuccessWith(.mainThread) { $0 + 1 } }
      func f() -> Task<Int> {
        let source = TaskCompletionSource<Int>()
        one().continueWith(.mainThread) { task in
          guard let n = task.result else { return source.cancel() }
          source.set(result: n)
        }
        return source.task
      }
      """, .bolts)
    #expect(after.contains("one().whenSettled { @MainActor task in"), "\(after)")
  }

  @Test("M2: Bolts: a closure for a function that stays keeps its signature")
  func signatures() {
    let after = written(
      """
      func again<T>(_ f: @escaping () -> Task<T>) -> Task<T> {
        f().continueWithTask(.mainThread) { t in t.faulted ? again(f) : t }
      }
      func one() -> Task<Int> { Task(1).continueOnSuccessWith(.mainThread) { $0 + 1 } }
      func f() -> Task<Int> {
        again { () -> Task<Int> in one() }.continueOnSuccessWith(.mainThread) { $0 + 1 }
      }
      """, .bolts)
    #expect(
      after.contains("{ () -> BoltsCompat.Task<Int> in BoltsCompat.Task(one()) }"), "\(after)")
  }

  private static let promiseKit: [(String, String)] = [
    (
      "extension Promise { func done<O: AnyObject>(weak o: O, _ body: @escaping (O, T) -> Void) "
        + "-> Promise<Void> { done { [weak o] v in if let o = o { body(o, v) } } } }",
      "-> Promise<Void> { done { @MainActor [weak o] v in"
    ),
    (
      "class V {}; func v() -> Promise<V> { .value(V()) }; "
        + "func f() -> Promise<Int> { v().get { print($0) }.map { _ in 1 } }",
      "v().map { @MainActor value -> V in\n  print(value)\n  return value\n}.map"
    ),
    (
      "class V {}; func f() -> Promise<Int> { two().map { n in print(n); return [V()] }"
        + ".map { $0.count } }",
      "map { @MainActor n -> [V] in print(n); return [V()] }"
    ),
    (
      "class V {}; func f() -> Promise<V> { two().map { n in print(n); return V() } }",
      "map { @MainActor n in print(n); return V() }"
    ),
    (
      "func f() -> Promise<Int> { two().get { if $0 > 1 { return use($0) }; use(1) }.map { $0 } }",
      "if $0 > 1 { use($0); return $0 }; use(1)"
    ),
    (
      "func any<T>() -> Promise<T> { fatalError() }; func f() -> Promise<Int> { "
        + "firstly { () -> Promise<Int> in any() }.map { $0 + 1 }.map { $0 } }",
      "{ (any() as Promise<Int>).map { $0 + 1 }"
    ),
    (
      "func f(_ use: @escaping (Int) -> Void) { two().done(use).cauterize() }",
      "two().done { @MainActor in use($0) }.ignoreErrors()"
    ),
    (
      "func f(_ x: Bool) { let p: Promise<Int> = if x { .value(1) } else { two() }; "
        + "p.done { _ in } }",
      "if x { .fulfilled(1) } else { two() }"
    ),
    (
      "func f(_ x: Bool) -> Promise<Int> { switch x { case true: .value(1); case false: two() } }",
      "case true: .fulfilled(1);"
    ),
    ("func f(_ x: Int?) -> Promise<Int> { x.map { .value($0) } ?? two() }", "{ .fulfilled($0) }"),
    (
      "func f(_ x: Int?) -> Promise<Int> { x.map(Promise.value) ?? two() }", "Promise.fulfilled($0)"
    ),
    ("func f() -> Promise<Void> { .init() }", "{ .fulfilled(()) }"),
    (
      "func g(_ n: Int) throws -> Promise<Int> { .value(n) }; "
        + "func f() { two().then(g).done { _ in } }",
      "then { @MainActor in try g($0) }"
    ),
    (
      "func f() { two().get { n in let n = n * 10; print(n) }.done { _ in } }",
      "get { n in let n = n * 10; print(n) }"
    ),
    (
      "func f() { two().get { (n: Int) -> Void in print(n) }.done { _ in } }",
      "map { @MainActor [] (n: Int) in"
    ),
    (
      "func f() { two().map { $0 + 1 }.pipe { print($0) } }",
      "map { @MainActor in $0 + 1 }).pipe { print($0) }"
    ),
    (
      "struct S: Comparable { var n = 1; static func < (a: S, b: S) -> Bool { a.n < b.n } }; "
        + "func f() { two().map { [S(n: $0)] }.sortedValues().done { _ in } }",
      "map { @MainActor in $0.sorted() }"
    ),
    (
      "struct L: Collection { let startIndex = 0, endIndex = 1; subscript(i: Int) -> Int { 1 }; "
        + "func index(after i: Int) -> Int { 1 } }; "
        + "func f() { two().map { _ in L() }.firstValue.done { _ in } }",
      "map { @MainActor in\n"
    ),
    (
      "enum API { typealias Reply = Promise<Int> }; func g() -> API.Reply { two() }; "
        + "func f() { g().done { _ in } }",
      "g().done { _ in }"
    ),
    (
      "enum Shop { struct Promise { var n = 1 }; static func f() -> PromiseKit.Promise<Int> "
        + "{ .value(Promise().n) } }",
      "-> AsyncPromises.Promise<Int> { .fulfilled(Promise().n) }"
    ),
    (
      "struct API { var load: (Int) -> Promise<Int> }; "
        + "func f() -> API { .init(load: { _ in .value(1) }) }; "
        + "func g() { f().load(1).map { $0 }.done { _ in } }",
      ".init(load: { _ in .fulfilled(1) })"
    ),
  ]

  @Test("M2: PromiseKit: shapes of values and closures", arguments: promiseKit)
  func shapes(text: String, expected: String) {
    let after = written(Self.two + text, .promisekit)
    #expect(after.contains(expected), "\(after)")
  }

  @Test(
    "M2: what may come back from something generic stays with it",
    arguments: [
      "func pick<T>(_ a: T, _ b: T) -> T { a }; func f() { pick(one(), one()).then { print($0) } }",
      "class Box<T> { let v: T; init(_ v: T) { self.v = v } }; func f() { Box(one()).v.then { "
        + "print($0) } }",
      "var r = Optional(one()); func f() { r?.then { print($0) } }",
      "class C { func p() -> Promise<Int> { one() } }; func f() { let p = C.p; p(C())().then { "
        + "print($0) } }",
      "class C { var p: Promise<Int>? { didSet { if let o = oldValue { print(o.isPending) } } }; "
        + "func f() { p = one() } }",
    ])
  func generic(text: String) {
    let after = written(GoogleShapeTests.one + text)
    #expect(!after.contains("import AsyncPromises") || after.contains("GooglePromisesCompat."))
    #expect(!after.contains(".done {") && !after.contains("resultIfSettled"), "\(after)")
  }

  @Test("M2: a file without imports names this library's promise if its module exports another")
  func exported() {
    let rewriting = rewrite(
      .promisekit,
      [
        ("App/Exports.swift", "@_exported import PromiseKit\n"),
        (
          "App/A.swift", "func f() -> Promise<Int> { Promise.value(1).map { $0 + 1 }.map { $0 } }\n"
        ),
      ])
    #expect(rewriting.files[1].after.contains("import struct AsyncPromises.Promise\n"))
  }

  @Test("M2: each branch of an `#if` imports this library")
  func conditionalImports() {
    let text = """
      #if DEBUG
      import PromiseKit
      #else
      import PromiseKit
      #endif
      \(Self.two)
      """
    let after = rewritten(text, from: .promisekit, assuming: [.swift5])
    #expect(after.components(separatedBy: "import AsyncPromises").count == 3, "\(after)")
  }

  @Test(
    "M2: members that a type declares only by key path or by name stay, with code that uses them",
    arguments: [
      "subscript<T>(dynamicMember path: KeyPath<API, T>) -> T { api[keyPath: path] }",
      "subscript(dynamicMember name: String) -> Promise<Int> { api.user }",
    ])
  func dynamicMembers(subscript: String) {
    let after = written(
      """
      struct API { let user: Promise<Int> }
      @dynamicMemberLookup struct Session { let api: API; \(`subscript`) }
      func f(_ s: Session) -> Promise<Int> { s.user }
      func g() -> Promise<Int> { Promise(1).then { $0 + 1 }.then { $0 * 2 } }
      """)
    #expect(after.contains("func f(_ s: Session) -> GooglePromisesCompat.Promise<Int> { s.user }"))
    #expect(after.contains("map { $0 * 2 }"))
  }

  @Test("M2: an alias in a type is known by its whole name, in expressions too")
  func nestedAliases() {
    let after = rewritten(
      """
      import PromiseKit
      enum Kit { typealias P = PromiseKit.Promise; typealias G<T> = PromiseKit.Guarantee<T> }
      func one() -> Kit.P<Int> { Kit.P.value(1) }
      func two() -> Kit.G<Int> { Kit.G<Int>.value(2) }
      func three() -> Kit.P<Int> { Kit.P(error: PMKError.cancelled) }
      func sum() -> Kit.P<Int> { one().then { n in two() } }
      """, from: .promisekit, assuming: [.swift5])
    #expect(
      after == """
        import AsyncPromises
        enum Kit { typealias P = Promise; typealias G<T: Sendable> = Promise<T> }
        func one() -> Kit.P<Int> { Kit.P.fulfilled(1) }
        func two() -> Kit.G<Int> { Kit.G<Int>.fulfilled(2) }
        func three() -> Kit.P<Int> { Kit.P.rejected(CancellationError()) }
        func sum() -> Kit.P<Int> { one().then { @MainActor n in two() } }
        """)
  }

  @Test("M2: a handler without a parameter says that the promise before it has no value")
  func handlersOfNothing() {
    let after = written(
      GoogleShapeTests.one + "func f() -> Promise<Int> { one().then { print($0) }.then { one() } }")
    #expect(
      after.contains("one().map { @MainActor in print($0) }.then { @MainActor in one() }"),
      "\(after)")
  }

  @Test("M2: a parameter in backticks keeps its handler from becoming statements")
  func quotedNames() {
    let text = """
      import PromiseKit
      func one() -> Promise<Int> { .value(1) }
      func f() -> Promise<Int> { one().map { `default` in `default` + 1 } }
      func g() -> Promise<Void> { one().asVoid().recover { `in` in print(`in`) } }
      """
    let after = Rewriting(
      sources: [("App/A.swift", text)], from: .promisekit, to: .async, assuming: [.swift5]
    ).files[0].after
    #expect(after.contains("try await one()"))
    #expect(!after.contains("let default") && !after.contains("catch let in"))
    let google = written(
      GoogleShapeTests.one + "func f() -> Promise<Int> { one().then { `in` in print(`in`) } }")
    #expect(!google.contains("return in"))
  }

  @Test("M2: Bolts: a function passed by its name to a task's initializer stays, and is converted")
  func namedBodies() {
    let after = written(
      """
      func work() throws -> Int { 1 }
      func f() -> Task<Int> { Task(.mainThread, closure: work) }
      func g() -> Task<Int> {
        f().continueOnSuccessWith(.mainThread) { $0 + 1 }.continueOnSuccessWith(.mainThread) { $0 }
      }
      """, .bolts)
    #expect(after.contains("Promise<Int> { Task(.mainThread, closure: work).asyncPromise }"))
  }

  @Test(
    "M2: a call that gives what its closure gives has the closure's promise",
    arguments: [
      ("", "queue.sync"), ("", "lock.withLock"),
      ("func run<T>(_ body: () throws -> T) rethrows -> T { try body() }\n", "run"),
    ])
  func runners(declaration: String, call: String) {
    let text = """
      import PromiseKit
      \(declaration)func one() -> Promise<Int> { .value(1) }
      func f(_ n: Int?) -> Promise<Int> {
        return \(call) {
          guard let n = n else { return .init(error: E.none) }
          return .value(n)
        }
      }
      func g() -> Promise<Int> { \(call) { one() }.map { $0 + 1 } }
      """
    let after = rewritten(text, from: .promisekit, assuming: [.swift5])
    #expect(after.contains("return .rejected(E.none)") && after.contains("return .fulfilled(n)"))
    #expect(!after.contains("PromiseKit"))
    let async = Rewriting(
      sources: [("App/A.swift", text)], from: .promisekit, to: .async, assuming: [.swift5]
    ).files[0].after
    #expect(async.contains("func f(_ n: Int?) -> Promise<Int> {"))
  }

  @Test("M2: a promise of google/promises stays in a generic type that gives it to be settled")
  func settledInGeneric() {
    let after = written(
      """
      class Locked<V> { var v: V; init(_ v: V) { self.v = v }
        func access<R>(_ f: (inout V) -> R) -> R { f(&v) } }
      class Charge {
        let waiting = Locked<Promise<Int>?>(nil)
        func start() -> Promise<Int> {
          let promise = Promise<Int>.pending()
          waiting.access { $0?.reject(E.other); $0 = promise }
          return promise
        }
        func taken() -> Promise<Int>? { waiting.access { p in p } }
        func end() { taken()?.fulfill(1) }
      }
      func f() -> Promise<Int> { Promise(1).then { $0 + 1 }.then { $0 * 2 } }
      """)
    #expect(after.contains("Locked<GooglePromisesCompat.Promise<Int>?>(nil)"), "\(after)")
  }

  @Test("M2: a value whose type only later code states keeps that type")
  func toldOutside() {
    let text = """
      import PromiseKit
      class API {
        var user: User?
        func get<T: Decodable>(_ path: String) -> Promise<T> { load(path).map { try decode($0) } }
        func a() -> Promise<User> { get("a").get { self.user = $0 } }
        func b() -> Promise<User> { self.get("b").ensure { end() }.get { self.user = $0 } }
        func c() -> Promise<User> { get("c").get { (user: User) in self.user = user } }
      }
      func load(_ path: String) -> Promise<Data> { .value(Data()) }
      """
    let after = rewritten(text, from: .promisekit, assuming: [.swift5])
    #expect(after.contains("PromiseKitCompat.Promise(get(\"a\")).get { self.user = $0 }"))
    #expect(after.contains("end() }).get { self.user = $0 }.asyncPromise"))
    #expect(after.contains("get(\"c\").map { @MainActor [] (user: User) in"))
    let async = Rewriting(
      sources: [("App/A.swift", text)], from: .promisekit, to: .async, assuming: [.swift5]
    ).files[0].after
    #expect(!async.contains("let value = try await"), "\(async)")
  }

  @Test("M2: an array of literals says its type before closures within closures")
  func literals() {
    let after = written(
      "func f() -> Promise<[Int]> { Promise.value([1, 2]).flatMapValues { [$0, $0 * 2] } }",
      .promisekit)
    #expect(after.contains("Promise<[Int]>.fulfilled([1, 2]).map"))
  }

  static let second: [(text: String, expected: String)] = [
    (
      "class C { var f: (Int) -> Int = { $0 }; func g() -> Promise<Int> { two().map(f) } }",
      "two().map { @MainActor [f = self.f] in f($0) }"
    ),
    (
      "class C { let f: (Int) throws -> Int = { $0 }; func g() -> Promise<Int> { two().map(f) } }",
      "two().map { @MainActor in try self.f($0) }"
    ),
    (
      "typealias Fn = (Int) throws -> Int; "
        + "func f(_ f: @escaping Fn) -> Promise<Int> { two().map(f) }",
      "two().map { @MainActor in try f($0) }"
    ),
    (
      "func f() -> Promise<Int> { Promise { two().map { $0 * 2 }.pipe(to: $0.resolve) } }",
      "Promise { $0.follow(two().map { $0 * 2 }) }"
    ),
    (
      "class C { var all: [(Int) -> Promise<Int>] = []; func f() { all += [{ .value($0) }] } }",
      "all += [{ .fulfilled($0) }]"
    ),
    (
      "struct S { subscript(n: Int) -> Promise<Int> { .value(n) } }; func f(_ s: S) { "
        + "s[1].map { $0 }.cauterize() }", "Promise<Int> { .fulfilled(n) }"
    ),
    (
      "func f(_ c: Bool) -> (() -> Promise<Int>)? { var f: (() -> Promise<Int>)?; "
        + "f = c == true ? { .value(1) } : nil; return f }", "? { .fulfilled(1) } : nil"
    ),
    (
      "class C { let all = NSCache<NSString, Promise<Int>>(); "
        + "func f() { all.setObject(two(), forKey: k) } }",
      "setObject(PromiseKitCompat.Promise(two())"
    ),
    (
      "func b() -> Guarantee<Int> { Guarantee { done in sure().done(done) } }",
      "PromiseKitCompat.Guarantee { done in"
    ),
  ]

  @Test("M2: PromiseKit: functions that are passed, and promises in closures", arguments: second)
  func passed(text: String, expected: String) {
    let sure = "func sure() -> Guarantee<Int> { Guarantee.value(1).map { $0 } }\n"
    let after = written(Self.two + sure + text, .promisekit)
    #expect(after.contains(expected), "\(after)")
  }

  @Test("M2: calls of a value, and mutating methods, don't become async")
  func notAsync() {
    let text = """
      import PromiseKit
      func one() -> Promise<Int> { Promise.value(1) }
      struct Fetch { func callAsFunction() -> Promise<Int> { one().map { $0 + 1 } } }
      struct Cart { var n = 0; mutating func add() -> Promise<Int> { n += 1; return one() } }
      """
    let after = Rewriting(
      sources: [("App/A.swift", text)], from: .promisekit, to: .async, assuming: [.swift5]
    ).files[0].after
    #expect(after.contains("func callAsFunction() -> Promise<Int>"))
    #expect(after.contains("mutating func add() -> Promise<Int>"))
    #expect(after.contains("func one() async throws -> Int"))
  }

  @Test(
    "M2: google/promises: what a promise gives, and who settles it",
    arguments: [
      (
        "func f() -> Promise<Void> { [1].reduce(Promise(())) { p, n in p.then { one() }.then { "
          + "print($0) } } }", ".map { @MainActor in print($0) } }"
      ),
      (
        "extension Promise {\n  func put(_ v: Value) { fulfill(v) }\n\n  static func made(_ work: "
          + "(Promise<Value>) -> Void) -> Promise<Value> { let p = Promise<Value>.pending(); "
          + "work(p); "
          + "return p }\n}\nfunc f() -> Promise<Int> { Promise<Int>.made { $0.put(1) } }",
        "made(_ work: (GooglePromisesCompat.Promise<Value>) -> Void)"
      ),
      (
        "func f() { one().then { _ in [one(), one()] }.then { all($0) }.then { print($0) } }",
        "GooglePromisesCompat.Promise(one())] }.then { all($0)"
      ),
    ])
  func google(text: String, expected: String) {
    let after = written(GoogleShapeTests.one + text)
    #expect(after.contains(expected) || !after.contains("AsyncPromises"), "\(after)")
  }

  @Test(
    "M2: PromiseKit: shapes that programs of a third round had",
    arguments: [
      // An alias of a tuple is no promise, so what it has can't be converted.
      (
        "typealias Job<T> = (promise: Promise<T>, cancel: () -> Void); "
          + "func job() -> Job<Int> { let (p, s) = Promise<Int>.pending(); "
          + "print(ObjectIdentifier(p)); "
          + "return (p, { s.reject(E()) }) }; "
          + "func f() -> Promise<Int> { two().then { _ -> Promise<Int> in let (p, c) = job(); "
          + "c(); return p } }",
        ["func f() -> PromiseKitCompat.Promise<Int>"]
      ),
      (
        "extension Promise { func show() { done { print($0) }.cauterize() } }; "
          + "func f() { two().show() }",
        ["extension Promise { func show() { done {", "ignoreErrors()"]
      ),
      (
        "enum N { case promise }; class S { func read<T>(_ b: (Int) -> T, end: (T) -> Void) {}; "
          + "func read<T>(_: N, _ b: @escaping (Int) -> T) -> Promise<T> { "
          + "two().map { b($0) } } }; "
          + "func f(_ s: S) -> Promise<Int> { s.read(.promise) { [$0] }.map { $0.count } }",
        ["func f(_ s: S) -> Promise<Int>", ".map { @MainActor in $0.count }"]
      ),
      (
        "class V {}; final class W: V { let end = Promise<Int>.pending() }; "
          + "func open<S: V>(_ s: S) -> S { s }; "
          + "func f() -> Promise<Int> { let w = open(W()); "
          + "return two().then { _ in w.end.promise } }",
        ["{ @MainActor _ in w.end.promise }"]
      ),
      (
        "func g() -> Guarantee<Void>? { nil }; "
          + "func f() -> Promise<Int> { two().ensureThen { g() ?? .value(()) } }",
        ["(g() ?? .fulfilled(())).map { try outcome.get() }"]
      ),
      (
        "class B: UIViewController { func busy<T>(_ b: () -> Promise<T>) -> Promise<T> { "
          + "b().map { $0 } }; final func idle<T>(_ b: () -> Promise<T>) -> Promise<T> { "
          + "b().map { $0 } } }; class D: B { func also<T>(_ b: Promise<T>) -> Promise<T> { b } }; "
          + "class O { func busy<T>(_ b: Promise<T>) -> Promise<T> { b.map { $0 } } }",
        [
          "@MainActor func busy<T: Sendable>(_ b: () -> Promise<T>)", "; final func idle",
          "@MainActor func also", "class O { func busy<T: Sendable>",
        ]
      ),
    ])
  func thirdRound(text: String, parts: [String]) {
    let start = "struct E: Error {}\nfunc two() -> Promise<Int> { .value(2) }\n"
    let after = written(start + text, .promisekit)
    for part in parts { #expect(after.contains(part), "\(after)") }
  }

  @Test("M2: google/promises: a stored promise that is assigned with others stays one object")
  func assignedTogether() {
    let after = written(
      """
      class C {
        private var pending: Promise<Int>?
        private var name = ""
        func f() -> Promise<Int> {
          let promise = Promise<Int>.pending()
          (pending, name) = (promise, "a")
          return promise.then { $0 + 1 }
        }
        func end() { pending?.fulfill(1) }
      }
      func one() -> Promise<Int> { Promise(1).then { $0 + 1 }.then { $0 + 1 } }
      """)
    #expect(after.contains("private var pending: GooglePromisesCompat.Promise<Int>?"), "\(after)")
  }

  @Test(
    "M2: google/promises: shapes that programs of a third round had",
    arguments: [
      // Two promises of one type are a tuple, if a link of the program's own takes two values.
      (
        "extension Promise { func map<U>(_ f: @escaping (Value) -> U) -> Promise<U> { "
          + "then { f($0) } } }; "
          + "func f() -> Promise<Bool> { let (a, b) = (one(), one()); "
          + "return all(a, b).map { $0 == $1 } }",
        ["Promise.all(a, b)"]
      ),
      // The name of the facade comes after the label.
      (
        "func f(_ e: Any) -> Promise<Void> { Promise(PromiseError.timedOut) }; "
          + "func g<T>(_ v: T) -> Promise<T> { Promise(v) }",
        ["with: v"]
      ),
    ])
  func thirdRoundOfGoogle(text: String, parts: [String]) {
    let after = written(GoogleShapeTests.one + text)
    for part in parts { #expect(after.contains(part), "\(after)") }
    #expect(!after.contains("GooglePromisesCompat.with"))
  }

  @Test("M2: google/promises: a stored promise that stays keeps its calls in code that moves")
  func heldStorage() {
    let after = written(
      GoogleShapeTests.one + """
        class C {
          let end = Promise<Int>.pending()
          func f() { one().then { self.end.fulfill($0 + 1) } }
        }
        func look(_ c: C) { print(ObjectIdentifier(c.end)) }
        """)
    #expect(after.contains("self.end.fulfill("), "\(after)")
    #expect(!after.contains("endResolver"), "\(after)")
  }
}
