// The code that replaces calls to Bolts.

import Testing

@testable import MigrationModel

@Suite("Bolts to promises")
struct BoltsRewriteTests {
  private static let declarations = """
    import BoltsSwift
    func load() -> Task<Int> { fatalError() }
    func next(_ number: Int) -> Task<String> { fatalError() }
    func nothing() -> Task<Void> { fatalError() }
    func optional() -> Task<Int?> { fatalError() }
    let executor = Executor.queue(queue)
    """

  /// The rewritten body of a method on the main actor, without the declarations that follow it.
  private func body(_ text: String, _ assumptions: Set<Assumption> = []) -> String {
    let before = "import BoltsSwift\n@MainActor final class Screen {\n  func f() {\n    "
    let after = rewritten(
      "\(before)\(text)\n  }\n}\n", from: .bolts, beside: ["Others.swift": Self.declarations],
      assuming: assumptions)
    guard let start = after.firstRange(of: "f() {\n    "), let end = after.firstRange(of: "\n  }\n")
    else { return after }
    return String(after[start.upperBound..<end.lowerBound])
  }

  @Test(
    "Operators on the main thread",
    arguments: [
      (
        "return load().continueOnSuccessWith(.mainThread) { use($0) }",
        "return load().map { use($0) }"
      ),
      (
        "load().continueOnSuccessWith(.mainThread) { n in self.n = n }",
        "load().done { n in self.n = n }"
      ),
      (
        "load().continueOnSuccessWithTask(.mainThread) { next($0) }",
        "_ = load().then { next($0) }"
      ),
      (
        "let a = load().continueOnSuccessWith(.mainThread, continuation: { $0 })",
        "let a = load().map({ $0 })"
      ),
      (
        "let a = load().continueOnSuccessWith(continuation: \\.count)",
        "let a = load().map(\\.count)"
      ),
      (
        "let a = load().continueOnErrorWith(.mainThread) { _ in 1 }",
        "let a = load().recover { error in if error is CancellationError { throw error }; "
          + "return 1 }"
      ),
      (
        "let a = load().continueOnSuccessWith(.mainThread) { n += $0 }"
          + ".continueOnErrorWith(.mainThread) { log?($0) }",
        "let a = load().map { n += $0 }"
          + ".recover { if $0 is CancellationError { throw $0 }; log?($0) }"
      ),
      (
        "let a = load().continueOnErrorWithTask(.mainThread) { log($0); return load() }",
        "let a = load().recover(.promise) { if $0 is CancellationError { throw $0 }; log($0); "
          + "return load() }"
      ),
      (
        "let a = load().continueOnErrorWithTask(.mainThread) { (e: Failure) in load() }",
        "let a = load().recover(from: Failure.self, .promise) { (e: Failure) in load() }"
      ),
      (
        "let a = load().continueOnErrorWith(.mainThread) { (e: CancelledError) in 1 }",
        "let a = BoltsCompat.Task(load()).continueOnErrorWith(.mainThread) "
          + "{ (e: CancelledError) in 1 }.asyncPromise"
      ),
    ])
  func operators(before: String, after: String) {
    #expect(body(before) == after)
  }

