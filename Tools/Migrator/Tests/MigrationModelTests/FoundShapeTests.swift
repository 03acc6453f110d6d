// Shapes of code that programs of real size have brought up. Each was held back as a whole, or was
// written in a way that doesn't compile.

import Testing

@testable import MigrationModel

@Suite("Shapes found in programs")
struct FoundShapeTests {
  private func written(
    _ text: String, _ vocabulary: Vocabulary = .google, _ assumptions: Set<Assumption> = [.swift5]
  ) -> String {
    let module = vocabulary.library?.original ?? ""
    let after = rewritten("import \(module)\n\(text)\n", from: vocabulary, assuming: assumptions)
    #expect(rewritten(after, from: vocabulary, assuming: assumptions) == after)
    return after
  }

  private static let one = "func one() -> Promise<Int> { Promise(1) }\n"

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
      \(Self.one)class Center { func once() -> Promise<Int> { one() } }
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

  @Test("M2: a function that is passed by name is called with its labels")
  func labels() {
    let after = written(
      """
      class API {
        func load() -> Promise<Int> { .value(1) }
        func f() -> Promise<Int> {
          func send(with n: Int) -> Promise<Int> { load().map { $0 + n } }
          return load().then(send).map { $0 + 1 }
        }
      }
      """, .promisekit)
    #expect(after.contains(".then({ PromiseKitCompat.Promise(send(with: $0)) })"))
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

  private static let two = """
    func two() -> Promise<Int> { Promise.value(2).map { $0 + 1 } }

    """

  private static let ownCode: [(String, String)] = [
    ("func f() { two().map { Op($0).run() }.done { _ in } }", ".map { @MainActor in Op("),
    (
      "func f(_ work: @escaping () -> Int) { two().map { $0 + work() }.done { _ in } }",
      ".map { @MainActor in $0 + work() }"
    ),
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
    let start = vocabulary == .google ? Self.one : Self.two
    let after = written(
      "\(start)func f(_ n: Int) -> Promise<Int> { fatalError() }; func g() { \(chain) }", vocabulary
    )
    #expect(after.contains(expected), "\(after)")
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
      "func f() -> Promise<Int> { struct L { let p: Promise<Int> }; return L(p: one()).p }"
    ),
    (
      .google,
      "class Box<T> { var content: T; init(_ c: T) { content = c } }; "
        + "let box = Box<Promise<Int>>(one())"
    ),
    (
      .promisekit,
      "extension Promise { func kept() -> Guarantee<T?> { map { $0 }.recover { _ in "
        + "Guarantee.value(nil) } } }"
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
    let start = vocabulary == .google ? Self.one : "func two() -> Promise<Int> { .value(2) }\n"
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
}
