// The code that replaces calls to google/promises.

import Foundation
import Testing

@testable import MigrationModel

@Suite("google/promises to promises")
struct GoogleEditTests {
  private static let declarations = """
    import Promises
    struct Failed: Error {}
    func load() -> Promise<[Int]> { fatalError() }
    func next(_ numbers: [Int]) -> Promise<String> { fatalError() }
    func amount(_ numbers: [Int]) -> Int { numbers.count }
    func show(_ numbers: [Int]) { print(numbers) }
    func ask(_ handler: @escaping (Int?, (any Error)?) -> Void) {}
    """

  /// The rewritten body of a function, by default on the main actor.
  private func rewrite(
    _ body: String, in declaration: String = "@MainActor final class Screen", other: String = ""
  ) throws -> String {
    let head = "\(declaration) { var text = \"\"\nfunc f() -> Any {\n"
    let rewriting = Rewriting(
      sources: [
        ("App/Declarations.swift", Self.declarations),
        ("App/Other.swift", "import Promises\n" + other),
        ("App/Text.swift", "import Promises\n\(head)\(body)\n} }"),
      ], from: .google, to: .promises)
    let file = try #require(rewriting.files.first { $0.path == "App/Text.swift" })
    #expect(file.error == nil)
    let start = try #require(file.after.range(of: head)).upperBound
    return String(file.after[start...].dropLast(4))
  }

  @Test(
    "On the main actor",
    arguments: [
      ("return load().then { next($0) }", "return load().then { next($0) }"),
      ("return load().then(next)", "return load().then { next($0) }"),
      ("return load().then(amount)", "return load().map { amount($0) }"),
      ("load().then(show); return 1", "load().done { show($0) }; return 1"),
      (
        "return load().then(show)",
        "return GooglePromisesCompat.Promise(load()).then(show).asyncPromise"
      ),
      ("return load().then(on: .main) { $0.count }", "return load().map { $0.count }"),
      (
        "return load().then { self.text = \"\\($0)\" }",
        "return load().map { self.text = \"\\($0)\"; return $0 }"
      ),
      (
        "return load().then { _ in self.text = \"\" }",
        "return load().map { value in self.text = \"\"; return value }"
      ),
      (
        "return load().then { x in if x.isEmpty { return }; self.text = \"\" }",
        "return load().map { x in if x.isEmpty { return x }; self.text = \"\"; return x }"
      ),
      (
        "return load().then { x in if let x = x.first { return }; self.text = \"\" }",
        "return GooglePromisesCompat.Promise(load()).then { x in "
          + "if let x = x.first { return }; self.text = \"\" }.asyncPromise"
      ),
      (
        "load().then { x in self.text = \"\" }.catch { _ in }; return 1",
        "load().done { x in self.text = \"\" }.catch { _ in }; return 1"
      ),
      ("load().then { next($0) }; return 1", "_ = load().then { next($0) }; return 1"),
      ("return load().always { }", "return load().finally { }"),
      ("return load().recover { _ in load() }", "return load().recover(.promise) { _ in load() }"),
      (
        "return load().recover(on: .main, { _ in load() })",
        "return load().recover(.promise, { _ in load() })"
      ),
      ("return load().delay(on: q, 2)", "return load().delay(by: .seconds(2))"),
      (
        "return load().delay(.infinity)",
        "return GooglePromisesCompat.Promise(load()).delay(.infinity).asyncPromise"
      ),
      (
        "return load().timeout(limit)",
        "return load().shielded().timeout(after: .seconds(limit))"
      ),
      ("return all(load(), load())", "return Promise.all(load(), load())"),
      ("return all(load())", "return Promise.all([load()])"),
      ("return race(on: q, [load()])", "return Promise.race([load()])"),
      (
        "return retry { load() }",
        "return Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(1))) { _ in load() }"
      ),
      (
        "return retry(attempts: n, delay: 0) { [x] in load() }",
        "return Promise.retry(maxAttempts: max(n, 0) + 1, backoff: .constant(.seconds(0))) "
          + "{ [x] _ in load() }"
      ),
      (
        "return retry(attempts: 3, condition: { left, error in left > 1 }) { load() }",
        "return Promise.retry(maxAttempts: 4, backoff: .constant(.seconds(1)), "
          + "when: { error, attempt in let left = 4 - attempt; return (left > 1) "
          + "? .retry : .stop }) { _ in load() }"
      ),
      (
        "return retry(delay: 2, condition: { $1 is Failed }) { load() }",
        "return Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(2)), "
          + "when: { error, _ in (error is Failed) ? .retry : .stop }) { _ in load() }"
      ),
      ("return Promise([1])", "return Promise.fulfilled([1])"),
      ("return Promise<Int>(Failed())", "return Promise<Int>.rejected(Failed())"),
      ("return Promise(try x())", "return Promise(Result { try x() })"),
      (
        "return Promise<Int> { fulfill, reject in go(fulfill) { reject($0) } }",
        "return Promise.fulfilled.then { Promise<Int> { resolver in "
          + "go({ @Sendable in resolver.fulfill($0) }) { resolver.reject($0) } } }"
      ),
      (
        "return wrap { done in ask(done) }",
        "return Promise.fulfilled.then { Promise<Int?> { resolver in "
          + "ask({ @Sendable value, error in if let error { resolver.reject(error) } "
          + "else { resolver.fulfill(value) } }) } }"
      ),
      (
        "return Promise<Int>(on: .global()) { try awaitPromise(Promise(1)) }",
        "return Promise<Int> { @concurrent in try await Promise.fulfilled(1).value }"
      ),
      (
        "let promise = Promise<Int>.pending(); go { promise.fulfill($0) }; return promise",
        "let (promise, resolver) = Promise<Int>.pending(); go { resolver.fulfill($0) }; "
          + "return promise"
      ),
      (
        "return load().reduce([1, 2]) { all, one in load() }",
        "return load().then { first in [1, 2].reduce(Promise.fulfilled(first)) { promise, one in "
          + "promise.then { all in load() } } }"
      ),
      ("return load().value", "return (try? load().resultIfSettled?.get())"),
      ("return load().isPending", "return (load().resultIfSettled == nil)"),
    ])
  func mainActor(before: String, after: String) throws {
    #expect(try rewrite(before) == after)
  }