  @Test(
    "Continuations for all outcomes",
    arguments: [
      (
        "let a = load().continueWith(.mainThread) { $0.faulted }",
        "let a = Promise.allSettled([load()]).map { $0[0].faulted }"
      ),
      (
        "let a = load().continueWith(.mainThread) { task in task.result ?? 0 }",
        "let a = Promise.allSettled([load()]).map { outcomes in outcomes[0].result ?? 0 }"
      ),
      (
        "let a = load().continueWithTask(.mainThread) { _ in next(1) }",
        "let a = Promise.allSettled([load()]).then { _ in next(1) }"
      ),
      (
        "let a = load().continueWithTask(.mainThread) { (t: Task<Int>) in self.x = 1; return t }",
        "let a = load().tap { (t) in self.x = 1 }"
      ),
      (
        "let a = load().continueWithTask(.mainThread) { self.x = 1; return $0 }",
        "let a = load().tap { _ in self.x = 1 }"
      ),
      (
        "let a = load().continueWithTask(.mainThread) { use($0.error); return $0 }",
        "let a = load().tap { use($0.error) }"
      ),
      (
        "load().continueWith(.mainThread) { task in self.x = task.error }",
        "load().whenSettled { task in self.x = task.error }"
      ),
      (
        "let a = load().continueWith(.mainThread) { t in try show(t) }",
        "let a = Promise.allSettled([load()]).map { outcomes in try show(Promise(outcomes[0])) }"
      ),
      (
        "let a = load().continueWith(.mainThread) { $0.result.map { $0 + 1 } }",
        "let a = Promise.allSettled([load()]).map { $0[0].result.map { $0 + 1 } }"
      ),
      (
        "let a = load().continueWith(.mainThread) { t in all.map { t in t.error } + [t.error] }",
        "let a = Promise.allSettled([load()]).map { outcomes in all.map { t in t.error } + "
          + "[outcomes[0].error] }"
      ),
      (
        "let a = load().continueWith(.mainThread) { t in t.continueWith { $0.result } }",
        "let a = BoltsCompat.Task(load()).continueWith(.mainThread) "
          + "{ t in t.continueWith { $0.result } }.asyncPromise"
      ),
      (
        "let a = load().continueWith(executor) { t in t.result }",
        "let a = BoltsCompat.Task(load()).continueWith(executor) { t in t.result }.asyncPromise"
      ),
      (
        "let a = load().continueWith(.mainThread) { _ in 1 }.continueWith(.mainThread) { _ in 2 }",
        "let a = Promise.allSettled([Promise.allSettled([load()]).map { _ in 1 }]).map { _ in 2 }"
      ),
    ])
  func outcomes(before: String, after: String) {
    #expect(body(before) == after)
  }

  @Test(
    "State and waits",
    arguments: [
      ("if !load().completed { }", "if load().resultIfSettled == nil { }"),
      ("use(load().completed)", "use(load().resultIfSettled != nil)"),
      ("use(load().faulted == x)", "use((load().resultIfSettled?.faulted == true) == x)"),
      ("use(load().result ?? 1)", "use(load().resultIfSettled?.result ?? 1)"),
      ("use(load().result!.x)", "use((load().resultIfSettled?.result)!.x)"),
      ("use(load().error?.code)", "use(load().resultIfSettled?.error?.code)"),
      ("load().waitUntilCompleted()", "BoltsCompat.Task(load()).waitUntilCompleted()"),
    ])
  func looks(before: String, after: String) {
    #expect(body(before) == after)
  }

  @Test(
    "Heads",
    arguments: [
      ("let a = Task(1)", "let a = Promise.fulfilled(1)"),
      ("let a: Task<Int> = .init(1)", "let a: Promise<Int> = .fulfilled(1)"),
      ("let a = Task<Int>(error: e)", "let a = Promise<Int>.rejected(e)"),
      (
        "let a = BoltsSwift.Task<Int>.cancelledTask()",
        "let a = Promise<Int>.rejected(CancellationError())"
      ),
      ("let a = Task.withDelay(x + 1)", "let a = Promise.delay(for: .seconds(x + 1))"),
      ("let a = Task<Int>.execute { try b() }", "let a = Promise<Int>(Result { try b() })"),
      ("let a = Task<Int>.execute(.immediate) { 1 }", "let a = Promise<Int>(Result { 1 })"),
      ("let a = Task<Int>.execute(.mainThread) { 1 }", "let a = Promise<Int> { @MainActor in 1 }"),
      ("let a = Task.executeWithTask { load() }", "let a = load()"),
      (
        "let a = Task.whenAny(load(), load())",
        "let a = Promise.race(load(), load()).map { _ in }.recover { _ in }"
      ),
      ("let a = Task.whenAll([load()])", "let a = Promise.whenAll([load()])"),
      ("let a = Task.whenAllResult(load())", "let a = Promise.whenAllResult([load()])"),
      ("let a = Task.whenAllResult(x, y)", "let a = Promise.whenAllResult([x, y])"),
      ("let a = Task.whenAll(unknown)", "let a = Task.whenAll(unknown)"),
      ("let a = Task(load().asyncPromise)", "let a = load()"),
    ])
  func heads(before: String, after: String) {
    #expect(body(before) == after)
  }

