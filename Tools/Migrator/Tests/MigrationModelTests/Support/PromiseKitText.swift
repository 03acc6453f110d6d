// Rewrites of PromiseKit code that is given as text.

import Testing

@testable import MigrationModel

enum PromiseKitText {
  private static let declarations = """
    import PromiseKit
    struct User { let name: String }
    func load() -> Promise<[Int]> { fatalError() }
    func user(_ id: Int) -> Promise<User> { fatalError() }
    func sure() -> Guarantee<Int> { fatalError() }
    let others: [Promise] = []
    func nothing() -> Promise<Void> { fatalError() }
    func check() throws -> Promise<Int> { fatalError() }
    func get(_ path: String, completion: @escaping (Int?, Error?) -> Void) {}
    func reset(_ done: @escaping (Error?) -> Void) {}
    func ask(_ answer: @escaping (Bool) -> Void) {}
    func use<T>(_ value: T) {}
    """

  /// The rewritten text of a file, without its imports.
  static func written(_ text: String, assuming assumptions: Set<Assumption> = []) -> String {
    let rewriting = Rewriting(
      sources: [
        ("App/Declarations.swift", declarations),
        ("App/Text.swift", "import PromiseKit\n" + text),
      ], from: .promisekit, to: .promises, assuming: assumptions)
    let file = rewriting.files[1]
    #expect(file.error == nil)
    return file.after.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
  }

  /// The rewritten body of a function on the main actor.
  static func onMain(_ text: String) -> String {
    let (open, close) = ("@MainActor func f() {\n  ", "\n}")
    let written = written(open + text + close)
    return String(written.dropFirst(open.count).dropLast(close.count))
  }
}
