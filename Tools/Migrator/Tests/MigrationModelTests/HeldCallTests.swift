// Where code that moves and code that stays call each other.

import Testing

@testable import MigrationModel

@Suite("Calls between code that stays and code that moves")
struct HeldCallTests {
  private func rewritten(
    _ files: [(path: String, text: String)], from vocabulary: Vocabulary = .promisekit
  ) -> [String] {
    let module = vocabulary.library?.original ?? ""
    let sources = files.map { ($0.path, "import \(module)\n" + $0.text) }
    let rewriting = Rewriting(
      sources: sources, from: vocabulary, to: .promises, assuming: [.swift5], isWeighing: false)
    let again = Rewriting(
      sources: rewriting.files.map { ($0.path, $0.after) }, from: vocabulary, to: .promises,
      assuming: [.swift5], isWeighing: false)
    #expect(again.changed.isEmpty)
    return rewriting.files.map(\.after)
  }

  private func written(_ text: String) -> String { rewritten([("App/A.swift", text)])[0] }

  /// Stays, because a promise is used as an object.
  private static let identity = "_ = ObjectIdentifier(Promise.value(1)); "

  @Test("M2: what moves converts what a function that stays takes and gives")
  func functions() {
    let text = """
      func one() -> Promise<Int> { .value(1) }
      func held(_ p: Promise<Int>, _ f: (Int) -> Promise<Int>) -> Promise<Int> {
        \(Self.identity)return p
      }
      func shown(_ all: [Promise<Int>]) { \(Self.identity) }
      func f() -> Promise<Int> {
        let p = one()
        shown([p, one()])
        return held(p) { _ in one() }.map { $0 + 1 }
      }
      """
    let after = written(text)
    #expect(after.contains("shown([p, one()].map { PromiseKitCompat.Promise($0) })"))
    #expect(
      after.contains(
        """
        held(PromiseKitCompat.Promise(p)) { _ in PromiseKitCompat.Promise(one()) }.asyncPromise.map
        """))
  }

  @Test(
    "M2: an initializer that calls the library's by its label stays, and what it makes is converted"
  )
  func initializers() {
    let text = """
      extension Promise { convenience init(own n: Int) { self.init(resolver: { _ in }) } }
      func f() -> Promise<Int> { Promise(own: 1).map { $0 + 1 } }
      """
    #expect(written(text).contains("PromiseKitCompat.Promise(own: 1).asyncPromise.map"))
  }

  @Test("M2: what moves converts the promise, or the promises, of an extension that stays")
  func extensions() {
    let text = """
      extension Promise { func noted() -> Promise<T> { \(Self.identity)return self } }
      extension Array where Element == Promise<Int> {
        var noted: Promise<[Int]> { when(fulfilled: self) }
      }
      func one() -> Promise<Int> { .value(1) }
      func f() -> Promise<Int> { one().noted().map { $0 + 1 } }
      func g() -> Promise<[Int]> { [one(), one()].noted.map { $0 } }
      """
    let after = written(text)
    #expect(after.contains("PromiseKitCompat.Promise(one()).noted().asyncPromise.map"))
    #expect(
      after.contains(
        "[one(), one()].map { PromiseKitCompat.Promise($0) }.noted.asyncPromise.map"))
  }

  @Test("M2: what stays converts the promises of code that moves, in a file that moves")
  func fromHeldCode() {
    let text = """
      class C {
        func one() -> Promise<Int> { .value(1) }
        var two: Promise<Int> { one().map { $0 + 1 } }
        func held() -> Promise<Int> {
          \(Self.identity)return when(fulfilled: one(), two).map { $0.0 }
        }
        func unused() { \(Self.identity)one() }
        func named() -> Promise<Int> { \(Self.identity)return one().then(self.next) }
        func next(_ n: Int) -> Promise<Int> { .value(n) }
      }
      """
    let after = written(text)
    #expect(
      after.contains(
        "when(fulfilled: PromiseKitCompat.Promise(one()), PromiseKitCompat.Promise(two)).map"))
    #expect(after.contains("func one() -> Promise<Int> { .fulfilled(1) }"))
    // What is passed by its name can't be converted there.
    #expect(after.contains("func next(_ n: Int) -> PromiseKitCompat.Promise<Int>"))
    #expect(after.contains(".value(1)); one() }"))
  }

  @Test("M2: in a file in which nothing moves, code that stays keeps what it uses")
  func otherFile() {
    let files = [
      ("App/A.swift", "func one() -> Promise<Int> { .value(1) }"),
      ("App/B.swift", "func held() -> Promise<Int> { \(Self.identity)return one() }"),
    ]
    #expect(rewritten(files) == files.map { "import PromiseKit\n" + $0.1 })
  }

  @Test("M2: a function that stays may be passed to a link")
  func passed() {
    let text = """
      func one() -> Promise<Int> { .value(1) }
      func held() -> Promise<Int> { \(Self.identity)return .value(1) }
      func f() -> Promise<Int> { one().asVoid().then(held).map { $0 + 1 } }
      """
    #expect(written(text).contains("{ @MainActor in held().asyncPromise }"))
  }

  @Test("M2: a promise that stays can be read, but not replaced")
  func properties() {
    let text = """
      class C {
        let last: Promise<Int>
        init() { last = .value(1); objc_setAssociatedObject(last, 1, 2, 3) }
        func f() -> Promise<Int> { last.map { $0 + 1 }.map { $0 } }
      }
      """
    #expect(written(text).contains("last.asyncPromise.map"))
  }

  @Test(
    "M2: what can't be converted stays with what it uses",
    arguments: [
      // A promise in an optional, a dictionary, or a closure's argument.
      "func held(_ p: Promise<Int>?) { OBJECT }; func f() { held(one()) }",
      "func held(_ p: [Int: Promise<Int>]) { OBJECT }; func f() { held([1: one()]) }",
      "func held(_ f: (Promise<Int>) -> Void) { OBJECT }; func f() { held { $0.done { _ in } } }",
      // An override has the type of what it overrides, however far above.
      "class A { func m() -> Promise<Int> { one() } }; class B: A {}; "
        + "class C: B { override func m() -> Promise<Int> { OBJECT; return super.m() } }",
      // A resolver's promise would be rejected.
      "func f() -> Promise<Int> { race(Promise<Int>.pending().promise, one()) }",
      // Operators of the program's own.
      "func <&> (l: Promise<Int>, r: Promise<Int>) -> Promise<Int> { OBJECT; return l }; "
        + "func f() -> Promise<Int> { one() <&> one() }",
    ])
  func bound(text: String) {
    let one = "func one() -> Promise<Int> { .value(1) }\n"
    let text = one + text.replacing("OBJECT", with: "_ = ObjectIdentifier(Promise.value(1))")
    let after = written(text)
    #expect(!after.contains("asyncPromise"))
  }

  @Test("M2: an implicit member beside the program's own operator is the promise that it takes")
  func operands() {
    let text = """
      func ?- (l: Promise<Int>, r: @autoclosure () -> Promise<Int>) -> Promise<Int> { l }
      func f() -> Promise<Int> { Promise.value(1).map { $0 } ?- .value(2) }
      """
    #expect(written(text).contains("?- .fulfilled(2)"))
  }

  @Test("M2: the folders of one module share the types that they extend")
  func folders() {
    let files = [
      ("Base/A.swift", "class Base {}; class Derived: Base {}"),
      (
        "Features/B.swift",
        """
        extension Base { func ask(_ a: String, _ others: String...) -> Promise<Int> { .value(1) } }
        extension Derived { func f() -> Promise<Int> { ask("a", "b", "c").map { $0 + 1 } } }
        """
      ),
    ]
    let after = rewritten(files)[1]
    #expect(!after.contains("PromiseKit"))
    #expect(after.contains(#"ask("a", "b", "c").map { $0 + 1 }"#))
  }

  @Test("M2: of two overloads, an array is given to the one that takes an array")
  func arguments() {
    let text = """
      struct Chunk {}
      func put(_ chunk: Chunk) -> Promise<Int> { .value(1) }
      func put(_ chunks: [Chunk], atOnce: Int = 3) -> Promise<[Int]> {
        \(Self.identity)return .value([])
      }
      func f() -> Promise<[Int]> { put([Chunk()]).map { $0 }.map { $0 } }
      func g() -> Promise<Int> { put(Chunk()).map { $0 }.map { $0 } }
      """
    let after = written(text)
    #expect(after.contains("put([Chunk()]).asyncPromise.map"))
    #expect(after.contains("put(Chunk()).map"))
  }

  @Test(
    "M2: a call means the overload for an element, not that for an array", arguments: [true, false])
  func overloads(isDeclared: Bool) {
    let text = """
      extension Sequence { func each<T>(_ f: (Element) -> Promise<T>) -> Promise<[T]> { all() } }
      \(isDeclared ? "struct Chunk {}" : "")
      class Box {
        func add(_ n: Chunk, label: String? = nil) -> Promise<Int> { one().map { $0 + 1 } }
        func add(_ n: [Chunk]) -> Promise<[Int]> { \(Self.identity)return n.each { self.add($0) } }
      }
      func one() -> Promise<Int> { .value(1) }
      """
    #expect(written(text).contains("{ PromiseKitCompat.Promise(self.add($0)) }"))
  }

  @Test("M2: if the source doesn't say which overload is called, all of them stay with the call")
  func openOverloads() {
    let text = """
      class Box {
        func add(_ n: Chunk, label: String? = nil) -> Promise<Int> { one().map { $0 + 1 } }
        func add(_ n: [Chunk]) -> Promise<[Int]> {
          \(Self.identity)return when(fulfilled: others.map { self.add($0) })
        }
      }
      func one() -> Promise<Int> { .value(1) }
      """
    #expect(written(text).contains("label: String? = nil) -> PromiseKitCompat.Promise<Int>"))
  }

  @Test("M2: google/promises: a reduction that stays converts what its closure gives")
  func reductions() {
    let text = """
      var all: [(Int) -> Promise<Int>] = []
      func f() -> Promise<Int> { Promise(1).reduce(all) { n, one in one(n) } }
      func g() -> Promise<Int> { f().then { $0 + 1 }.then { $0 + 1 } }
      func unknown() -> Promise<Int> { Promise(1).reduce(others) { n, one in one(n) } }
      """
    let after = rewritten([("App/A.swift", text)], from: .google)[0]
    #expect(after.contains(".reduce(all) { n, one in GooglePromisesCompat.Promise(one(n)) }"))
    #expect(after.contains("func unknown() -> GooglePromisesCompat.Promise<Int>"))
  }

  @Test(
    "M2: Bolts: the results of tasks in a collection that an extension requires are read as such",
    arguments: ["extension Sequence {", "extension Array where Element == Task<Int> {"])
  func elements(start: String) {
    let required = start.contains("where") ? "" : "where Element == Task<Int> "
    let text = """
      \(start)
        func done() -> Task<[Int]> \(required){
          let tasks = Array(self)
          return Task.whenAll(tasks).continueWith { _ in tasks.compactMap { $0.result } }
        }
      }
      """
    let after = rewritten([("App/A.swift", text)], from: .bolts)[0]
    #expect(
      after.contains(
        start.contains("where")
          ? "{ _ in tasks.compactMap { $0.result } }"
          : "{ _ in tasks.compactMap { $0.resultIfSettled?.result } }.asyncPromise"))
  }

  @Test(
    "M2: Bolts: a function that a first rewrite converts is not read as a closure by a second",
    arguments: [
      ("_ n: Int", "{ BoltsCompat.Task(self.next($0)) }"),
      ("after n: Int", "{ BoltsCompat.Task(self.next(after: $0)) }"),
      ("after n: Int) throws", "{ try BoltsCompat.Task(self.next(after: $0)) }"),
    ])
  func convertedFunctions(parameter: String, closure: String) {
    let declared = parameter.contains(")") ? parameter : "\(parameter))"
    let text = """
      class C {
        func f() -> Task<Int> { g().continueOnSuccessWithTask(continuation: next) }
        func next(\(declared) -> Task<Int> { Task(1).continueOnSuccessWith { $0 } }
      }
      func g() -> Task<Int> { Task(1) }
      """
    let after = rewritten([("App/A.swift", text)], from: .bolts)[0]
    #expect(after.contains(closure))
  }

  @Test(
    "M2: what moves calls a static function of an extension that stays on the facade's type",
    arguments: [
      (
        Vocabulary.promisekit,
        """
        extension Promise { static func made(_ n: T) -> Promise<T> { \(identity)return .value(n) } }
        func f() -> Promise<Int> { Promise<Int>.made(1).map { $0 + 1 }.map { $0 * 2 } }
        """
      ),
      (
        .google,
        """
        extension Promise {
          static func made(_ n: Value) -> Promise<Value> { \(identity)return Promise<Value>(n) }
        }
        func f() -> Promise<Int> { Promise<Int>.made(1).then { $0 + 1 }.then { $0 * 2 } }
        """
      ),
      (
        .bolts,
        """
        extension Task {
          static func made(_ n: TResult) -> Task<TResult> { \(identity)return Task<TResult>(n) }
        }
        func f() -> Task<Int> {
          Task<Int>.made(1).continueOnSuccessWith { $0 + 1 }.continueOnSuccessWith { $0 * 2 }
        }
        """
      ),
    ])
  func statics(vocabulary: Vocabulary, text: String) throws {
    let after = rewritten([("App/A.swift", text)], from: vocabulary)[0]
    let promise = try #require(vocabulary.library?.facadePromise)
    #expect(after.contains("\(promise)<Int>.made(1).asyncPromise.map"), "\(after)")
  }

  @Test(
    "M2: code that moves names the promise of an alias that stays",
    arguments: [
      (
        Vocabulary.promisekit,
        """
        typealias Count = Promise<Int>
        func kept(_ p: Count) -> Count { _ = ObjectIdentifier(p); return p }
        func f() -> Count { Count { $0.fulfill(1) }.then { Count.value($0) }.map { $0 * 2 } }
        """,
        """
        func f() -> Promise<Int> { Promise<Int> { $0.fulfill(1) }.then { @MainActor in \
        Promise<Int>.fulfilled($0) }.map { $0 * 2 } }
        """
      ),
      (
        .google,
        """
        typealias Count = Promise<Int>
        func kept(_ p: Count) -> Count { _ = ObjectIdentifier(p); return p }
        func f() -> Count { Count { 1 }.then { Count($0) }.then { $0 * 2 } }
        """,
        """
        func f() -> Promise<Int> { Promise<Int> { @MainActor in 1 }\
        .then { Promise<Int>.fulfilled($0) }.map { $0 * 2 } }
        """
      ),
      (
        .bolts,
        """
        typealias Count = Task<Int>
        func kept(_ p: Count) -> Count { _ = ObjectIdentifier(p); return p }
        func f() -> Count {
          Count.execute(.mainThread) { 1 }.continueOnSuccessWithTask(.mainThread) { Count($0) }
            .continueOnSuccessWith(.mainThread) { $0 * 2 }
        }
        """,
        """
        func f() -> Promise<Int> {
          Promise<Int> { @MainActor in 1 }.then { Promise<Int>.fulfilled($0) }
            .map { $0 * 2 }
        }
        """
      ),
    ])
  func aliases(vocabulary: Vocabulary, text: String, expected: String) {
    let after = rewritten([("App/A.swift", text)], from: vocabulary)[0]
    #expect(after.contains(expected), "\(after)")
  }

  @Test(
    "M2: Bolts: what a link that stays gives its closure is converted for code that moves",
    arguments: [
      ("{ show($0) }", "show($0.asyncPromise)"),
      ("{ named(\"one\", $0) }", "named(\"one\", $0.asyncPromise)"),
      (
        "{ t in let u = t.continueOnSuccessWith(.mainThread) { $0 + 5 }; return show(u) }",
        "show(u.asyncPromise)"
      ),
    ])
  func facadeValues(closure: String, expected: String) {
    let text = """
      func one() -> Task<Int> { Task(1).continueOnSuccessWith(.mainThread) { $0 + 1 } }
      func show(_ t: Task<Int>) -> Task<Int> { t.continueOnSuccessWith(.mainThread) { $0 * 2 } }
      func named(_ name: String, _ t: Task<Int>) -> Task<Int> { show(t) }
      func f() -> Task<Int> { one().continueWithTask(.queue(queue)) \(closure) }
      """
    #expect(rewritten([("App/A.swift", text)], from: .bolts)[0].contains(expected))
  }

  @Test("M2: an implicit member in a call of code that stays is that library's")
  func implicitMembers() {
    let after = written(
      """
      func one() -> Promise<Int> { .value(1) }
      func held(_ p: Promise<Int>) { \(Self.identity) }
      func stub(_ f: (Int) -> Promise<Int>) { \(Self.identity) }
      func f() {
        held(.value(1))
        stub { .value($0 + 1) }
        stub { n in one() }
      }
      """)
    #expect(
      after.contains("func one() -> Promise<Int> { .fulfilled(1) }"), "\(after)")
    #expect(after.contains("held(.value(1))"))
    #expect(after.contains("stub { .value($0 + 1) }"))
    #expect(after.contains("stub { n in PromiseKitCompat.Promise(one()) }"))
  }

  @Test("M2: google/promises and Bolts: an extension that stays converts what it is called on")
  func otherLibraries() {
    let text = """
      extension Promise {
        func noted() -> Promise<Value> { _ = ObjectIdentifier(self); return self }
      }
      func f() -> Promise<Int> { Promise(1).then { $0 + 1 }.noted().then { $0 + 1 } }
      """
    let google = rewritten([("App/A.swift", text)], from: .google)[0]
    #expect(google.contains("GooglePromisesCompat.Promise("))
    #expect(google.contains(".noted().asyncPromise"))
  }
}