  @Test(
    "Sources and names",
    arguments: [
      ("let s = TaskCompletionSource<Int>()", "let s = Promise<Int>.pending()"),
      (
        "func g(_ s: TaskCompletionSource<Int>?) { s?.trySet(result: 1) }",
        "func g(_ s: (promise: Promise<Int>, resolver: Resolver<Int>)?) { s?.resolver.fulfill(1) }"
      ),
      (
        "let s = TaskCompletionSource<Int>(); s.set(error: e); s.tryCancel(); use(s.task)",
        "let s = Promise<Int>.pending(); s.resolver.reject(e); "
          + "s.resolver.reject(CancellationError()); use(s.promise)"
      ),
      (
        "let s: TaskCompletionSource<[Task<Int>]>? = nil",
        "let s: (promise: Promise<[Promise<Int>]>, resolver: Resolver<[Promise<Int>]>)? = nil"
      ),
      ("throw CancelledError()", "throw CancellationError()"),
      ("let tasks: [String: [Task<Int?>]] = [:]", "let tasks: [String: [Promise<Int?>]] = [:]"),
      ("func g<T>(_ t: Task<[T]>) {}", "func g<T: Sendable>(_ t: Promise<[T]>) {}"),
      ("func g<T: P>(_ t: Task<T>) {}", "func g<T: P & Sendable>(_ t: Promise<T>) {}"),
      (
        "func g<T>(_ t: Task<T>) where T: Sendable {}",
        "func g<T>(_ t: Promise<T>) where T: Sendable {}"
      ),
      ("let all = Task<Int>.whenAll", "let all = Task<Int>.whenAll"),
      ("_Concurrency.Task { }", "_Concurrency.Task { }"),
    ])
  func names(before: String, after: String) {
    #expect(body(before) == after)
  }

  @Test(
    "The default executor, and captures of handlers",
    arguments: [
      (
        "let a = load().continueOnSuccessWith { self.x = $0 }",
        "let a = BoltsCompat.Task(load()).continueOnSuccessWith { self.x = $0 }.asyncPromise",
        "let a = load().map { self.x = $0 }"
      ),
      (
        "var n = 0; load().continueOnSuccessWith { n += $0 }",
        "var n = 0; BoltsCompat.Task(load()).continueOnSuccessWith { n += $0 }",
        "var n = 0; BoltsCompat.Task(load()).continueOnSuccessWith { n += $0 }"
      ),
      (
        "let a = Task<Int>.executeWithTask { try b(); return load() }",
        "let a = Task<Int>.executeWithTask { try b(); return BoltsCompat.Task(load()) }"
          + ".asyncPromise",
        "let a = Promise<Int> { try b(); return load() }"
      ),
    ])
  func later(before: String, after: String, later: String) {
    #expect(body(before) == after)
    #expect(body(before, [.laterHandlers]) == later)
  }

  @Test("A global queue can be removed in nonisolated code")
  func globalQueue() {
    func text(_ owner: String) -> String {
      rewritten(
        "import BoltsSwift\n\(owner) func f(_ a: Task<Int>) -> Task<Int> { "
          + "a.continueOnSuccessWith(.queue(.global())) { use($0) } } }", from: .bolts)
    }
    #expect(text("final class S {").contains("{ a.map { use($0) } }"))
    #expect(text("struct S: Sendable { nonisolated").contains("{ a.map { use($0) } }"))
    for owner in ["@MainActor struct S {", "actor S {", "class S: View {", "struct S { @MainActor"]
    {
      #expect(text(owner).contains("BoltsCompat.Task(a).continueOnSuccessWith(.queue(.global()))"))
    }
  }

