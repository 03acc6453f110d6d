// The code that replaces declarations with types of PromiseKit.

import Testing

@testable import MigrationModel

@Suite("PromiseKit: rewritten declarations")
struct PromiseKitMoveTests {
  @Test("M2: a cast to PromiseKit's error, which may mean a cancellation, is listed")
  func cancellationType() {
    let text = """
      import PromiseKit
      func describe(_ e: Error) -> String {
        switch e {
        case let e as PMKError: "\\(e.isCancelled)"
        default: "\\((e as? PMKError) == nil)"
        }
      }
      func f() { load().map { $0 + 1 }.done { print($0) }.catch { print(describe($0)) } }
      func load() -> Promise<Int> { .value(1) }
      """
    let rewriting = Rewriting(
      sources: [("App/A.swift", text)], from: .promisekit, to: .promises, assuming: [.swift5])
    #expect(rewriting.kept.map(\.reason) == [.cancellationType, .cancellationType])
    #expect(rewriting.kept.map(\.place.line) == [4, 5])
  }

  @Test("M2: an interval of Dispatch that is made elsewhere becomes a duration, once in a module")
  func intervals() {
    let rewriting = rewrite(
      .promisekit,
      [
        (
          "Sources/App/A.swift",
          "import PromiseKit\nfunc f(_ p: P) -> Promise<Int> { \(Self.wait) }"
        ),
        (
          "Sources/App/B.swift",
          "import Foundation\nimport PromiseKit\nfunc g(_ p: P) -> Promise<Int> { \(Self.wait) }"
        ),
      ])
    let after = rewriting.files.map(\.after)
    #expect(after[0].hasPrefix("import Dispatch\nimport AsyncPromises\n"), "\(after[0])")
    #expect(after[1].hasPrefix("import Foundation\nimport AsyncPromises\n"), "\(after[1])")
    for text in after { #expect(text.contains("Promise.delay(for: .interval(p.pause)).map")) }
    #expect(
      after.count { $0.contains("static func interval(_ interval: DispatchTimeInterval)") } == 1)
    #expect(!after[0].contains("fileprivate"))
  }

  private static let wait = "after(p.pause).map { 1 }.map { $0 + 1 }"

  @Test(
    "Types, errors and the code around them",
    arguments: [
      (
        "func g() -> Guarantee<Int> { Guarantee.value(1) }",
        "func g() -> Promise<Int> { Promise.fulfilled(1) }"
      ),
      (
        "func g<T>(_ p: Promise<T>) -> Promise<T> { p }",
        "func g<T: Sendable>(_ p: Promise<T>) -> Promise<T> { p }"
      ),
      (
        "func g<T: Codable>(_ type: T.Type) -> Guarantee<[T]> { fatalError() }",
        "func g<T: Codable & Sendable>(_ type: T.Type) -> Promise<[T]> { fatalError() }"
      ),
      (
        "extension Promise where T == Int { func g() -> Promise<T> { self } }",
        "extension Promise where Value == Int { func g() -> Promise<Value> { self } }"
      ),
      (
        "extension Thenable where T: Sequence { func n() -> Promise<Int> { fatalError() } }",
        "extension Promise where Value: Sequence { func n() -> Promise<Int> { fatalError() } }"
      ),
      (
        "func g<P: Thenable>(_ p: P) where P.T == Int { use(p.isPending) }",
        """
        func g<P: PromiseProtocol>(_ p: P) where P.Value == Int \
        { use(p.promise.resultIfSettled == nil) }
        """
      ),
      (
        "protocol P { associatedtype A; func g() -> Promise<A> }",
        "protocol P { associatedtype A: Sendable; func g() -> Promise<A> }"
      ),
      (
        "struct S { let seal: Resolver<Int>; func f() { seal.reject(PMKError.cancelled) } }",
        "struct S { let seal: Resolver<Int>; func f() { seal.reject(CancellationError()) } }"
      ),
      (
        "func f(_ e: Error) -> Bool { !e.isCancelled }",
        "func f(_ e: Error) -> Bool { !(e is CancellationError) }"
      ),
      (
        "func f(_ e: Error) { do { throw e } catch PMKError.cancelled {} catch {} }",
        "func f(_ e: Error) { do { throw e } catch is CancellationError {} catch {} }"
      ),
      (
        "func f(_ a: Promise<Int>, _ b: Promise<Int>) -> Bool { a === b }",
        "func f(_ a: Promise<Int>, _ b: Promise<Int>) -> Bool { a == b }"
      ),
      (
        "func f() -> PMKFinalizer { load().catch(policy: .allErrors) { use($0) } }",
        "func f() -> Promise<Void> { load().catch { @MainActor in use($0) }.map { _ in } }"
      ),
      (
        "func f() { load().done { use($0) } }",
        "func f() { load().done { @MainActor in use($0) } }"
      ),
      (
        "class C { var n = 0; func f() { load().done { self.n = 1 } } }",
        "class C { var n = 0; func f() { PromiseKitCompat.Promise(load()).done { self.n = 1 } } }"
      ),
      (
        "func f() async throws -> Int { try await user(1).async().name.count }",
        "func f() async throws -> Int { try await user(1).get().name.count }"
      ),
      (
        "func f() async { await sure().async(); use(1) }",
        "func f() async { _ = await sure().result; use(1) }"
      ),
      (
        "func f(_ p: PromiseKit.Promise<Int>) -> PromiseKit.Guarantee<Int> { sure() }",
        "func f(_ p: Promise<Int>) -> Promise<Int> { sure() }"
      ),
      (
        "func f() -> Promise<[String: Any]> { fatalError() }; func g(_ p: Promise<Int>) {}",
        "func f() -> PromiseKitCompat.Promise<[String: Any]> { fatalError() }; "
          + "func g(_ p: Promise<Int>) {}"
      ),
    ])
  func written(before: String, after: String) {
    #expect(PromiseKitText.written(before) == after)
  }
}