  @Test(
    "In nonisolated code",
    arguments: [
      ("return load().then { $0.count }", "return load().map { $0.count }"),
      ("return load().then(on: .global()) { $0.count }", "return load().map { $0.count }"),
      (
        "return load().then { _ in load().then(on: .global()) { $0.count } }",
        "return load().then { @MainActor _ in load().map(.async) { @concurrent in $0.count } }"
      ),
      (
        "return load().then { _ in load().then(on: .global()) { (x) in x.count } }",
        "return load().then { @MainActor _ in load().map(.async) { @concurrent x in x.count } }"
      ),
      (
        "return load().recover(on: .global()) { _ in load() }",
        "return load().recover(.promise) { _ in load() }"
      ),
      (
        "return Promise<Int>(on: .global()) { fulfill, _ in fulfill(1) }",
        "return Promise.fulfilled.then { Promise<Int> { resolver in resolver.fulfill(1) } }"
      ),
    ])
  func noActor(before: String, after: String) throws {
    #expect(try rewrite(before, in: "struct Loader: Sendable") == after)
  }

  @Test(
    "Code that may be on an actor keeps its global queues",
    arguments: ["class View: UIView", "actor Worker", "@Other class Screen", "extension Unknown"])
  func uncertain(declaration: String) throws {
    let text = try rewrite("return load().then(on: .global()) { x in use(x) }", in: declaration)
    #expect(!text.contains("load().map { x in"))
  }

  @Test("Operators' errors are rewritten only if every use of them can be rewritten")
  func errors() throws {
    let body = """
      return load().validate { $0.isEmpty }.catch { error in
        switch PromiseError(error) {
        case .validationFailure?: self.text = "a"
        case nil: self.text = "b"
        default: self.text = "c"
        }
        if PromiseError(error) == .timedOut { return }
      }
      """
    // The code is kept because `case nil` isn't the last case.
    #expect(try rewrite(body).contains("GooglePromisesCompat.Promise(load()).validate"))
    let simple = body.replacing("  default: self.text = \"c\"\n", with: "")
    let text = try rewrite(simple)
    #expect(text.contains("load().validate { $0.isEmpty }.catch { error in"))
    #expect(text.contains("switch error as? PromiseError {"))
    #expect(text.contains("case .invalid?: self.text") && text.contains("default: self.text"))
    #expect(text.contains("if case .timedOut? = error as? PromiseError { return }"))
    let other = "func g(_ error: PromiseError) {}"
    let kept = try rewrite(simple, other: other)
    #expect(kept.contains("switch GooglePromisesCompat.PromiseError(error)"))
  }

  @Test("A `timeout` on a promise that may be cancelled is kept")
  func cancellation() throws {
    let body = "return load().timeout(5)"
    let other =
      "final class A { var p: Promise<[Int]>?\nfunc g() { p = f() }\nfunc h() { p?.cancel() } }"
    #expect(try rewrite(body, other: other).contains("load()).timeout(5)"))
    let harmless = "final class A { var p: Timer?\nfunc h() { p?.cancel() } }"
    #expect(try rewrite(body, other: harmless).contains("shielded()"))
  }

  @Test("Code that depends on assigned settings is kept, unless the defaults are assumed")
  func settings() throws {
    let text = """
      import Promises
      func load() -> Promise<Int> { Promise(1) }
      @MainActor func use() -> Promise<Int> { load().then { $0 + 1 } }
      func setUp() { DispatchQueue.promises = queue }
      """
    func after(_ assumptions: Set<Assumption>) -> String {
      let sources = [("a.swift", text)]
      return Rewriting(sources: sources, from: .google, to: .promises, assuming: assumptions)
        .files[0].after
    }
    #expect(after([]).contains("GooglePromisesCompat.Promise(load()).then { $0 + 1 }.asyncPromise"))
    #expect(after([.defaultSettings]).contains("load().map { $0 + 1 }"))
    #expect(after([.defaultSettings]).contains("import GooglePromisesCompat"))
  }

  @Test("Generic values must be Sendable, and a second rewrite changes nothing")
  func types() {
    let text = """
      import Promises
      protocol Source { associatedtype Item: Codable; func item() -> Promise<Item> }
      func make<T, U: Codable>(_ value: T, _ other: U) -> Promises.Promise<T> { any(Promise<U>(q)) }
      """
    let once = Rewriting(sources: [("a.swift", text)], from: .google, to: .promises)
    let after = once.files[0].after
    #expect(after.contains("func make<T: Sendable, U: Codable & Sendable>"))
    #expect(after.contains("associatedtype Item: Codable, Sendable;"))
    #expect(after.contains("-> AsyncPromises.Promise<T>"))
    #expect(after.contains("import struct AsyncPromises.Promise"))
    let twice = Rewriting(sources: [("a.swift", after)], from: .google, to: .promises)
    #expect(twice.changed.isEmpty)
  }
}
