// The promise forms that are added beside functions with callbacks.

import Testing

@testable import MigrationModel

@Suite("Callbacks to promises")
struct CallbackRewriteTests {
  private static let others = """
    public final class Thing {}
    struct Request: Sendable { func cancel() {} }
    protocol Base { func based(completion: @escaping (Int) -> Void) }
    typealias Done<T> = (Result<T, Error>) -> Void
    enum Api { struct Answer: Sendable {}; typealias Completion = (Answer?, Error?) -> Void }
    """

  /// The lines that a rewrite adds to a type's declaration, without their indentation.
  private func added(_ text: String, to owner: String = "struct S") -> [String] {
    let before = "import Foundation\n\(owner) {\n  \(text)\n}\n"
    let after = rewritten(before, from: .callbacks, beside: ["Others.swift": Self.others])
    let known = Set(before.split(separator: "\n"))
    return after.split(separator: "\n").filter { !known.contains($0) }
      .map { String($0.drop { $0 == " " }) }.filter { !$0.hasPrefix("///") }
  }

  @Test(
    "Functions that get a promise form",
    arguments: [
      (
        "func f(_ a: Int, completion: @escaping (Int?, Error?) -> Void) {}",
        "func f(_ a: Int) -> Promise<Int> { .wrap { f(a, completion: $0) } }"
      ),
      (
        "public static func f(by a: Int = 1, then handler: @escaping () -> Void) {}",
        "public static func f(by a: Int = 1) -> Promise<Void> { .wrap { f(by: a, then: $0) } }"
      ),
      (
        "func f(completion: @escaping (Error?) -> Void) throws {}",
        "func f() -> Promise<Void> { .wrap { try f(completion: $0) } }"
      ),
      (
        "func f(_ callback: ((Result<[Int], Error>) -> Void)?) {}",
        "func f() -> Promise<[Int]> { .wrap { f($0) } }"
      ),
      (
        "func f(completion: @escaping Done<[String]>) {}",
        "func f() -> Promise<[String]> { .wrap { f(completion: $0) } }"
      ),
      (
        "func f(completion: @escaping Api.Completion) {}",
        "func f() -> Promise<Api.Answer> { .wrap { f(completion: $0) } }"
      ),
      (
        "func f<T>(_ a: T, completion: @escaping (T) -> Void) where T: Codable {}",
        "func f<T>(_ a: T) -> Promise<T> where T: Codable, T: Sendable "
          + "{ .wrap { f(a, completion: $0) } }"
      ),
      (
        "func f(_ a: inout Int, _ b: @autoclosure () -> Int, completion: @escaping () -> Void) {}",
        "func f(_ a: inout Int, _ b: @autoclosure () -> Int) -> Promise<Void> {"
          + ".wrap { f(&a, b(), completion: $0) }}"
      ),
      (
        "func f(completion: @escaping (Int) -> Void) -> Request { .init() }",
        "func f() -> Promise<Int> { .wrap(cancel: { $0.cancel() }) { f(completion: $0) } }"
      ),
      (
        "func f(completion: @escaping (Int) -> Void) -> Request? { nil }",
        "func f() -> Promise<Int> { .wrap(cancel: { $0?.cancel() }) { f(completion: $0) } }"
      ),
    ])
  func forms(function: String, form: String) {
    #expect(
      added(function).filter { $0 != "import AsyncPromises" && $0 != "}" }.joined() == form
        || added(function).filter { $0 != "import AsyncPromises" }.joined() == form)
  }

  @Test(
    "Functions that get no promise form",
    arguments: [
      "func f(completion: ((Int) -> Void)? = nil) {}",
      "func f(_ g: () -> Void = {}, completion: @escaping (Int) -> Void) {}",
      "func f(completion: @escaping (Thing) -> Void) {}",
      "func f(completion: @escaping ([String: Any]) -> Void) {}",
      "func f(completion: @escaping (@escaping () -> Void) -> Void) {}",
      "func f(completion: @escaping (Int) -> Void) -> Thing { .init() }",
      "func f(completion: @escaping (Int) -> Void) -> Int { 1 }",
      "func f(completion: @escaping () -> Void) -> Request { .init() }",
      "func f(completion: @escaping (Int, Int) -> Void) -> Request { .init() }",
      "func f(completion: @escaping (Int) -> Void) async {}",
      "func f(_ a: Int..., completion: @escaping (Int) -> Void) {}",
      "func f(completion: @escaping (Int) -> Void) {}; func f() async -> Int { 1 }",
      "func f(completion: @escaping (Int) -> Void) {}; func f() -> Promise<Int> { x() }",
      "func f(completion: @escaping (Int) -> Void) {}; func f() -> Int { 1 }",
    ])
  func none(function: String) {
    #expect(added(function) == [])
  }

  @Test(
    "Callbacks that may be called more than once have no form",
    arguments: [
      "func observeChanges(handler: @escaping (Int) -> Void) {}",
      "func streamMessages(completion: @escaping (Int) -> Void) -> Request { .init() }",
      "func startListening(completion: @escaping (Int) -> Void) {}",
      "func onResponse(callback: @escaping (Int) -> Void) {}",
      "func f(callback: @escaping (Int) -> Void) { self.g = callback }; var g: ((Int) -> Void)?",
      "func f(callback: @escaping (Int) -> Void) { g.append(callback) }; var g: [(Int) -> Void]",
      "func f(_ callback: @escaping (Int) -> Void) { g.append((1, callback)) }; "
        + "var g: [(Int, (Int) -> Void)]",
      "func f(_ callback: @escaping (Int) -> Void) { g.append(Route(callback)) }; var g: [Route]",
      "func f(callback: @escaping (Int) -> Void) { g[1] = callback }; var g: [Int: (Int) -> Void]",
    ])
  func repeated(function: String) {
    let rewriting = Rewriting(
      sources: [
        ("A.swift", "struct Request: Sendable { func cancel() {} }\nstruct S { \(function) }")
      ],
      from: .callbacks, to: .promises)
    #expect(rewriting.changed.isEmpty)
    #expect(rewriting.kept.map(\.reason) == [.repeatedCallback])
  }

  @Test("Delegate methods, which the system calls, have no form")
  func delegates() {
    let text = """
      class C: NSObject, SessionDelegate {
        func session(_ s: Int, didReceive n: Int, completionHandler: @escaping (Int) -> Void) {}
        func load(_ n: Int, completionHandler: @escaping (Int) -> Void) {}
      }
      """
    let rewriting = Rewriting(sources: [("A.swift", text)], from: .callbacks, to: .promises)
    #expect(rewriting.kept.map(\.reason) == [.repeatedCallback])
    #expect(rewriting.files[0].after.contains("func load(_ n: Int) -> Promise<Int>"))
  }

  @Test("A protocol gets the forms of its requirements; conforming types get none")
  func protocols() {
    let requirement = "func f(completion: @escaping (Item) -> Void)"
    #expect(
      added("associatedtype Item\n  \(requirement)", to: "public protocol P") == [
        "import AsyncPromises", "extension P {",
        "public func f() -> Promise<Item> where Item: Sendable { .wrap { f(completion: $0) } }",
      ])
    #expect(added("func based(completion: @escaping (Int) -> Void) {}", to: "struct S: Base") == [])
  }

  @Test("Attributes, layout and imports")
  func layout() {
    let text = """
      // A file.

      /// A class.
      final class C {
          /// Loads.
          @MainActor @discardableResult
          func load(
              _ number: Int,  // which one
              completion: @escaping (Int) -> Void
          ) {
              completion(number)
          }  // loads
          let next = 1
      }

      """
    #expect(
      rewritten(text, from: .callbacks) == """
        // A file.

        import AsyncPromises

        /// A class.
        final class C {
            /// Loads.
            @MainActor @discardableResult
            func load(
                _ number: Int,  // which one
                completion: @escaping (Int) -> Void
            ) {
                completion(number)
            }  // loads

            /// The form of ``load(_:completion:)`` without a callback.
            @MainActor
            func load(_ number: Int) -> Promise<Int> { .wrap { load(number, completion: $0) } }

            let next = 1
        }

        """)
  }

  @Test("Beside another library's promises, this library's names are qualified")
  func qualified() {
    let text = "import PromiseKit\nfunc f(completion: @escaping (Int) -> Void) {}\n"
    #expect(
      rewritten(text, from: .callbacks).contains("func f() -> AsyncPromises.Promise<Int> { .wrap"))
  }
}
