// The verdicts on calls to google/promises and Bolts, and on callbacks.

import Testing

@testable import MigrationModel

@Suite("google/promises, Bolts, callbacks")
struct OtherLibraryTests {
  @Test(
    "google/promises on the main actor",
    arguments: [
      ("load().then { next($0) }", "then: then { … }"),
      ("load().then { $0.count }", "then: map { … }"),
      ("load().then { \"\\($0)\" }", "then: map { … }"),
      ("load().then { self.text = \"\\($0)\" }; use(1)", "then: done { … }"),
      ("let p = load().then { self.text = \"\\($0)\" }", "then: map { …; return $0 }"),
      ("load().then { unknown($0) }", "then: closure-result"),
      ("load().catch { use($0) }", "catch: catch { … }"),
      ("load().always { use(1) }", "always: finally { … }"),
      ("load().recover { _ in load() }", "recover: recover(.promise) { … }"),
      ("load().recover { _ in [1] }", "recover: recover { … }"),
      ("load().validate { $0.isEmpty }", "validate: validate { … }"),
      ("load().timeout(5)", "timeout: shielded().timeout(after: .seconds(…))"),
      ("load().delay(5)", "delay: delay(by: .seconds(…))"),
      ("load().then(on: .global()) { next($0) }", "then: background-queue"),
      ("all(load(), next([])).then { next($0) }", "all: Promise.all(…)"),
      ("any(load(), load()).then { use($0) }", "any: group-of-outcomes"),
      ("race([load()]).then { next($0) }", "race: Promise.race(…)"),
      (
        "retry(attempts: 2) { load() }",
        "retry: Promise.retry(maxAttempts: …, backoff: …) { _ in … }"
      ),
      ("retry(attempts: count()) { load() }", "retry: retry-condition"),
      ("wrap { other($0) }", "wrap: wrap-optional"),
      ("Promise([1]).then { next($0) }", "Promise: .fulfilled(…)"),
      ("Promise(try x()).then { use($0) }", "Promise: Promise(Result { … })"),
      ("Promise(thing).then { use($0) }", "Promise: .settled(with: …)"),
      (
        "Promise<Int> { fulfill, reject in fulfill(1) }",
        "Promise: Promise.fulfilled.then { Promise { resolver in … } }"
      ),
      ("Promise<Int> { (fulfill, reject) in fulfill(1) }", "Promise: resolver-shape"),
      ("Promise { 1 }", "Promise: Promise { … }"),
      ("let p = Promise<Int>.pending(); p.fulfill(1)", "fulfill: resolver.fulfill(…)"),
      ("load().fulfill([1])", "fulfill: settled-by-consumer"),
    ])
  func google(text: String, expected: String) {
    let verdicts = MigrationModelTests.google(
      "@MainActor final class Screen { var text = \"\"\nfunc f() {\n\(text)\n} }"
    ).verdicts
    #expect(verdicts.contains { $0.components.contains(expected) })
  }

  @Test(
    "Bolts on the main actor",
    arguments: [
      ("load().continueOnSuccessWith { $0 }", "continueOnSuccessWith: map { … }"),
      (
        "load().continueOnSuccessWith { self.text = \"\\($0)\" }",
        "continueOnSuccessWith: inline-executor"
      ),
      (
        "load().continueOnSuccessWith(.mainThread) { self.text = \"\" }",
        "continueOnSuccessWith: done { … }"
      ),
      (
        "load().continueOnSuccessWith(Executor.queue(q)) { $0 }",
        "continueOnSuccessWith: named-queue"
      ),
      (
        "load().continueOnSuccessWithTask(.mainThread) { next($0) }",
        "continueOnSuccessWithTask: then { … }"
      ),
      (
        "load().continueOnErrorWith(.mainThread) { (e: Failure) in [1] }",
        "continueOnErrorWith: recover(from: Failure.self) { … }"
      ),
      (
        "load().continueOnErrorWithTask(.mainThread) { _ in load() }",
        "continueOnErrorWithTask: recover(.promise) { if $0 is CancellationError { throw $0 }; … }"
      ),
      (
        "load().continueWith(.mainThread) { $0.result }",
        "continueWith: Promise.allSettled([…]).map { … }"
      ),
      (
        "load().continueOnSuccessWith(.mainThread, cancellationToken: t) { $0 }",
        "continueOnSuccessWith: cancellation-token"
      ),
      ("Task.whenAll([load()])", "whenAll: Promise.whenAll(…)"),
      ("Task<Void>.withDelay(2)", "withDelay: Promise.delay(for: .seconds(…))"),
      ("Task(1)", "Task: .fulfilled(…)"),
      ("Task<Int>(error: e)", "Task: .rejected(…)"),
      ("Task<Int>.cancelledTask()", "cancelledTask: .rejected(CancellationError())"),
      ("let s = TaskCompletionSource<Int>()", "TaskCompletionSource: Promise.pending()"),
      ("load().waitUntilCompleted()", "waitUntilCompleted: blocking-wait"),
      ("load().faulted", "faulted: resultIfSettled?.faulted == true"),
    ])
  func bolts(text: String, expected: String) {
    let verdicts = MigrationModelTests.bolts(
      "@MainActor final class Screen { var text = \"\"\nfunc f() {\n\(text)\n} }"
    ).verdicts
    #expect(verdicts.contains { $0.components.contains(expected) })
  }