  @Test("A file gets the imports and declarations that it needs, without duplicates")
  func declarations() {
    let text = """
      import BoltsSwift
      func f(_ a: Task<Int>, _ b: Task<Int>) -> [Bool] { [a.faulted, b.cancelled, a.faulted] }

      """
    #expect(
      rewritten(text, from: .bolts) == """
        import AsyncPromises
        func f(_ a: Promise<Int>, _ b: Promise<Int>) -> [Bool] { \
        [a.resultIfSettled?.faulted == true, \
        b.resultIfSettled?.cancelled == true, a.resultIfSettled?.faulted == true] }

        extension Result where Failure == any Error {
          /// The error, unless it stands for a cancellation.
          fileprivate var error: (any Error)? {
            if case .failure(let error) = self, !(error is CancellationError) { error } else { nil }
          }

          /// Whether it is a cancellation.
          fileprivate var cancelled: Bool {
            if case .failure(is CancellationError) = self { true } else { false }
          }

          /// Whether there is an error.
          fileprivate var faulted: Bool {
            error != nil
          }
        }

        """)
    let group = rewritten(
      "import BoltsSwift\nfunc f(_ a: [Task<Int>]) -> Task<Void> { Task.whenAll(a) }\n",
      from: .bolts)
    #expect(group.hasPrefix("import AsyncPromises\nimport BoltsCompat\n"))
  }

  @Test("Names that the sources declare are left alone")
  func takenNames() {
    let text = """
      import BoltsSwift
      extension Result { var error: Int { 1 } }
      func f(_ a: Task<Int>) -> Bool { a.error == nil }

      """
    #expect(rewritten(text, from: .bolts).contains("{ a.error == nil }"))
  }

  @Test("A task of a value is no call of an initializer that takes a closure")
  func ownInitializer() {
    let after = rewritten(
      """
      import BoltsSwift
      extension Task {
        convenience init(_ start: (@escaping (TResult) -> Void) -> Void) { self.init(start: start) }
      }
      func value(_ flag: Bool) -> Task<Bool> { Task(!flag) }
      func called() -> Task<Int> { Task { done in done(1) } }
      """, from: .bolts, assuming: [.swift5])
    #expect(after.contains("Promise.fulfilled(!flag)"))
    #expect(after.contains("{ Task { done in done(1) }.asyncPromise }"))
  }

  @Test("M2: Bolts: a source whose methods are passed by name stays")
  func settlersByName() {
    let after = written(
      """
      func f(_ n: Int) -> Task<Int> {
        let source = TaskCompletionSource<Int>()
        let settle: (Int) -> Void = source.set(result:)
        settle(n)
        return source.task
      }
      func g() -> Task<Int> { f(1).continueOnSuccessWith(.mainThread) { $0 + 1 } }
      """, .bolts)
    #expect(after.contains("let source = TaskCompletionSource<Int>()"), "\(after)")
  }

  @Test("M2: Bolts: code that converts what it uses stays in another run")
  func converting() {
    let first = """
      import BoltsSwift
      let work = Executor.queue(queue)
      func stays() -> Task<Int> {
        Task(1).continueOnSuccessWith(work) { n -> Int in n + 1 }.continueOnSuccessWith { $0 * 2 }
      }
      func moves() -> Task<Int> { Task(6).continueOnSuccessWith(.mainThread) { $0 + 1 } }
      """
    let second = """
      import BoltsSwift
      func run<T>(_ t: Task<T>) { t.continueWith { t in print(t.result as Any) } }
      run(stays())
      run(stays())
      run(moves())
      moves().continueOnSuccessWith(.mainThread) { $0 + 1 }
        .continueOnSuccessWith(.mainThread) { print($0) }
      """
    let once = rewrite(.bolts, [("App/A.swift", first), ("App/main.swift", second)])
    #expect(once.files[1].after.contains("run(BoltsCompat.Task(moves()))"))
    #expect(rewrite(.bolts, once.files.map { ($0.path, $0.after) }).changed.isEmpty)
  }

  @Test("M2: Bolts: the type of an empty array of sources, and class members of an extension")
  func typesInExpressions() {
    let after = written(
      """
      extension Task {
        class func twice(_ n: Int) -> Task<Int> {
          Task<Int>(n).continueOnSuccessWith(.mainThread) { $0 * 2 }
        }
        final func after() -> Task<TResult> { continueOnSuccessWith(.mainThread) { $0 } }
      }
      class Waiters {
        private var all = [TaskCompletionSource<Int>]()
        private var named = [String: TaskCompletionSource<Int>]()
        func wait() -> Task<Int> {
          let source = TaskCompletionSource<Int>()
          all.append(source)
          return source.task.continueOnSuccessWith(.mainThread) { $0 + 1 }
        }
      }
      """, .bolts)
    #expect(after.contains("static func twice(_ n: Int) -> Promise<Int> {"))
    #expect(after.contains("  func after() -> Promise<Value>"))
    #expect(after.contains("all = [(promise: Promise<Int>, resolver: Resolver<Int>)]()"))
    #expect(
      after.contains("named = [String: (promise: Promise<Int>, resolver: Resolver<Int>)]()"))
  }
}
