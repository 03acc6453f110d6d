// Shapes that code bases of real size have, and small examples don't.

import Testing

@testable import MigrationModel

@Suite("Shapes of real code")
struct RealCodeTests {
  private static let declarations = """
    import PromiseKit
    import Foundation
    typealias Progress = (Double) -> Void
    typealias Pending = (resolver: Resolver<Int>, progress: Progress?)
    struct Report { let results: [Int]; var total: Int { 0 } }
    func fetch(_ reply: @escaping (Int?, NSError?) -> Void) {}
    func install(_ reply: @escaping (NSError?, Int) -> Void) {}
    func list() -> Promise<[Int]> { .value([]) }
    func numbered(_ number: Int, progress: Progress? = nil) -> Promise<Int> { .value(number) }
    func tearDown() -> Guarantee<Void> { Guarantee() }
    extension UIView {
      static func animate(_: PMKNamespacer, _ body: @escaping () -> Void) -> Guarantee<Bool> {
        Guarantee { animate(body, completion: $0) }
      }
    }
    var pending: [Int: Pending] = [:]
    """

  @Test(
    "what is written compiles and means the same",
    arguments: [
      (
        "func f() -> Promise<Int> { Promise { seal in fetch(seal.resolve) } }",
        "Promise.wrap { fetch($0) }"
      ),
      (
        "func f() -> Promise<Int> { Promise { install($0.resolve) } }",
        "Promise { seal in install({ error, value in"
      ),
      (
        "func f() -> Promise<Int> { Promise { seal in pending[1] = (seal, nil) } }",
        "{ Promise { seal in pending[1] = (seal, nil) } }"
      ),
      ("func f() -> Promise<Report> { list().map(Report.init) }", "Report(results: $0)"),
      (
        "func f() -> Promise<Int> { numbered(1) { _ in }.map { $0 + 1 } }",
        "{ numbered(1) { _ in }.map { $0 + 1 } }"
      ),
      (
        "func f() { PromiseKit.after(seconds: 1).done { print($0) } }",
        "{ Promise.delay(for: .seconds(1)).done"
      ),
      (
        "func f() -> Promise<Void> { UIView.animate(.promise) {}.then { _ in "
          + "UIView.animate(.promise) {} }.asVoid() }", "UIView.animate(.promise) {} }.map { _ in }"
      ),
      (
        "func f() -> Promise<Int> { numbered(1).ensureThen(tearDown) }",
        ".ensureThen({ PromiseKitCompat.Promise(tearDown()).recover { _ in } }).asyncPromise"
      ),
    ])
  func rewrite(before: String, after: String) {
    let text = rewritten(
      "import PromiseKit\n\(before)\n", from: .promisekit,
      beside: ["Others.swift": Self.declarations], assuming: [.swift5])
    #expect(text.contains(after))
  }
}