  @Test("In a file that imports Bolts, `_Concurrency.Task` is Swift's")
  func swiftTask() {
    let report = MigrationModelTests.bolts(
      "func f(_ t: _Concurrency.Task<Int, Never>) { t.result }")
    #expect(report.only.total.calls == 0)
  }

  @Test(
    "Shapes of completion handlers",
    arguments: [
      ("completion: @escaping () -> Void", "()", nil),
      ("completion: @escaping (Int) -> Void", "(T)", nil),
      ("completion: @escaping (Int?, Error?) -> Void", "(T?, Error?)", nil),
      ("completion: @escaping @Sendable (Int?, (any Error)?) -> Void", "(T?, Error?)", nil),
      ("completion: @escaping (Error?) -> Void", "(Error?)", nil),
      ("completion: @escaping (Result<Int, Error>) -> Void", "(Result)", nil),
      ("completion: @escaping (Bool, Error?) -> Void", "(Bool, Error?)", nil),
      ("completion: @escaping (Int?, String?, Error?) -> Void", "(T?, U?, Error?)", nil),
      ("completion: @escaping (Int, String) -> Void", "(T, U)", nil),
      ("_ callback: ((Int) -> Void)?", "(T)", nil),
      ("_ callback: ((Int) -> Void)? = nil", "(T)", Reason.optionalCallback),
      ("completion: @escaping Completion", "(Error?)", nil),
      ("_ n: Int, done: @escaping (Error?) -> Void", "(Error?)", nil),
      ("_ f: @escaping (Result<Int, Error>) -> Void", "(Result)", nil),
      ("completion: @escaping (Error?, Int?) -> Void", "(Error?, T?)", Reason.callbackShape),
      ("completion: @escaping (Int, String, Bool) -> Void", "other", Reason.callbackShape),
      (
        "success: @escaping (Int) -> Void, failure: @escaping (Error) -> Void", "other",
        Reason.severalCallbacks
      ),
    ] as [(String, String, Reason?)])
  func callbacks(parameters: String, shape: String, reason: Reason?) {
    let report = report([
      "App/a.swift": "typealias Completion = (Error?) -> Void\nfunc load(\(parameters)) {}"
    ])
    #expect(report.callbacks.list.map(\.shape) == [shape])
    #expect(report.callbacks.list.first?.reason == reason)
  }

  @Test(
    "Parameters that aren't completion handlers",
    arguments: [
      "func f(completion: (Int) -> Void) {}", "func f(_ transform: @escaping (Int) -> Void) {}",
      "func f(completion: @escaping (Int) -> Bool) {}", "func f(completion: Int) {}",
      "func f(done: @escaping (Error?) -> Void, _ n: Int) {}",
      "func f(onDisconnect: @escaping (Error?) -> Void) {}",
      "func f(observer: @escaping (Result<Int, Error>) -> Void) {}",
    ])
  func others(text: String) {
    #expect(report(["App/a.swift": text]).callbacks.functions == 0)
  }

  @Test("A callback function is kept if it returns a value, which may be a handle for cancelling")
  func returning() {
    let text = "func load(completion: @escaping (Int) -> Void) -> Request { x() }"
    #expect(report(["App/a.swift": text]).callbacks.list.map(\.reason) == [.callbackReturns])
  }
}
