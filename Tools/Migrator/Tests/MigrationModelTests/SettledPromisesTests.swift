// Promises of google/promises that are stored and settled later.

import Testing

@testable import MigrationModel

@Suite("google/promises: stored promises become pairs")
struct SettledPromisesTests {
  private static let start = """
    func ask() -> Promise<Bool> {
      let promise = Promise<Bool>.pending()
      pending = promise
      return promise.then { !$0 }
    }
    """

  private func written(_ declarations: String, _ body: String) -> String {
    let text = "import Promises\n@MainActor final class C {\n\(declarations)\n\(body)\n}\n"
    let rewriting = Rewriting(sources: [("A.swift", text)], from: .google, to: .promises)
    #expect(rewriting.files[0].error == nil)
    return rewriting.files[0].after
  }

  @Test(
    "All ways to store and settle a promise",
    arguments: [
      (
        "private var pending: Promise<Bool>?",
        "func yes() { pending?.fulfill(true); pending = nil }",
        "private var pending: (promise: Promise<Bool>, resolver: Resolver<Bool>)?",
        "func yes() { pending?.resolver.fulfill(true); pending = nil }"
      ),
      (
        "private var pending: Promise<Bool>!", "func no(_ e: Error) { self.pending.reject(e) }",
        "private var pending: (promise: Promise<Bool>, resolver: Resolver<Bool>)!",
        "func no(_ e: Error) { self.pending.resolver.reject(e) }"
      ),
      (
        "private var pending: Promise<Bool>?",
        "func yes() { guard let p = pending else { return }; p.fulfill(true) }",
        "private var pending: (promise: Promise<Bool>, resolver: Resolver<Bool>)?",
        "func yes() { guard let p = pending else { return }; p.resolver.fulfill(true) }"
      ),
      (
        "private var pending: Promise<Bool>?",
        "func f() -> Promise<Bool> { if let pending { pending.reject(E.a); "
          + "return pending }; return ask() }",
        "private var pending: (promise: Promise<Bool>, resolver: Resolver<Bool>)?",
        "func f() -> Promise<Bool> { if let pending { pending.resolver.reject(E.a); "
          + "return pending.promise }; return ask() }"
      ),
    ])
  func one(declaration: String, use: String, declared: String, used: String) {
    let text = written(declaration, Self.start + "\n" + use)
    #expect(text.contains(declared))
    #expect(text.contains(used))
    #expect(text.contains("return promise.promise.map { !$0 }"))
    #expect(text.contains("let promise = Promise<Bool>.pending()\n  pending = promise"))
  }

  @Test(
    "Several promises in a collection",
    arguments: [
      (
        "private var all: [Promise<Int>] = []",
        "let p = Promise<Int>.pending(); all.append(p); return p",
        "all.forEach { $0.fulfill(1) }; all.removeAll()",
        "[(promise: Promise<Int>, resolver: Resolver<Int>)] = []",
        "all.append(p); return p.promise", "all.forEach { $0.resolver.fulfill(1) }; all.removeAll()"
      ),
      (
        "private var all: [Int: Promise<Int>] = [:]",
        "let p = Promise<Int>.pending(); all[1] = p; return p",
        "all.removeValue(forKey: 1)?.fulfill(1)",
        "[Int: (promise: Promise<Int>, resolver: Resolver<Int>)] = [:]",
        "all[1] = p; return p.promise", "all.removeValue(forKey: 1)?.resolver.fulfill(1)"
      ),
      (
        "private var all: [Promise<Int>] = []",
        "let p = Promise<Int>.pending(); all.append(p); return p",
        "for one in all { one.reject(e) }",
        "[(promise: Promise<Int>, resolver: Resolver<Int>)] = []",
        "all.append(p); return p.promise", "for one in all { one.resolver.reject(e) }"
      ),
    ])
  func several(
    declaration: String, make: String, settle: String, declared: String, made: String,
    settled: String
  ) {
    let text = written(
      declaration, "func f() -> Promise<Int> { \(make) }\nfunc g(_ e: Error) { \(settle) }")
    #expect(text.contains(declared))
    #expect(text.contains(made))
    #expect(text.contains(settled))
  }

  @Test(
    "Promises that are used in any other way stay",
    arguments: [
      "var pending: Promise<Bool>? { didSet {} }",
      "public var pending: Promise<Bool>?",
      "private weak var pending: Promise<Bool>?",
      "private var pending: Promise<Bool>?\nfunc h() -> [Promise<Bool>?] { [pending].map { $0 } }\n"
        + "func i() { use(pending ?? ask()) }",
    ])
  func stays(declaration: String) {
    let text = written(declaration, Self.start + "\nfunc yes() { pending?.fulfill(true) }")
    #expect(text.contains("pending?.fulfill(true)"))
    #expect(!text.contains("resolver:"))
  }
}
